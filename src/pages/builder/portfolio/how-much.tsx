/** How much of each instrument a portfolio holds: rows of symbol and percent, and what all others get. */
import { useContext, useEffect, useId, useMemo, useState } from "react";
import type { ReactElement } from "react";
import { useWatch } from "react-hook-form";
import { shown } from "#src/format/shown.ts";
import { Button } from "#src/ui/button.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { ChoiceField, NoteField } from "#src/ui/field.tsx";
import page from "#src/ui/page.module.css";
import { useStatus } from "#src/ui/status-messages.tsx";
import { STRATEGY_FIELDS } from "#workers/model/strategy-fields.ts";
import { MOST_WEIGHTS } from "#workers/model/weights.ts";
import { DatasetNames } from "../dataset-names.ts";
import type { BuilderForm } from "../form-fields.tsx";
import { Listed, otherCurrencies } from "./listed.ts";
import { settleRows } from "./owed-rows.ts";
import styles from "./portfolio.module.css";
import type { TypedWeight } from "./portfolio-values.ts";
import { SetBack } from "./set-back.tsx";
import { SumLine } from "./sum-line.tsx";
import { FormulaWeight, WeightRow } from "./weight-row.tsx";
import { createWeightsDesk } from "./weights-desk.ts";
import type { WeightsDesk } from "./weights-desk.ts";
import { Gap, WeightDrag } from "./weight-drag.tsx";
import { isPlain, shareWords, sumOfWeights, weightMessage } from "./weight-sums.ts";

const ARE = STRATEGY_FIELDS["simulation.weightsAre"];

export function HowMuch({ form }: { readonly form: BuilderForm }): ReactElement {
  const [weights, rest, weightsAre] = useWatch({
    control: form.control,
    name: ["simulation.weights", "simulation.weight", "simulation.weightsAre"],
  });
  const names = useContext(DatasetNames);
  const listId = useId();
  const desk = useWeightsDesk(form, listId);
  const { symbolError, weightError, restError, isAsked } = useMessages(form);
  const [asksForOthers, setAsksForOthers] = useState(false);
  const arePercents = weightsAre === "percents";
  const sum = useMemo(() => sumOfWeights(weights), [weights]);
  const hasOthers = asksForOthers || rest.trim() !== "" || weights.length === 0;
  return (
    <section className={page["close"]} aria-labelledby="how-much">
      <h3 id="how-much" className={styles["title"]}>
        How much of each
      </h3>
      <ChoiceField
        legend={ARE.label}
        choices={Object.entries(ARE.choices).map(([value, label]) => ({ value, label }))}
        {...form.register("simulation.weightsAre")}
      />
      {weights.length > 0 && (
        <WeightDrag nameOf={(at) => weights[at]?.symbol.trim() || `Row ${at + 1}`} onMove={desk.rows.move}>
          <ul className={styles["rows"]} aria-label="Instruments" id={listId}>
            {weights.map((each, at) => (
              <WeightRow
                // oxlint-disable-next-line react/no-array-index-key -- they are told apart by their places, as in the strategy
                key={at}
                at={at}
                {...each}
                arePercents={arePercents}
                share={arePercents ? null : shareWords(each, sum)}
                symbolError={symbolError(at)}
                weightError={weightError(at) ?? shownMessage(each, weightsAre, names, isAsked)}
                actions={desk.rows}
              />
            ))}
          </ul>
          <div className={styles["lastGap"]}>
            <Gap at={weights.length} />
          </div>
        </WeightDrag>
      )}
      {hasOthers && (
        <FormulaWeight
          label={weights.length === 0 ? "Each instrument" : "All others"}
          value={rest}
          error={restError}
          onChange={desk.setRest}
          onLeave={() => setAsksForOthers(false)}
        />
      )}
      <SumLine form={form} sum={sum} arePercents={arePercents} count={weights.length} onFill={desk.fill} />
      <CurrencyNote weights={weights} onLeaveOut={desk.leaveOut} />
      <div className={page["actions"]}>
        <Button size="small" onClick={desk.add} aria-disabled={weights.length >= MOST_WEIGHTS}>
          Add an instrument
        </Button>
        <Button size="small" onClick={() => desk.equal(arePercents)}>
          Equal parts
        </Button>
        <Button size="small" onClick={desk.calm}>
          By calmness (inverse volatility)
        </Button>
        {!hasOthers && (
          <Button size="small" onClick={() => setAsksForOthers(true)}>
            All others too
          </Button>
        )}
      </div>
      <PasteSheet onTake={desk.paste} />
      <SetBack form={form} />
    </section>
  );
}

/** A blank row says nothing before somebody saves or starts. */
function shownMessage(
  { weight }: TypedWeight,
  weightsAre: string,
  names: Parameters<typeof weightMessage>[2],
  isAsked: boolean,
): string | undefined {
  // what is wrong with a formula its own field says
  const isSaid = isPlain(weight) || (isAsked && weight.trim() === "");
  return isSaid ? weightMessage(weight, weightsAre, names) : undefined;
}

/** Rows out of a sheet or a message. @param onTake - gives what is wrong with the text; null where it was taken */
function PasteSheet({ onTake }: { readonly onTake: (text: string) => string | null }): ReactElement {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const take = () => {
    const found = onTake(text);
    setProblem(found);
    if (found === null) setText("");
  };
  return (
    <Disclosure summary="Paste from a sheet">
      <div className={page["close"]}>
        <NoteField
          label="Symbols and percents"
          hint="A line each, or several with commas: SPY 60, BND 40. Columns of a sheet will do."
          error={problem ?? undefined}
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(null);
          }}
        />
        <div>
          <Button size="small" aria-disabled={text.trim() === ""} onClick={take}>
            Take these rows
          </Button>
        </div>
      </div>
    </Disclosure>
  );
}

interface CurrencyNoteProps {
  readonly weights: readonly TypedWeight[];
  readonly onLeaveOut: (symbols: readonly string[]) => void;
}

/** Rows whose prices are in other money than those of most: one account can't add them. */
function CurrencyNote({ weights, onLeaveOut }: CurrencyNoteProps): ReactElement | null {
  const listed = useContext(Listed);
  const others = useMemo(() => otherCurrencies(weights, listed), [weights, listed]);
  if (others === null) return null;
  return (
    <p className={styles["over"]}>
      {shown(others.message)}{" "}
      <Button size="small" onClick={() => onLeaveOut(others.symbols)}>
        Leave {others.symbols.length === 1 ? "it" : "them"} out
      </Button>
    </p>
  );
}

/** The reader's messages, once it was asked for them. */
function useMessages(form: BuilderForm) {
  const { errors, isSubmitted } = form.formState;
  const { weights, weight } = errors.simulation ?? {}; // looked up once: there may be two hundred rows
  return {
    symbolError: (at: number) => weights?.[at]?.symbol?.message,
    weightError: (at: number) => weights?.[at]?.weight?.message,
    restError: weight?.message,
    /** Somebody saved or started. */
    isAsked: isSubmitted,
  };
}

function useWeightsDesk(form: BuilderForm, listId: string): WeightsDesk {
  const showStatus = useStatus();
  const listed = useContext(Listed);
  useEffect(() => {
    if (!listed) return;
    const rows = Array.from(document.getElementById(listId)?.children ?? []);
    const typedIn = rows.findIndex((row) => row.querySelector("input") === document.activeElement);
    settleRows(form, listed, showStatus, typedIn);
  }, [form, listId, listed, showStatus]);
  return useMemo(() => {
    const focusRow = (at: number, part?: "handle") =>
      requestAnimationFrame(() => {
        const row = document.getElementById(listId)?.children[at];
        row?.querySelector<HTMLElement>(part ? `[data-part=${part}]` : "input")?.focus();
      });
    return createWeightsDesk(form, { showStatus, listed, focusRow });
  }, [form, listId, listed, showStatus]);
}
