/**
 * Whether the money lasts where the months of a run come in other orders: paths of so many years, of whole blocks of the
 * run's own monthly returns, with the run's plan of money in and out. A start in an average month, in place of the months
 * that there were: few of those lie apart from each other.
 *
 * Source of the method: as in luck.ts (circular block bootstrap, blocks of the cube root of the number of returns).
 *
 * A path goes by months. What is due in the first half of one comes and goes before its return, the rest behind it. Sums
 * are those of the run's own first years, grown as they were then.
 */
import type { RunPlan } from "#workers/engine/run-plan.ts";
import type { RunWatcher, Simulation } from "#workers/engine/simulate.ts";
import { growthOf } from "#workers/figures/money.ts";
import { addMonths, fromEpochDay, lastOfMonth, toEpochDay } from "#workers/model/day.ts";
import type { LastingDraws, LastingQuestion } from "#workers/model/lasting.ts";
import { openRandom } from "#workers/model/random.ts";
import type { Random } from "#workers/model/random.ts";
import { quantile } from "./distribution.ts";

const PATHS = 2000;
/** With fewer months a resample says nothing. */
const FEWEST_MONTHS = 24;
const MONTHS_OF_YEAR = 12;
/** Days from the beginning of a month on which its second half begins. */
const HALF_A_MONTH = 15;

/** What is found is null for a run of fewer whole months than FEWEST_MONTHS. */
export function watchLasting(
  plan: RunPlan,
  { years, seed }: LastingQuestion,
): RunWatcher<LastingDraws | null> {
  return {
    hooks: {},
    found(run) {
      const { startMargin } = plan.strategy.simulation;
      const months = monthlyGrowth(plan, run);
      if (months.length < FEWEST_MONTHS) return null;
      const moves = movesByMonth(plan, years * MONTHS_OF_YEAR);
      return drawPaths({ months, moves, startMargin, random: openRandom(seed) });
    },
  };
}

/**
 * What each whole month multiplied the account by that still had money; the period's first and last month are left out, since
 * they may be parts of one.
 */
function monthlyGrowth(plan: RunPlan, run: Simulation): Float64Array {
  const { sessionDay, firstSession, lastSession, negligible } = plan;
  const growth = growthOf(plan, run);
  const factors: number[] = [];
  let before = -1;
  for (let session = firstSession; session < lastSession; session++) {
    if (lastOfMonth(sessionDay[session]) === lastOfMonth(sessionDay[session + 1])) continue;
    const at = session - firstSession;
    if (before >= 0 && run.equity[before] > negligible && growth[before] > 0)
      factors.push(growth[at] / growth[before]);
    before = at;
  }
  return Float64Array.from(factors);
}

/** What is due, by month from the period's first day on. */
export interface MonthlyMoves {
  /** Two a month, its halves: in currency, and what part of the account goes out, 0..1. */
  readonly amount: Float64Array;
  readonly part: Float64Array;
}

function movesByMonth({ flows, sessionDay, firstSession }: RunPlan, months: number): MonthlyMoves {
  const { year, month: ofYear, dayOfMonth } = fromEpochDay(sessionDay[firstSession]);
  const begins = toEpochDay(year, ofYear, dayOfMonth);
  const amount = new Float64Array(2 * months);
  const part = new Float64Array(2 * months);
  let month = 0;
  for (let row = 0; row < flows.session.length; row++) {
    const day = sessionDay[flows.session[row]];
    while (addMonths(begins, month + 1) <= day) month++;
    if (month >= months) break;
    const half = 2 * month + (day - addMonths(begins, month) < HALF_A_MONTH ? 0 : 1);
    amount[half] += flows.amount[row];
    part[half] = 1 - (1 - part[half]) * (1 + flows.percent[row] / 100);
  }
  return { amount, part };
}

interface Drawing {
  /** Factors. */
  readonly months: Float64Array;
  readonly moves: MonthlyMoves;
  readonly startMargin: number;
  readonly random: Random;
}

/** @param drawing - of at least one month and one move */
export function drawPaths({ months, moves, startMargin, random }: Drawing): LastingDraws {
  const blockMonths = Math.max(1, Math.round(Math.cbrt(months.length)));
  const left = new Float64Array(PATHS);
  let lasted = 0;
  for (let path = 0; path < PATHS; path++) {
    let [value, from] = [startMargin, 0];
    let isShort = false;
    for (let half = 0; half < moves.amount.length; half++) {
      value = value * (1 - moves.part[half]) + moves.amount[half];
      if (value < 0) {
        isShort = true;
        value = 0;
      }
      if (half % 2 === 1) continue;
      const month = half / 2;
      if (month % blockMonths === 0) from = Math.floor(random() * months.length) - month;
      value *= months[(from + month) % months.length];
    }
    left[path] = value;
    if (!isShort) lasted++;
  }
  left.sort();
  return {
    paths: PATHS,
    months: months.length,
    blockMonths,
    lasted,
    left: { p5: quantile(left, 0.05), p50: quantile(left, 0.5), p95: quantile(left, 0.95) },
  };
}
