/** Checks the strategy of the URL, or the one of its run, for look-ahead: on request, with progress and a verdict. */
import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useRef, useState } from "react";
import type { ReactElement } from "react";
import { Link, useSearchParams } from "wouter";
import { useReloadHold } from "#src/app/work-in-hand.ts";
import { CodeConsent, isAskedAbout } from "#src/code/code-consent.tsx";
import { formatCount } from "#src/format/number.ts";
import type { StrategyOnData } from "#src/run/ask.ts";
import { askOfStrategy } from "#src/run/ask.ts";
import { loadRun } from "#src/storage/runs.ts";
import { loadStrategy } from "#src/storage/strategies.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button, buttonClass } from "#src/ui/button.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import { ProgressBar } from "#src/ui/progress-bar.tsx";
import type { LookAheadVerdict } from "#workers/model/look-ahead.ts";
import { ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Progress } from "#workers/model/protocol.ts";
import styles from "./look-ahead-page.module.css";
import { VerdictPanel } from "./verdict-panel.tsx";

const TITLE = "Look-ahead check";

export function LookAheadPage(): ReactElement | null {
  const [params] = useSearchParams();
  const [runId, strategyId] = [params.get("run"), params.get("id") ?? ""];
  const key = runId ?? strategyId;
  const loaded = useLiveQuery(
    async () => ({
      key,
      subject: await (runId === null ? subjectOfStrategy(strategyId) : subjectOfRun(runId)),
    }),
    [key, runId, strategyId],
  );
  if (!loaded || loaded.key !== key) return null;
  if (loaded.subject.ok) return <Check key={key} subject={loaded.subject.value} />;
  return (
    <div className={page["apart"]}>
      <PageHeading title={TITLE} />
      <EmptyState title="Nothing to check" text={loaded.subject.problem.message}>
        <Link href="/strategy" className={buttonClass("primary")}>
          Go to your strategies
        </Link>
      </EmptyState>
    </div>
  );
}

function Check({ subject: now }: { readonly subject: StrategyOnData }): ReactElement {
  const [subject] = useState(now); // what is checked doesn't change under a check
  const { state, start, cancel } = useCheck(subject);
  const { name } = subject.strategy;
  return (
    <div className={page["apart"]}>
      <PageHeading
        title={TITLE}
        tabTitle={`${name}, look-ahead check`}
        lead={`Does "${name}" use prices that it could not have known?`}
      />
      <Panel title="What it does">
        <div className={styles["words"]}>
          <p>
            A result that looks ahead is worthless: it knew tomorrow's prices. So the run is repeated with the
            data cut at 50 sessions, each followed by one day of nonsense prices. If what was decided up to a
            session changes once its future is taken away, the decision used that future.
          </p>
          {state.type === "checking" ? (
            <>
              <p className={styles["stage"]}>{state.text}</p>
              <ProgressBar label="Look-ahead check" percent={state.percent} />
              <div>
                <Button onClick={cancel}>Cancel</Button>
              </div>
            </>
          ) : (
            <div>
              <Button kind="primary" onClick={start}>
                {state.type === "idle" ? "Start the check" : "Check again"}
              </Button>
            </div>
          )}
        </div>
      </Panel>
      <output>
        {state.type === "refused" && state.problem.code === "cancelled" && (
          <p>The check was cancelled. Nothing was changed.</p>
        )}
        {state.type === "done" && (
          <VerdictPanel verdict={state.verdict} priceBasis={subject.strategy.simulation.priceBasis} />
        )}
      </output>
      {state.type === "refused" && state.problem.code !== "cancelled" && (
        <WarningBanner message={`${openingOf(state.problem)}: ${state.problem.message}`} />
      )}
      {state.type === "refused" && isAskedAbout(state.problem.code) && (
        <CodeConsent fields={subject.strategy.computed} onAllowed={start} />
      )}
    </div>
  );
}

/** A number of the strategy's own that was caught at looking ahead is the check's answer, no failure of it. */
function openingOf({ code }: Problem): string {
  return code === "code-looks-ahead" ? "The strategy looks ahead" : "The strategy could not be checked";
}

async function subjectOfStrategy(id: string): Promise<Result<StrategyOnData>> {
  const record = await loadStrategy(id);
  return record.ok ? ok({ strategy: record.value.strategy, datasetId: record.value.datasetId }) : record;
}

async function subjectOfRun(id: string): Promise<Result<StrategyOnData>> {
  const run = await loadRun(id);
  return run.ok ? ok({ strategy: run.value.strategy, datasetId: run.value.datasetId }) : run;
}

type CheckState =
  | { readonly type: "idle" }
  | { readonly type: "checking"; readonly text: string; readonly percent: number }
  | { readonly type: "done"; readonly verdict: LookAheadVerdict }
  | { readonly type: "refused"; readonly problem: Problem };

/** Steps of the bar, in percent: finer ones would only flicker. */
const STEP = 5;

/** One check at a time; leaving the page ends it. */
function useCheck(subject: StrategyOnData) {
  const [state, setState] = useState<CheckState>({ type: "idle" });
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  useReloadHold(state.type === "checking" ? "the check has ended" : null);
  const start = async () => {
    const own = new AbortController();
    stop.current?.abort();
    stop.current = own;
    setState({ type: "checking", text: "Reading the prices...", percent: 0 });
    const outcome = await askOfStrategy("checkLookAhead", subject, (request) => request, {
      onProgress: (progress) => setState((before) => advance(before, progress)),
      signal: own.signal,
    });
    if (stop.current !== own) return; // a later one took its place
    setState(
      outcome.ok ? { type: "done", verdict: outcome.value } : { type: "refused", problem: outcome.problem },
    );
  };
  return { state, start: () => void start(), cancel: () => stop.current?.abort() };
}

function advance(before: CheckState, { stage, percent, field }: Progress): CheckState {
  if (before.type !== "checking") return before;
  const whole = STEP * Math.floor(percent / STEP);
  const text = textOf(stage, field);
  return whole === before.percent && text === before.text
    ? before
    : { type: "checking", text, percent: whole };
}

function textOf(stage: Progress["stage"], field: Progress["field"]): string {
  if (stage === "checking") return "Repeating the run with the data cut...";
  if (stage !== "computing" || !field) return "Reading the prices...";
  const { what, name, done, of } = field;
  const count = `${formatCount(done)} of ${formatCount(of)}`;
  return what === "computing"
    ? `Computing ${name}, ${count}...`
    : `Computing ${name} again on shorter histories, ${count}...`;
}
