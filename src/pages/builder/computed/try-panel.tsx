/** What comes of a number on one instrument: under its candles, with what it wrote. */
import { useId } from "react";
import type { ReactElement } from "react";
import { countOf, formatCount, formatSignificant } from "#src/format/number.ts";
import { formatEpochDay } from "#src/format/day.ts";
import { currencyOfExchange } from "#src/format/exchange-currency.ts";
import { shownName } from "#src/format/shown.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { TextField } from "#src/ui/field.tsx";
import page from "#src/ui/page.module.css";
import type { FieldTrial, TrialFigures } from "#workers/model/field-trial.ts";
import type { UniverseNames } from "#workers/model/instruments.ts";
import type { ProblemCode, Result } from "#workers/model/problem.ts";
import type { BuilderForm } from "../form-fields.tsx";
import styles from "./own-numbers.module.css";
import { TriedFigure } from "./tried-figure.tsx";
import type { Tried } from "./use-tried.ts";

interface TryPanelProps {
  readonly tried: Tried;
  readonly name: string;
  readonly form: BuilderForm;
  readonly dataset: Dataset | null;
}

export function TryPanel({ tried, name, form, dataset }: TryPanelProps): ReactElement {
  const { trial, symbol, choose, universe, isKnown } = tried;
  const { answer, of, isCurrent, isRunning } = trial;
  const id = useId();
  const currency = currencyOfExchange(form.getValues("scanner.exchange"), dataset);
  const figures = answer?.ok ? answer.value.figures : null;
  const lines = answer?.ok ? answer.value.lines : [];
  return (
    <section className={styles["try"]} aria-label="Try it">
      <div className={styles["tryHead"]}>
        <TextField
          label="Try it on"
          value={symbol}
          list={`${id}-symbols`}
          spellCheck={false}
          error={errorOf(tried, dataset)}
          onChange={(event) => choose(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
        <Symbols id={`${id}-symbols`} universe={universe} />
        <div className={styles["state"]}>
          <output>{isRunning ? "Working it out…" : stateOf(tried, name)}</output>
          {isRunning && isKnown && (
            <Button size="small" onClick={trial.cancel}>
              Stop
            </Button>
          )}
          {!isRunning && isCurrent && answer && canHelp(answer) && (
            <Button size="small" onClick={trial.again}>
              Try again
            </Button>
          )}
        </div>
      </div>
      {answer?.ok === false && answer.problem.code !== "cancelled" && (
        <WarningBanner message={answer.problem.message} />
      )}
      {figures && (
        <div className={page["close"]} aria-busy={!isCurrent}>
          <TriedFigure name={name} symbol={of?.instrument ?? symbol} figures={figures} currency={currency} />
        </div>
      )}
      {lines.length > 0 && (
        <section className={page["close"]} aria-labelledby={`${id}-output`}>
          <h4 id={`${id}-output`} className={styles["title"]}>
            Output
          </h4>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard */}
          <pre className={styles["output"]} tabIndex={0} aria-labelledby={`${id}-output`}>
            {lines.join("\n")}
          </pre>
          {lines.length >= MOST_LINES && (
            <p className={page["soft"]}>
              The first {formatCount(MOST_LINES)} lines; the others are left out.
            </p>
          )}
        </section>
      )}
    </section>
  );
}

const MOST_LINES = 200;
/** As many as a list of suggestions is quick with; any other symbol can be typed. */
const MOST_OFFERED = 1000;

interface SymbolsProps {
  readonly id: string;
  readonly universe: UniverseNames | null;
}

function Symbols({ id, universe }: SymbolsProps): ReactElement {
  return (
    <datalist id={id}>
      {universe?.instruments.slice(0, MOST_OFFERED).map(({ symbol, name }) => (
        <option key={symbol} value={symbol}>
          {shownName(name)}
        </option>
      ))}
    </datalist>
  );
}

function errorOf({ symbol, isKnown, universe }: Tried, dataset: Dataset | null): string | undefined {
  if (dataset === null) return "This data is no longer here: choose other data above.";
  if (universe === null || isKnown) return undefined;
  return symbol === "" ? "Type a symbol of this data." : "This data has no such symbol.";
}

/** Whether the same order may end otherwise: what the source or the form is refused for comes again. */
function canHelp(answer: Result<FieldTrial>): boolean {
  const code = answer.ok ? answer.value.fault?.code : answer.problem.code;
  return code !== undefined && OF_THE_MOMENT.has(code);
}

const OF_THE_MOMENT: ReadonlySet<ProblemCode> = new Set([
  "cancelled",
  "code-unavailable",
  "memory-short",
  "storage-failed",
  "worker-lost",
]);

/** What a screen reader hears of the trial when it is there. */
function stateOf({ trial: { answer, isCurrent }, universe, fault }: Tried, name: string): string {
  if (universe === null) return "It is tried once the prices are read.";
  if (answer === null || !isCurrent) return "";
  if (!answer.ok) return answer.problem.code === "cancelled" ? "Stopped." : "";
  if (answer.value.fault?.code === "code-unavailable") return "It did not run.";
  if (fault) return "It has a fault: see the code.";
  const { figures, isChecked } = answer.value;
  if (figures === null) return "";
  const found = isChecked ? " No look-ahead found in this instrument." : "";
  return `${describe(figures, name)}${found}`;
}

function describe({ bars, values }: TrialFigures, name: string): string {
  const last = values.findLastIndex((value) => !Number.isNaN(value));
  const bar = countOf(values.length, "bar");
  if (last < 0) return `${name} is unknown on all of ${bar}.`;
  const known = values.reduce((count, value) => count + (Number.isNaN(value) ? 0 : 1), 0);
  const day = formatEpochDay(bars.day[last] ?? 0);
  return `Known on ${formatCount(known)} of ${bar}, ${formatSignificant(values[last] ?? NaN)} on ${day}.`;
}
