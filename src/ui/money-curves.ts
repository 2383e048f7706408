/** A run's money session by session, for its chart and its table. */
import type { GrowthSpan } from "./growth-drawing.ts";
import type { Report } from "#workers/model/report.ts";

/** One value a session, in the run's currency. */
export interface MoneyCurves {
  /** EpochDay of each session. */
  readonly day: Int32Array;
  readonly account: Float64Array;
  /** All that came in so far less all that went out; the initial margin is the first of it. */
  readonly putIn: Float64Array;
  /** The same money in the benchmark and in the average share. */
  readonly benchmark: Float64Array;
  readonly average: Float64Array;
}

/** @param span - the sessions that are shown: all curves are cut to it, none begins anew. Of a report without money: empty */
export function moneyCurves(report: Report, { fromRow, toRow }: GrowthSpan): MoneyCurves {
  const { equity, money, account, performance } = report;
  const moves = account?.moves ?? null;
  const cut = (values: Float64Array) => values.slice(fromRow, toRow + 1);
  if (!money || moves === null) {
    const none = new Float64Array(0);
    return { day: new Int32Array(0), account: none, putIn: none, benchmark: none, average: none };
  }
  let put = performance.startValue;
  const putIn = moves.in.map((came, row) => {
    put += came - (moves.paid[row] ?? 0);
    const shown = put;
    put -= moves.paidAfter[row] ?? 0;
    return shown;
  });
  return {
    day: equity.day.slice(fromRow, toRow + 1),
    account: cut(equity.value),
    putIn: cut(putIn),
    benchmark: cut(money.benchmarkValues),
    average: cut(money.universeValues),
  };
}
