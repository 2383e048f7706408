/** How much of each instrument a portfolio holds: rows of symbol and percent, and what all others get. */
import { useContext, useEffect, useMemo, useRef, useState } from "react";
import type { ReactElement } from "react";
import { useWatch } from "react-hook-form";
import { countOf, formatPercentSetting, formatSetting } from "#src/format/number.ts";
import { Button } from "#src/ui/button.tsx";
import { ChoiceField } from "#src/ui/field.tsx";
import page from "#src/ui/page.module.css";
import { useStatus } from "#src/ui/status-messages.tsx";
import { STRATEGY_FIELDS } from "#workers/model/strategy-fields.ts";
import { MOST_WEIGHTS } from "#workers/model/weights.ts";
import { DatasetNames } from "../dataset-names.ts";
import type { BuilderForm } from "../form-fields.tsx";
import { Listed } from "./listed.ts";
import type { ListedDesk } from "./listed.ts";
import { PasteSheet } from "./paste-sheet.tsx";
import { isSheet, readPastedWeights } from "./pasted-weights.ts";
import styles from "./portfolio.module.css";
import type { TypedWeight } from "./portfolio-values.ts";
import { SetBack } from "./set-back.tsx";
import { FormulaWeight, WeightRow } from "./weight-row.tsx";
import type { RowActions } from "./weight-row.tsx";
import {
  equalPercents,
  isOverFull,
  isPlain,
  scaledToFull,
  shareWords,
  sumOfWeights,
  weightMessage,
} from "./weight-sums.ts";
import type { WeightSum } from "./weight-sums.ts";

const CALM = "1 / volatility(60)";
const ARE = STRATEGY_FIELDS["simulation.weightsAre"];

export function HowMuch({ form }: { readonly form: BuilderForm }): ReactElement {
  const [weights, rest, weightsAre] = useWatch({
    control: form.control,
    name: ["simulation.weights", "simulation.weight", "simulation.weightsAre"],
  });
  const names = useContext(DatasetNames);
  const desk = useWeightsDesk(form);
  const { symbolError, weightError, restError } = useMessages(form);
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
        <ul className={styles["rows"]} aria-label="Instruments" ref={desk.list}>
          {weights.map((each, at) => (
            <WeightRow
              // oxlint-disable-next-line react/no-array-index-key -- they are told apart by their places, as in the strategy
              key={at}
              at={at}
              {...each}
              arePercents={arePercents}
              share={shareWords(each, sum)}
              symbolError={symbolError(at)}
              weightError={weightError(at) ?? shownMessage(each.weight, weightsAre, names)}
              actions={desk.rows}
            />
          ))}
        </ul>
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
      <SumLine sum={sum} arePercents={arePercents} count={weights.length} onFill={desk.fill} />
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

/** A blank row says nothing before somebody saves. */
function shownMessage(
  weight: string,
  weightsAre: string,
  names: Parameters<typeof weightMessage>[2],
): string | undefined {
  // what is wrong with a formula its own field says
  return isPlain(weight) ? weightMessage(weight, weightsAre, names) : undefined;
}

interface SumLineProps {
  readonly sum: WeightSum;
  readonly arePercents: boolean;
  readonly count: number;
  readonly onFill: () => void;
}

function SumLine({ sum, arePercents, count, onFill }: SumLineProps): ReactElement | null {
  if (count === 0) return null;
  const isOver = arePercents && isOverFull(sum.sum);
  return (
    <p className={isOver ? styles["over"] : page["soft"]} role="status">
      {sumWords(sum, arePercents)}{" "}
      {isOver && (
        <Button size="small" onClick={onFill}>
          Make the sum 100%
        </Button>
      )}
    </p>
  );
}

function sumWords({ sum, formulas }: WeightSum, arePercents: boolean): string {
  const others = formulas === 0 ? "" : ` ${countOf(formulas, "row")} by a formula come on top.`;
  if (!arePercents) return `Sum ${formatSetting(sum)}: each gets its part of the whole account.${others}`;
  const percent = formatPercentSetting(sum);
  if (isOverFull(sum)) return `Sum ${percent}, more than there is: all would be scaled down together.`;
  const left = Number((100 - sum).toPrecision(12));
  if (formulas > 0) return `Sum of the numbers ${percent}.${others}`;
  return left <= 0.05
    ? "Sum 100%: all of the account."
    : `Sum ${percent}: the rest, ${formatPercentSetting(left)}, stays in cash.`;
}

/** The reader's messages, once it was asked for them. */
function useMessages(form: BuilderForm) {
  const { formState } = form;
  const messageAt = (name: Parameters<typeof form.getFieldState>[0]) =>
    form.getFieldState(name, formState).error?.message;
  return {
    symbolError: (at: number) => messageAt(`simulation.weights.${at}.symbol`),
    weightError: (at: number) => messageAt(`simulation.weights.${at}.weight`),
    restError: messageAt("simulation.weight"),
  };
}

/** What the buttons and rows do with the list. */
function useWeightsDesk(form: BuilderForm) {
  const showStatus = useStatus();
  const list = useRef<HTMLUListElement>(null);
  const listed = useRef<ListedDesk | null>(null);
  const known = useContext(Listed);
  useEffect(() => {
    listed.current = known;
  }, [known]);
  const [desk] = useState(() => {
    const now = () => form.getValues("simulation.weights");
    const options = () => ({ shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    const put = (after: TypedWeight[]) => form.setValue("simulation.weights", after, options());
    const putBack = (what: string, before: { weights: TypedWeight[]; weight: string; are: string }) =>
      showStatus(what, {
        label: "Undo",
        act: () => {
          put(before.weights);
          form.setValue("simulation.weight", before.weight, options());
          form.setValue("simulation.weightsAre", before.are, options());
        },
      });
    const before = () => ({
      weights: structuredClone(now()),
      weight: form.getValues("simulation.weight"),
      are: form.getValues("simulation.weightsAre"),
    });
    const focusRow = (at: number) =>
      requestAnimationFrame(() => list.current?.children[at]?.querySelector("input")?.focus());
    const takeSheet = (text: string, from: number | null) => {
      const read = readPastedWeights(text, listed.current?.symbols ?? new Set());
      if (!read.ok) return read.problem;
      const was = before();
      const kept = now().filter(
        (row, at) =>
          at !== from && `${row.symbol}${row.weight}`.trim() !== "" && !isIn(row, read.value.weights),
      );
      if (kept.length + read.value.weights.length > MOST_WEIGHTS)
        return `With those that are here they would be ${kept.length + read.value.weights.length} rows, and a portfolio may list ${MOST_WEIGHTS}.`;
      const added = read.value.weights.map((row) => ({ ...row, symbol: inCase(row.symbol, listed.current) }));
      put([...kept, ...added]);
      form.setValue("simulation.weightsAre", "percents", options());
      fitType(form, listed.current, showStatus);
      putBack([`${countOf(added.length, "row")} taken.`, ...read.value.notes].join(" "), was);
      return null;
    };
    const rows: RowActions = {
      change: (at, change) => {
        const row = now()[at];
        if (row) put(now().with(at, { ...row, ...change }));
      },
      remove: (at) => {
        const gone = now()[at];
        if (!gone) return;
        const was = before();
        put(now().toSpliced(at, 1));
        putBack(`${gone.symbol.trim() || "The row"} removed.`, was);
        focusRow(Math.max(0, at - 1));
      },
      meant: () => fitType(form, listed.current, showStatus),
      paste: (at, text) => {
        if (!isSheet(text)) return false;
        const problem = takeSheet(text, at);
        if (problem !== null) showStatus(problem);
        return true;
      },
      check: () => {
        if (form.formState.isSubmitted) void form.trigger("simulation.weights");
      },
    };
    return {
      rows,
      setRest: (typed: string) => form.setValue("simulation.weight", typed, options()),
      add: () => {
        if (now().length >= MOST_WEIGHTS) {
          showStatus(`A portfolio may list ${MOST_WEIGHTS} instruments; more are held as "all others".`);
          return;
        }
        put([...now(), { symbol: "", weight: "" }]);
        focusRow(now().length - 1);
      },
      equal: (arePercents: boolean) => {
        const was = before();
        const parts = arePercents ? equalPercents(now().length) : now().map(() => "1");
        if (now().length === 0) form.setValue("simulation.weight", "1", options());
        put(now().map((row, at) => ({ ...row, weight: parts[at] ?? "1" })));
        putBack("Each has an equal part.", was);
      },
      calm: () => {
        const was = before();
        if (now().length === 0) form.setValue("simulation.weight", CALM, options());
        put(now().map((row) => ({ ...row, weight: CALM })));
        form.setValue("simulation.weightsAre", "parts", options());
        putBack("The calmer an instrument, the more of it is held.", was);
      },
      fill: () => {
        const was = before();
        put(scaledToFull(now()));
        putBack("The rows sum to 100% now.", was);
      },
      /** @returns what is wrong with the text; null where it was taken */
      paste: (text: string) => takeSheet(text, null),
    };
  });
  return { ...desk, list };
}

function isIn({ symbol }: TypedWeight, others: readonly TypedWeight[]): boolean {
  return others.some((other) => other.symbol.toLowerCase() === symbol.trim().toLowerCase());
}

/** As the data writes it, where that differs in the case of letters alone. */
function inCase(symbol: string, listed: ListedDesk | null): string {
  if (!listed || listed.symbols.has(symbol)) return symbol;
  const meant = listed.traded.find((each) => each.symbol.toLowerCase() === symbol.toLowerCase());
  return meant?.symbol ?? symbol;
}

/** A universe is of one type: that of the instruments that are listed, where all of them have it. */
function fitType(
  form: BuilderForm,
  listed: ListedDesk | null,
  showStatus: ReturnType<typeof useStatus>,
): void {
  const rows = form.getValues("simulation.weights");
  const held = rows.flatMap(({ symbol }) => listed?.find(symbol) ?? []);
  const [instrument] = held;
  if (!instrument || instrument.instrumentType === form.getValues("scanner.instrumentType")) return;
  // the advice tells of a mixture, with its mend
  if (held.some((each) => each.instrumentType !== instrument.instrumentType)) return;
  form.setValue("scanner.instrumentType", instrument.instrumentType, { shouldDirty: true });
  showStatus(`Instruments of the type ${instrument.instrumentType} are looked at now.`);
}
