/** One check at a time; leaving the page ends it. */
import { useEffect, useRef, useState } from "react";
import { useReloadHold } from "#src/app/work-in-hand.ts";
import { formatCount } from "#src/format/number.ts";
import { askOfStrategy } from "#src/run/ask.ts";
import type { StrategyOnData } from "#src/run/ask.ts";
import type { LookAheadVerdict } from "#workers/model/look-ahead.ts";
import type { Problem } from "#workers/model/problem.ts";
import type { Progress } from "#workers/model/protocol.ts";

export type CheckState =
  | { readonly type: "idle" }
  | { readonly type: "checking"; readonly text: string; readonly percent: number }
  | { readonly type: "done"; readonly verdict: LookAheadVerdict }
  | { readonly type: "refused"; readonly problem: Problem };

/** Steps of the bar, in percent: finer ones would only flicker. */
const STEP = 5;

export function useCheck(subject: StrategyOnData) {
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
