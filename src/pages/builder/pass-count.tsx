/** The live preview on screen: beside a condition how many instruments pass it, below the rules all of them together. */
import { useContext, useId } from "react";
import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { DASH, countOf, formatCount } from "#src/format/number.ts";
import { Button } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import page from "#src/ui/page.module.css";
import type { ConditionName, Preview } from "#workers/model/preview.ts";
import { filterWords, isAboutInstrument } from "./filter-words.ts";
import styles from "./pass-count.module.css";
import type { StepKey } from "./steps.ts";
import { candidateWords, UNNAMED } from "./places-words.ts";
import type { Places } from "./places-words.ts";
import { PreviewContext } from "./use-preview.ts";
import type { PreviewView } from "./use-preview.ts";

/** One line under the figures of a condition that is on. */
export function PassCount({ condition }: { readonly condition: ConditionName }): ReactElement {
  const { preview, isCounting, faultySteps } = useContext(PreviewContext);
  if (faultySteps.has(STEP_OF[condition])) return <p className={styles["line"]} />; // keeps the rows in place
  if (!preview) return <p className={styles["line"]}>{isCounting && "Counting…"}</p>; // empty, it keeps the rows in place
  const passing = preview.passing[condition];
  if (passing === null && isCounting) return <p className={styles["line"]}>Counting…</p>;
  if (passing === null)
    return <p className={styles["line"]}>This data can't answer it: the condition is left out.</p>;
  return (
    <div className={classNames(styles["line"], isCounting && styles["stale"])}>
      <p>
        <b>{formatCount(passing)}</b> of {formatCount(preview.instruments)} pass on {formatDay(preview.date)}
        <FiltersNothing passing={passing} instruments={preview.instruments} />
      </p>
      <Share part={passing} whole={preview.instruments} />
    </div>
  );
}

const STEP_OF: Readonly<Record<ConditionName, StepKey>> = {
  priceGrowth: "scanner",
  minPrice: "scanner",
  marketCapRank: "scanner",
  avgDailyValue: "scanner",
  lastPriceVsClose: "buy",
  lastPriceVsMA: "buy",
};

interface RulePassCountProps {
  /** The rule's place, such as "buy.rules[2].any[0]". */
  readonly place: string;
  /** The line that stands there; null for a group, whose members say by themselves what they leave out. */
  readonly line: string | null;
}

/** Below a rule of one's own: by itself, and with the rows above it. Nothing where it is not counted. */
export function RulePassCount({ place, line }: RulePassCountProps): ReactElement | null {
  const { preview, isCounting } = useContext(PreviewContext);
  const found = preview?.rules.find((each) => each.place === place);
  if (!preview || !found) return null;
  const { alone, soFar, recently } = found;
  if (alone === null) {
    if (line === null) return null;
    return <p className={styles["line"]}>Not counted: it asks about an open position.</p>;
  }
  const words = wordsSoFar(place);
  return (
    <div className={classNames(styles["line"], isCounting && styles["stale"])}>
      <p>
        <b>{formatCount(alone)}</b> of {formatCount(preview.instruments)} pass
        {recently && (
          <>
            , true on <b>{formatCount(recently.sessions)}</b> of the last {countOf(recently.of, "session")}
          </>
        )}
        {soFar !== null && words !== null && (
          <>
            , <b>{formatCount(soFar)}</b> {words}
          </>
        )}
        {line !== null && isFilter(place, line) && (
          <FiltersNothing passing={alone} instruments={preview.instruments} />
        )}
      </p>
      <Share part={alone} whole={preview.instruments} />
    </div>
  );
}

/** Whether a line is there to leave instruments out: not one that sells, and none of a group of what must not hold. */
function isFilter(place: string, line: string): boolean {
  return !place.startsWith("sell.") && !place.includes(".none[") && isAboutInstrument(line);
}

interface FiltersNothingProps {
  readonly passing: number;
  readonly instruments: number;
}

function FiltersNothing({ passing, instruments }: FiltersNothingProps): ReactElement | null {
  const words = filterWords(passing, instruments);
  return words === null ? null : <span className={styles["idle"]}>. It {words}.</span>;
}

/** What a row's second count is of, by the way in which its list is joined; null where it would only be the first again. */
function wordsSoFar(place: string): string | null {
  const [, joins = OUTERMOST.get(place.split(".")[0] ?? ""), row] =
    /(?:\.(any|all|none))?\[(\d+)\]$/.exec(place) ?? [];
  if (joins === "none") return "pass none so far";
  const isFirst = row === "0";
  if (joins === "any") return isFirst ? null : "with this or a row above";
  if (joins === "all") return isFirst && place.includes("].") ? null : "with the rows above";
  return "so far";
}

/** The scanner's rules are joined as its own setting says. */
const OUTERMOST: ReadonlyMap<string, string> = new Map([
  ["buy", "all"],
  ["sell", "any"],
]);

interface PreviewTotalsProps {
  /** null while the form can't be read. */
  readonly places: Places | null;
  /** The chosen data has nothing of what is asked for. */
  readonly isBlocked: boolean;
}

const NOTHING_TO_COUNT = "The chosen data has nothing to count.";
const UNREADABLE = "Counted once every field can be read.";

/** Scanner, buy rules and both, on the last session of the period. */
export function PreviewTotals({ places, isBlocked }: PreviewTotalsProps): ReactElement {
  const view = useContext(PreviewContext);
  const { preview, problem, isCounting } = view;
  const titleId = useId();
  return (
    <section className={styles["totals"]} aria-labelledby={titleId} aria-busy={isCounting}>
      <div className={styles["totalsHeading"]}>
        <h3 id={titleId}>{preview ? `What passes on ${formatDay(preview.date)}` : "What passes"}</h3>
        {isCounting && <span className={styles["spinner"]} aria-hidden="true" />}
      </div>
      <div className={styles["answer"]} aria-live="polite" aria-atomic="true">
        {problem ? (
          <p>No count: {problem.message}</p>
        ) : preview ? (
          <Totals preview={preview} places={places} view={view} />
        ) : (
          <p className={page["quiet"]}>
            {isCounting ? "Reading the prices…" : isBlocked ? NOTHING_TO_COUNT : UNREADABLE}
          </p>
        )}
      </div>
      {problem && (
        <Button kind="quiet" size="small" onClick={view.countAgain}>
          Count again
        </Button>
      )}
    </section>
  );
}

interface TotalsProps {
  readonly preview: Preview;
  readonly places: Places | null;
  readonly view: Pick<PreviewView, "faultySteps" | "isUnnamed">;
}

function Totals({ preview, places, view: { faultySteps, isUnnamed } }: TotalsProps): ReactElement {
  const { instruments, scanner, buy, together } = preview;
  const [noScanner, noBuy] = [faultySteps.has("scanner"), faultySteps.has("buy")];
  const rows = [
    { name: "Scanner", passing: noScanner ? null : scanner },
    { name: "Buy rules", passing: noBuy ? null : buy },
    { name: "Both", passing: noScanner || noBuy ? null : together },
  ];
  return (
    <>
      <dl className={styles["figures"]}>
        {rows.map(({ name, passing }) => (
          <div key={name} className={styles["figure"]}>
            <dt>{name}</dt>
            <dd>
              <b>{passing === null ? DASH : formatCount(passing)}</b> of {formatCount(instruments)}
              <Share part={passing ?? 0} whole={instruments} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={page["quiet"]}>
        {noScanner || noBuy
          ? `${faultyName(noScanner, noBuy)} counted once every field there can be read.`
          : isUnnamed
            ? `No candidates yet. ${UNNAMED}`
            : candidateWords(together, places)}
      </p>
    </>
  );
}

function faultyName(noScanner: boolean, noBuy: boolean): string {
  if (noScanner && noBuy) return "Scanner and buy rules are";
  return noScanner ? "The scanner is" : "The buy rules are";
}

/** The figure beside it as a bar. */
function Share({ part, whole }: { readonly part: number; readonly whole: number }): ReactElement {
  const percent = whole === 0 ? 0 : (100 * part) / whole;
  return (
    <span className={styles["share"]} aria-hidden="true">
      <span className={styles["part"]} style={{ width: `${percent}%` }} />
    </span>
  );
}
