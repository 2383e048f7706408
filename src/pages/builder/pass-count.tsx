/** The live preview on screen: beside a condition how many instruments pass it, below the rules all of them together. */
import { useContext, useId } from "react";
import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { countOf, formatCount } from "#src/format/number.ts";
import { Button } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import type { ConditionName, Preview } from "#workers/model/preview.ts";
import styles from "./pass-count.module.css";
import { PreviewContext } from "./use-preview.ts";

/** One line under the figures of a condition that is on. */
export function PassCount({ condition }: { readonly condition: ConditionName }): ReactElement {
  const { preview, isCounting } = useContext(PreviewContext);
  if (!preview) return <p className={styles["line"]}>{isCounting && "Counting…"}</p>; // empty, it keeps the rows in place
  const passing = preview.passing[condition];
  if (passing === null && isCounting) return <p className={styles["line"]}>Counting…</p>;
  if (passing === null)
    return <p className={styles["line"]}>This data can't answer it: the condition is left out.</p>;
  return (
    <div className={classNames(styles["line"], isCounting && styles["stale"])}>
      <p>
        <b>{formatCount(passing)}</b> of {formatCount(preview.instruments)} pass on {formatDay(preview.date)}
      </p>
      <Share part={passing} whole={preview.instruments} />
    </div>
  );
}

/** Below a rule of one's own, at its place: by itself, and with the rows above it. Nothing where it is not counted. */
export function RulePassCount({ place }: { readonly place: string }): ReactElement | null {
  const { preview, isCounting } = useContext(PreviewContext);
  const found = preview?.rules.find((each) => each.place === place);
  if (!preview || !found) return null;
  const { alone, soFar } = found;
  if (alone === null) {
    return <p className={styles["line"]}>It asks about an open position, and is not counted.</p>;
  }
  return (
    <div className={classNames(styles["line"], isCounting && styles["stale"])}>
      <p>
        <b>{formatCount(alone)}</b> of {formatCount(preview.instruments)} by itself
        {soFar !== null && (
          <>
            , <b>{formatCount(soFar)}</b> so far
          </>
        )}
      </p>
      <Share part={alone} whole={preview.instruments} />
    </div>
  );
}

interface PreviewTotalsProps {
  /** Max positions; null while the form can't be read. */
  readonly places: number | null;
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
          <Totals preview={preview} places={places} />
        ) : (
          <p className={styles["soft"]}>
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
  readonly places: number | null;
}

function Totals({ preview, places }: TotalsProps): ReactElement {
  const { instruments, scanner, buy, together } = preview;
  const rows = [
    { name: "Scanner", passing: scanner },
    { name: "Buy rules", passing: buy },
    { name: "Both", passing: together },
  ];
  return (
    <>
      <dl className={styles["figures"]}>
        {rows.map(({ name, passing }) => (
          <div key={name} className={styles["figure"]}>
            <dt>{name}</dt>
            <dd>
              <b>{formatCount(passing)}</b> of {formatCount(instruments)}
              <Share part={passing} whole={instruments} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles["soft"]}>{meaningOf(together, places)}</p>
    </>
  );
}

function meaningOf(together: number, places: number | null): string {
  if (together === 0) return "Nothing would be bought that day.";
  const candidates = `${countOf(together, "candidate")} that day`;
  if (places === null) return `${candidates}.`;
  return together > places
    ? `${candidates} for ${countOf(places, "place")}: the order priority decides.`
    : `${candidates} for ${countOf(places, "place")}.`;
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
