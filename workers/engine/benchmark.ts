/** Chooses what the strategy is compared with: a series bought and held, or the universe in equal weights. */
import { AVERAGE_SHARE } from "#workers/model/benchmark-names.ts";
import { daysOf } from "#workers/model/late-column.ts";
import { INDEX_TYPE, RATE_TYPE } from "#workers/model/market.ts";
import type { Instrument, Market } from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { BenchmarkChoice } from "./run-plan.ts";

/** @param canServe - whether an instrument of the market has a close on or before the first session, as a series needs */
export function chooseBenchmark(
  strategy: Strategy,
  instruments: readonly Instrument[],
  canServe: (instrument: number) => boolean,
): Result<BenchmarkChoice> {
  const wanted = strategy.simulation.benchmark;
  if (wanted === AVERAGE_SHARE) return ok({ type: "average-share" });
  if (wanted !== null) {
    const instrument = instruments.findIndex((each) => each.symbol === wanted);
    const isRate = instrument >= 0 && instruments[instrument].instrumentType === RATE_TYPE;
    if (instrument >= 0 && !isRate && canServe(instrument)) return ok({ type: "series", instrument });
    const reason = isRate
      ? "is a series of rates"
      : instrument < 0
        ? "is not in the data"
        : "has no close on or before the first session of the period";
    return err({
      code: "benchmark-invalid",
      message: `strategy: simulation.benchmark is "${wanted}", which ${reason}. Name another series, or null for the dataset's own.`,
      place: "simulation.benchmark",
    });
  }
  const instrument = instruments.findIndex(
    (each, at) =>
      each.instrumentType === INDEX_TYPE && each.exchange === strategy.scanner.exchange && canServe(at),
  );
  return ok(instrument >= 0 ? { type: "series", instrument } : { type: "equal-weight" });
}

/** @param firstDay - EpochDay of the first session */
export function hasCloseBy(market: Market, instrument: number, firstDay: number): boolean {
  const [first] = daysOf(market, instrument);
  return first !== undefined && first <= firstDay;
}
