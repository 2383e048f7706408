/** A run's verdict as the page shows it: names as shown.ts has them, figures as the person's settings do. */
import { parseIsoDay } from "#workers/model/day.ts";
import type { ChainedRun } from "#workers/model/protocol.ts";
import type { RunSketch } from "#workers/model/run-sketch.ts";
import { verdictOf } from "#workers/words/verdict.ts";
import type { Verdict, Yardsticks } from "#workers/words/verdict.ts";
import { formatDecimal } from "./number.ts";
import { shownName } from "./shown.ts";

export function shownVerdict(known: Yardsticks): Verdict {
  const { benchmark } = known;
  const label = shownName(benchmark?.label ?? "");
  return verdictOf({ ...known, benchmark: benchmark && { ...benchmark, label } }, formatDecimal);
}

export function sketchYardsticks(sketch: RunSketch): Yardsticks {
  const { from, to, instruments = null, cagr, benchmark, average = null } = sketch;
  const [first, last] = [parseIsoDay(from), parseIsoDay(to)];
  return {
    days: first === null || last === null ? null : last - first,
    instruments,
    own: cagr,
    benchmark,
    average,
    random: null,
    hasLookAhead: false,
  };
}

export function chainYardsticks({ day, cagr, benchmark, average }: ChainedRun): Yardsticks {
  return {
    days: day.length === 0 ? null : (day.at(-1) ?? 0) - (day[0] ?? 0),
    instruments: null,
    own: cagr,
    benchmark: benchmark ?? null,
    average: average ?? null,
    random: null,
    hasLookAhead: false,
  };
}

/** By how much a run misses the yardstick that it does worst against, or passes all: lists are ordered by it. */
export function leastLead(known: Yardsticks): number {
  const points = verdictOf(known).parts.flatMap((part) => part.points ?? []);
  return points.length === 0 ? Number.NEGATIVE_INFINITY : Math.min(...points);
}
