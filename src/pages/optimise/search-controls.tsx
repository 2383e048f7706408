import type { ReactElement } from "react";
import { CodeConsent, isAskedAbout } from "#src/code/code-consent.tsx";
import { targetName } from "#src/format/target-text.ts";
import { countOf, formatCount } from "#src/format/number.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { ProgressBar } from "#src/ui/progress-bar.tsx";
import { gridSize } from "#workers/model/variant-grid.ts";
import { OwnNumbers } from "#src/ui/own-numbers.tsx";
import page from "#src/ui/page.module.css";
import type { Strategy } from "#workers/model/strategy.ts";
import type { GridAxes } from "#workers/model/variant-grid.ts";
import { valuesText } from "./axis-form.ts";
import styles from "./optimise-page.module.css";
import type { useSearch } from "./use-search.ts";

interface SearchControlsProps {
  /** null while the form is not valid. */
  readonly axes: GridAxes | null;
  readonly strategy: Strategy;
  /** Why the grid as a whole can't be. */
  readonly message: string | undefined;
  readonly search: ReturnType<typeof useSearch>;
}

/** How much there is to run, the way to start and to end it, and how far it is. */
export function SearchControls({ axes, strategy, message, search }: SearchControlsProps): ReactElement {
  const { state, msEach, pool, start, cancel } = search;
  const { cells, isRunning, problem, wasCancelled } = state;
  const done = cells.filter((cell) => cell !== null).length;
  const left = cells.length - done;
  return (
    <div className={page["parts"]}>
      {axes && (
        <p className={page["soft"]}>
          {axes.map((axis) => `${targetName(axis, strategy)}, ${valuesText(axis)}`).join(". ")}.
        </p>
      )}
      {message !== undefined && <p className={styles["warning"]}>{message}</p>}
      {axes && state.search && !isRunning && (
        <p>
          <strong>{countOf(gridSize(axes), "variant")}</strong>
          {done > 0 && left > 0 && `, ${formatCount(done)} of them known from before`}
          {left > 0 && `: ${estimate(left, msEach, pool.workers)}`}
          {left === 0 && ", all of them run"}.
        </p>
      )}
      {isRunning && (
        <>
          <p className={styles["stage"]}>
            {formatCount(done)} of {countOf(cells.length, "variant")} done
          </p>
          <ProgressBar label="Optimisation" percent={(100 * done) / Math.max(1, cells.length)} />
        </>
      )}
      <div className={styles["actions"]}>
        {isRunning ? (
          <Button onClick={cancel}>Cancel</Button>
        ) : (
          <Button kind="primary" disabled={!axes || !state.search || left === 0} onClick={start}>
            {done > 0 && left > 0 ? "Continue" : "Start"}
          </Button>
        )}
        <output>{wasCancelled && "Cancelled. Results so far are kept; continue whenever you like."}</output>
      </div>
      {problem && <WarningBanner message={problem.message} />}
      <CodeConsent
        fields={strategy.computed}
        otherwise={<OwnNumbers fields={strategy.computed ?? []} />}
        onAllowed={() => isAskedAbout(problem?.code) && start()}
      />
    </div>
  );
}

function estimate(variants: number, msEach: number | null, workers: number): string {
  const cores = workers === 1 ? "one core" : `${workers} cores`;
  if (msEach === null) return "the time they take is being measured";
  const seconds = (variants * msEach) / workers / 1000;
  const time =
    seconds < 1
      ? "less than a second"
      : seconds < 90
        ? `about ${countOf(Math.ceil(seconds), "second")}`
        : `about ${countOf(Math.round(seconds / 60), "minute")}`;
  return `${time} on ${cores}`;
}
