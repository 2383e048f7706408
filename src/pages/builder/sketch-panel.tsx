/** What the strategy as it stands would have done: a small curve beside the benchmark, and five figures. */
import { useContext, useEffect } from "react";
import type { ReactElement } from "react";
import { nameAtEnds } from "#src/format/bar-words.ts";
import { formatDayRange } from "#src/format/day.ts";
import { DASH, formatCount, formatPercent } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import { shownVerdict, sketchYardsticks } from "#src/format/verdict-words.ts";
import { classNames } from "#src/ui/class-names.ts";
import { notePreview } from "#src/run/note-preview.ts";
import { Button } from "#src/ui/button.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import { SmallCurves } from "#src/ui/small-curves.tsx";
import { VerdictSentence } from "#src/ui/verdict-text.tsx";
import { VisuallyHidden } from "#src/ui/visually-hidden.tsx";
import type { RunSketch } from "#workers/model/run-sketch.ts";
import { hasYearlyRate } from "#workers/words/verdict.ts";
import type { FormOutcome } from "./form-values.ts";
import styles from "./sketch-panel.module.css";
import { PreviewContext } from "./use-preview.ts";
import type { Reading } from "./use-reading.ts";
import type { Rehearsed } from "./use-rehearsal.ts";

interface SketchPanelProps {
  /** What is known of the form as it stands. */
  readonly reading: Pick<Reading, "rehearsed" | "outcome" | "advice">;
  /** What the strategy's tries are counted with; see families.ts. */
  readonly family: string;
}

export function SketchPanel({ reading, family }: SketchPanelProps): ReactElement {
  const { rehearsed, outcome, advice } = reading;
  const { sketch, isCurrent, isPutOff, again } = rehearsed;
  const missing = useMissing(
    rehearsed,
    advice.some(({ stopsStart }) => stopsStart),
  );
  const isShown = sketch !== null && (isCurrent || missing === null);
  useNoteDrawn(isCurrent ? outcome : null, family);
  return (
    <Panel title="What it would have done">
      <div className={styles["panel"]} aria-busy={!isCurrent && missing === null}>
        {isShown ? (
          <div className={classNames(styles["sketch"], !isCurrent && styles["stale"])}>
            <Sketch sketch={sketch} />
          </div>
        ) : (
          <p className={page["small"]}>{missing ?? "Appears when you stop typing."}</p>
        )}
        {isPutOff && (
          <Button size="small" onClick={again}>
            Draw it
          </Button>
        )}
      </div>
    </Panel>
  );
}

/** A picture of the form as it stands counts as a try. @param drawn - null while there is none */
function useNoteDrawn(drawn: FormOutcome | null, family: string): void {
  const showStatus = useStatus();
  useEffect(() => {
    if (!drawn) return;
    const note = async () => {
      const noted = await notePreview({ ...drawn, family });
      if (!noted.ok) showStatus(noted.problem.message);
    };
    void note();
  }, [drawn, family, showStatus]);
}

/**
 * Why there is no picture of the form as it stands, and none is on its way; null where one is.
 *
 * @param isBlocked - something keeps the form from being run: it is told with the step's advice
 */
function useMissing({ isCurrent, refusal, isPutOff }: Rehearsed, isBlocked: boolean): string | null {
  const { faultySteps, problem } = useContext(PreviewContext);
  if (isCurrent) return null;
  if (faultySteps.size > 0) return "Appears once every field can be read.";
  if (isBlocked) return "Appears once the strategy can run.";
  const why = refusal ?? problem;
  if (why) return `Not drawn: ${why.message}`;
  return isPutOff ? "Not drawn: other work came first." : null;
}

function Sketch({ sketch }: { readonly sketch: RunSketch }): ReactElement {
  const { from, to, benchmark } = sketch;
  const compared = shownName(benchmark.label);
  const known = sketchYardsticks(sketch);
  const isYear = hasYearlyRate(known);
  if (sketch.positions === 0)
    return <p>Nothing: in {formatDayRange(from, to)} it would have bought no instrument.</p>;
  return (
    <>
      <SmallCurves account={sketch.account} index={sketch.index} />
      <p className={styles["legend"]}>
        <span className={styles["own"]}>Strategy</span>
        <span className={styles["benchmark"]}>{compared}</span>
      </p>
      <p>
        <VerdictSentence verdict={shownVerdict(known)} />
      </p>
      <table className={styles["figures"]}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>Figure</VisuallyHidden>
            </th>
            <th scope="col">Strategy</th>
            <th scope="col">{compared}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">CAGR</th>
            <td>{percent(isYear ? sketch.cagr : null)}</td>
            <td>{percent(isYear ? benchmark.cagr : null)}</td>
          </tr>
          <tr>
            <th scope="row">{nameAtEnds("Deepest fall", sketch.frequency)}</th>
            <td>{percent(sketch.maxDrawdown)}</td>
            <td>{percent(benchmark.maxDrawdown)}</td>
          </tr>
          <tr>
            <th scope="row">{sketch.rebalances === undefined ? "Trades" : "Days with orders"}</th>
            <td>{formatCount(sketch.rebalances ?? sketch.trades)}</td>
            <td>{DASH}</td>
          </tr>
          <tr>
            <th scope="row">Invested</th>
            <td>{formatPercent(sketch.invested, 0)}</td>
            <td>{DASH}</td>
          </tr>
        </tbody>
      </table>
      <p className={page["small"]}>
        {formatDayRange(from, to)}, with the costs that are set. Start Simulation has the rest.
      </p>
      {sketch.isUnchecked && (
        <p>
          Not checked yet: Start Simulation checks whether the largest gains depend on later bars that your
          own code knew.
        </p>
      )}
    </>
  );
}

function percent(value: number | null): string {
  return formatPercent(value, 1);
}
