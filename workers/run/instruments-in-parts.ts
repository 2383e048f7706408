/** Instruments of a stored dataset that is larger than the memory. For the worker, which loads it when it meets one. */
import { withParts } from "#workers/market/dataset-store.ts";
import { barsOf, createInstrumentList, factsOf } from "#workers/market/instrument-bars.ts";
import type { InstrumentBars, InstrumentSummary } from "#workers/model/instruments.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { StoredInParts } from "./run-in-parts.ts";

/** @param today - EpochDay. @param onPart - called with every part that was read */
export function listInParts(
  { datasetId, splits = [] }: StoredInParts,
  today: number,
  onPart: () => void,
): Promise<Result<InstrumentSummary[]>> {
  return withParts(datasetId, { splits }, (market) => {
    const list = createInstrumentList(today);
    for (let part = 0; part < market.parts; part++) {
      list.add(market.readPart(part, ["day", "open", "close", "adjClose"]).market);
      onPart();
    }
    return ok(list.finish());
  });
}

/** null for a symbol that the dataset hasn't, or whose bars are damaged. */
export function loadBarsInParts(
  { datasetId, splits = [] }: StoredInParts,
  symbol: string,
): Promise<Result<InstrumentBars | null>> {
  return withParts(datasetId, { splits }, (market) => {
    const instrument = market.instruments.findIndex((each) => each.symbol === symbol);
    if (instrument < 0) return ok(null);
    const alone = market.readInstrument(instrument, ["day", "open", "high", "low", "close", "volume"]);
    const bars = market.damaged().includes(symbol) ? null : barsOf(alone, symbol);
    return ok(bars && { ...bars, ...factsOf(market.facts, instrument) });
  });
}
