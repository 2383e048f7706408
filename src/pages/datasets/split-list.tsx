import type { ReactElement } from "react";
import { formatDay, formatMoment } from "#src/format/day.ts";
import { decideSplit, undoSplit } from "#src/storage/datasets.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import type { SplitDecision } from "#src/storage/records.ts";
import { Button } from "#src/ui/button.tsx";
import page from "#src/ui/page.module.css";
import { useStatus } from "#src/ui/status-messages.tsx";
import { VisuallyHidden } from "#src/ui/visually-hidden.tsx";
import type { Result } from "#workers/model/problem.ts";
import type { InstrumentQuality, SuspectedSplit } from "#workers/model/quality.ts";
import styles from "./instruments-page.module.css";
import { openSplits } from "./quality-words.ts";

interface SplitListProps {
  readonly dataset: Dataset;
  readonly quality: InstrumentQuality;
  readonly formatPrice: (value: number) => string;
}

/** Suspected splits to decide about, and those that were decided, to undo. */
export function SplitList({ dataset, quality, formatPrice }: SplitListProps): ReactElement | null {
  const showStatus = useStatus();
  const { symbol } = quality;
  const open = openSplits(quality, dataset.splits);
  const decided = dataset.splits.filter((one) => one.symbol === symbol);
  const tell = async (writing: Promise<Result<null>>, done: string): Promise<void> => {
    const written = await writing;
    showStatus(written.ok ? done : written.problem.message);
  };
  const decide = ({ date, factor, fraction }: SuspectedSplit, decision: SplitDecision["decision"]): void => {
    const words = {
      adjust: `Earlier prices are adjusted for ${fraction}.`,
      ignore: "Left as it is.",
      "leave-out": `${symbol} is left out: no run trades or ranks it.`,
    }[decision];
    void tell(decideSplit(dataset.id, { symbol, date, factor, fraction, decision }), words);
  };
  if (open.length === 0 && decided.length === 0) return null;
  return (
    <section className={styles["stack"]} aria-labelledby="splits">
      <h3 id="splits">Suspected splits</h3>
      <ul className={styles["splits"]}>
        {open.map((split) => (
          <li key={split.date} className={styles["split"]}>
            <p>{describeSplit(split, formatPrice)}</p>
            {dataset.origin === "imported" && (
              <div className={page["actions"]}>
                <Button size="small" kind="primary" onClick={() => decide(split, "adjust")}>
                  Adjust earlier prices{" "}
                  <VisuallyHidden>
                    for {split.fraction} on {formatDay(split.date)}
                  </VisuallyHidden>
                </Button>
                <Button size="small" onClick={() => decide(split, "ignore")}>
                  Leave as it is <VisuallyHidden>on {formatDay(split.date)}</VisuallyHidden>
                </Button>
                <Button size="small" onClick={() => decide(split, "leave-out")}>
                  Leave the instrument out <VisuallyHidden>for {formatDay(split.date)}</VisuallyHidden>
                </Button>
              </div>
            )}
          </li>
        ))}
        {decided.map((split) => (
          <li key={split.date} className={styles["split"]}>
            <p>{describeDecision(split)}</p>
            <div className={page["actions"]}>
              <Button
                size="small"
                onClick={() => void tell(undoSplit(dataset.id, symbol, split.date), "Undone.")}
              >
                Undo <VisuallyHidden>the decision on {formatDay(split.date)}</VisuallyHidden>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {dataset.origin === "bundled" && <p className={page["soft"]}>The demo market can't be changed.</p>}
    </section>
  );
}

function describeSplit(
  { date, before, after, fraction, isConfirmed }: SuspectedSplit,
  formatPrice: (value: number) => string,
): string {
  const sure =
    isConfirmed === null
      ? ""
      : isConfirmed
        ? " The adjusted closes do not jump, as after a true split."
        : " The adjusted closes jump as well.";
  return `${formatDay(date)}: from ${formatPrice(before)} to ${formatPrice(after)} overnight, like a split of ${fraction}.${sure}`;
}

function describeDecision({ date, fraction, decision, decidedAt }: SplitDecision): string {
  const what = {
    adjust: `adjusted for ${fraction}: earlier prices are divided, volumes multiplied`,
    ignore: "left as it is",
    "leave-out": "the instrument is left out: no run trades or ranks it",
  }[decision];
  return `${formatDay(date)}: ${what}. Decided ${formatMoment(decidedAt)}.`;
}
