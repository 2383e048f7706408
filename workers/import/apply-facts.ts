/**
 * What lists of companies say, put to a market's instruments by symbol. It fills in what the market doesn't know: a
 * name, a sector, and market caps of bars that have none, as close x shares outstanding.
 */
import { formatIsoDay } from "#workers/model/day.ts";
import type { FactsExample, FactsPreview } from "#workers/model/import-plan.ts";
import type { Instrument, Market } from "#workers/model/market.ts";
import type { ListedFacts } from "./file-check.ts";

export interface MarketWithFacts {
  readonly market: Market;
  readonly preview: FactsPreview;
}

const EXAMPLES = 3;

/**
 * @param asOf - EpochDay that the lists' figures are of: a market cap is turned into shares with the last close on or
 * before it; null for the last day of the market
 */
export function applyFacts(
  market: Market,
  listed: ReadonlyMap<string, ListedFacts>,
  asOf: number | null,
): MarketWithFacts {
  const day = asOf ?? market.day.reduce((last, one) => Math.max(last, one), -Infinity);
  const find = createFinder(listed);
  const caps = market.marketCap?.slice() ?? new Float64Array(market.close.length).fill(NaN);
  const examples: FactsExample[] = [];
  const counts = { matched: 0, names: 0, sectors: 0, marketCaps: 0 };
  const instruments = market.instruments.map((instrument, at) => {
    const facts = find(instrument.symbol);
    if (!facts) return instrument;
    const shares = sharesOf(market, at, facts, day);
    const hasCaps = fillCaps(market, at, caps, shares);
    const told = describe(instrument, facts, hasCaps);
    counts.matched++;
    if (told.name !== instrument.name) counts.names++;
    if (told.sector !== instrument.sector) counts.sectors++;
    if (hasCaps) counts.marketCaps++;
    if (examples.length < EXAMPLES) {
      const { name, sector } = facts;
      examples.push({ symbol: instrument.symbol, name, sector, sharesOutstanding: hasCaps ? shares : NaN });
    }
    return told;
  });
  return {
    market: { ...market, instruments, marketCap: counts.marketCaps > 0 ? caps : market.marketCap },
    preview: {
      ...counts,
      listed: listed.size,
      asOf: Number.isFinite(day) ? formatIsoDay(day) : null,
      examples,
    },
  };
}

function describe(instrument: Instrument, { name, sector }: ListedFacts, hasCaps: boolean): Instrument {
  const known = instrument.sector ?? "";
  return {
    ...instrument,
    name: instrument.name || name,
    ...(known === "" && sector === "" ? {} : { sector: known || sector }),
    marketCapLooksAhead: instrument.marketCapLooksAhead || hasCaps,
  };
}

/** NaN where neither shares nor a market cap with a close on or before its day are known. */
function sharesOf(market: Market, instrument: number, facts: ListedFacts, day: number): number {
  if (!Number.isNaN(facts.sharesOutstanding)) return facts.sharesOutstanding;
  for (
    let bar = (market.barOffset[instrument + 1] ?? 0) - 1;
    bar >= (market.barOffset[instrument] ?? 0);
    bar--
  ) {
    if ((market.day[bar] ?? 0) <= day) return facts.marketCap / (market.close[bar] ?? NaN);
  }
  return NaN;
}

/** Gives the bars of an instrument that have no market cap one: close x shares. @returns true where a bar got one */
export function fillCaps(market: Market, instrument: number, caps: Float64Array, shares: number): boolean {
  if (Number.isNaN(shares)) return false;
  let hasFilled = false;
  for (let bar = market.barOffset[instrument] ?? 0; bar < (market.barOffset[instrument + 1] ?? 0); bar++) {
    if (!Number.isNaN(caps[bar])) continue;
    caps[bar] = (market.close[bar] ?? NaN) * shares;
    hasFilled = true;
  }
  return hasFilled;
}

const EXCHANGE_ENDING = /\.(?:NS|BO|US|N|O|OQ|NSE|BSE|NYSE|NASDAQ)$/;

/** By the symbol as it is; else in capitals with one sign for `.`, `-` and `/`; else without the exchange's ending. */
function createFinder(listed: ReadonlyMap<string, ListedFacts>): (symbol: string) => ListedFacts | null {
  const byPlain = new Map<string, ListedFacts>();
  for (const [symbol, facts] of listed) {
    const plain = plainSymbol(symbol);
    if (!byPlain.has(plain)) byPlain.set(plain, facts);
  }
  return (symbol) =>
    listed.get(symbol) ??
    byPlain.get(plainSymbol(symbol)) ??
    byPlain.get(plainSymbol(symbol.toUpperCase().replace(EXCHANGE_ENDING, ""))) ??
    null;
}

function plainSymbol(symbol: string): string {
  return symbol.toUpperCase().replaceAll(/[-/]/g, ".");
}
