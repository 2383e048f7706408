/**
 * What lists of companies say, put to a market's instruments by symbol, part by part of the market. It fills in what the market doesn't know: a
 * name, a sector, and market caps of bars that have none, as close x shares outstanding.
 */
import { formatIsoDay } from "#workers/model/day.ts";
import type { FactsExample, FactsPreview } from "#workers/model/import-plan.ts";
import { RATE_TYPE } from "#workers/model/market.ts";
import type { Instrument, Market } from "#workers/model/market.ts";
import type { ListedFacts } from "../what/file-check.ts";
import { bareSymbol, plainSymbol } from "../cells/plain-symbol.ts";

export interface FactsTeller {
  /** A part of the market with what the lists say of its instruments. */
  tell(part: Market): Market;
  /** Preview of all parts. */
  preview(): FactsPreview;
}

const EXAMPLES = 3;

/**
 * @param day - EpochDay that the lists' figures are of: a market cap is turned into shares with the last close on or
 * before it; not finite where there is neither a day nor a bar
 */
export function createFactsTeller(listed: ReadonlyMap<string, ListedFacts>, day: number): FactsTeller {
  const find = createFinder(listed);
  const examples: FactsExample[] = [];
  const counts = { matched: 0, names: 0, sectors: 0, marketCaps: 0 };
  return {
    tell(part) {
      const caps = part.marketCap?.slice() ?? new Float64Array(part.close.length).fill(NaN);
      let hasNewCaps = false;
      const instruments = part.instruments.map((instrument, at) => {
        const facts = find(instrument.symbol);
        if (!facts) return instrument;
        const shares = sharesOf(part, at, facts, day);
        const hasCaps = fillCaps(part, at, caps, shares);
        const told = describe(instrument, facts, hasCaps);
        hasNewCaps ||= hasCaps;
        counts.matched++;
        if (told.name !== instrument.name) counts.names++;
        if (told.sector !== instrument.sector) counts.sectors++;
        if (hasCaps) counts.marketCaps++;
        if (examples.length < EXAMPLES) {
          const { name, sector } = facts;
          examples.push({
            symbol: instrument.symbol,
            name,
            sector,
            sharesOutstanding: hasCaps ? shares : NaN,
          });
        }
        return told;
      });
      return { ...part, instruments, marketCap: hasNewCaps ? caps : part.marketCap };
    },
    preview: () => ({
      ...counts,
      listed: listed.size,
      asOf: Number.isFinite(day) ? formatIsoDay(day) : null,
      examples,
    }),
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

/** Gives the bars of an instrument that have no market cap one: close x shares; none to a rate. @returns true where a bar got one */
export function fillCaps(market: Market, instrument: number, caps: Float64Array, shares: number): boolean {
  if (Number.isNaN(shares) || market.instruments[instrument]?.instrumentType === RATE_TYPE) return false;
  let hasFilled = false;
  for (let bar = market.barOffset[instrument] ?? 0; bar < (market.barOffset[instrument + 1] ?? 0); bar++) {
    if (!Number.isNaN(caps[bar])) continue;
    caps[bar] = (market.close[bar] ?? NaN) * shares;
    hasFilled = true;
  }
  return hasFilled;
}

/** The share count that gives the market cap with the close: a whole number, where one does. */
export function sharesBehind(marketCap: number, close: number): number {
  const ratio = marketCap / close;
  const whole = Math.round(ratio);
  return whole * close === marketCap ? whole : ratio;
}

/** By the symbol as it is; else in capitals with one sign for `.`, `-` and `/`; else without the exchange's ending. */
function createFinder(listed: ReadonlyMap<string, ListedFacts>): (symbol: string) => ListedFacts | null {
  const byPlain = new Map<string, ListedFacts>();
  for (const [symbol, facts] of listed) {
    const plain = plainSymbol(symbol);
    if (!byPlain.has(plain)) byPlain.set(plain, facts);
  }
  return (symbol) =>
    listed.get(symbol) ?? byPlain.get(plainSymbol(symbol)) ?? byPlain.get(bareSymbol(symbol)) ?? null;
}
