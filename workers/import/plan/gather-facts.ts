/** What is known of a plan's instruments: from the dataset that gets the files, instruments.csv files and answers. */
import type { InstrumentFacts } from "#workers/market/instruments-file.ts";
import { RATE_TYPE } from "#workers/model/market.ts";
import type { Instrument } from "#workers/model/market.ts";
import type { InstrumentDefaults } from "#workers/model/reading.ts";
import type { Base } from "./base.ts";
import type { PlanFile } from "../what/file-check.ts";

export const NO_DEFAULTS: InstrumentDefaults = { exchange: "", instrumentType: "EQUITY", currency: "" };

/** What the dataset says of its instruments stays as it is, where an instruments.csv doesn't say otherwise. */
export function factsOf(base: Pick<Base, "instruments"> | null): Map<string, InstrumentFacts> {
  return new Map(
    (base?.instruments ?? []).map(({ symbol, name, exchange, instrumentType, currency, sector = "" }) => [
      symbol,
      { name, exchange, instrumentType, currency, sector, sharesOutstanding: NaN },
    ]),
  );
}

/** What an instruments.csv says counts before what was answered for a file; the first file that has a symbol counts. */
export function addFacts(
  facts: Map<string, InstrumentFacts>,
  file: PlanFile,
  defaults: InstrumentDefaults = NO_DEFAULTS,
): void {
  for (const [symbol, own] of file.facts ?? []) {
    const known = facts.get(symbol);
    facts.set(symbol, {
      name: own.name || (known?.name ?? ""),
      exchange: own.exchange || (known?.exchange ?? ""),
      instrumentType: own.instrumentType || (known?.instrumentType ?? ""),
      currency: own.currency || (known?.currency ?? ""),
      sector: own.sector || (known?.sector ?? ""),
      sharesOutstanding: own.sharesOutstanding,
    });
  }
  const { symbols, rates } = file.check;
  const own = new Set(rates);
  for (const symbol of file.rows ? symbols : []) {
    const known = facts.get(symbol);
    facts.set(symbol, {
      name: known?.name ?? "",
      exchange: known?.exchange || defaults.exchange,
      instrumentType: known?.instrumentType || (own.has(symbol) ? RATE_TYPE : defaults.instrumentType),
      currency: known?.currency || defaults.currency,
      sector: known?.sector ?? "",
      sharesOutstanding: known?.sharesOutstanding ?? NaN,
    });
  }
}

/** Where an instrument is traded, and as what. */
export function placeInstrument(
  instrument: Instrument,
  facts: ReadonlyMap<string, InstrumentFacts>,
): Instrument {
  const known = facts.get(instrument.symbol);
  return {
    ...instrument,
    exchange: known?.exchange || NO_DEFAULTS.exchange,
    instrumentType: known?.instrumentType || NO_DEFAULTS.instrumentType,
    currency: known?.currency || NO_DEFAULTS.currency,
  };
}
