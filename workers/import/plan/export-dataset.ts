/** A dataset as canonical files in an archive, which an import reads back as the same dataset. */
import type { Instrument, Market, FactSeries } from "#workers/model/market.ts";
import { marketToCsv, quoted } from "../rows/bars-csv.ts";
import { sharesBehind } from "./apply-facts.ts";
import { writeZip } from "#workers/market/zip-writer.ts";
import type { TextEntry } from "#workers/market/zip-writer.ts";
import { formatIsoDay } from "#workers/model/day.ts";

/**
 * prices.csv, instruments.csv, and facts.csv and signals.csv where there are any. A spreadsheet takes no symbol or name in
 * them for a formula.
 */
export function exportDataset(market: Market): Promise<Blob> {
  const instruments = market.instruments.map((instrument) => ({
    ...instrument,
    symbol: harmless(instrument.symbol),
  }));
  const prices = { ...market, instruments, marketCap: ownCaps(market) };
  return writeZip([
    { path: "prices.csv", pieces: marketToCsv([prices]) },
    { path: "instruments.csv", pieces: instrumentsCsv(market) },
    ...factFiles({ ...market, instruments }),
  ]);
}

function factFiles({ instruments, facts = [] }: Market): TextEntry[] {
  const symbols = instruments.map(({ symbol }) => symbol);
  return (["fact", "signal"] as const).flatMap((kind) => {
    const own = facts.filter((fact) => fact.kind === kind);
    return own.length === 0 ? [] : [{ path: `${kind}s.csv`, pieces: factsToCsv(own, symbols) }];
  });
}

function* instrumentsCsv(market: Market): Generator<string> {
  yield "symbol,name,exchange,instrumentType,currency,sharesOutstanding,sector\n";
  for (const [at, instrument] of market.instruments.entries()) yield lineOf(instrument, sharesOf(market, at));
}

function lineOf(instrument: Instrument, shares: number): string {
  const { symbol, name, exchange, instrumentType, currency, sector = "" } = instrument;
  const cells = [symbol, name, exchange, instrumentType, currency].map(cellOf);
  return `${[...cells, Number.isNaN(shares) ? "" : String(shares), cellOf(sector)].join(",")}\n`;
}

function cellOf(text: string): string {
  const safe = harmless(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** The one share count of an instrument whose market caps come from it; else NaN. */
function sharesOf(market: Market, instrument: number): number {
  if (market.instruments[instrument]?.marketCapLooksAhead !== true) return NaN;
  const last = (market.barOffset[instrument + 1] ?? 0) - 1;
  return sharesBehind(market.marketCap?.[last] ?? NaN, market.close[last] ?? NaN);
}

/** Market caps without those that a share count gives again; null where none is left. */
function ownCaps(market: Market): Float64Array | null {
  const caps = market.marketCap?.slice() ?? null;
  if (!caps) return null;
  for (const at of market.instruments.keys()) {
    const shares = sharesOf(market, at);
    for (let bar = market.barOffset[at] ?? 0; bar < (market.barOffset[at + 1] ?? 0); bar++) {
      const given = (market.close[bar] ?? NaN) * shares;
      if (Math.abs((caps[bar] ?? NaN) / given - 1) < 1e-9) caps[bar] = NaN;
    }
  }
  return caps.every(Number.isNaN) ? null : caps;
}

const PIECE_ROWS = 20_000;
/** Before any price: a value that is unknown from then on says nothing but that there is such a fact. */
const EARLIEST = "0001-01-01";

/** `symbol,date,name,value`, fact by fact. @param symbols - of all instruments, in their order */
function* factsToCsv(facts: readonly FactSeries[], symbols: readonly string[]): Generator<string> {
  yield "symbol,date,name,value\n";
  for (const fact of facts) yield* factToCsv(fact, symbols.map(quoted));
}

function* factToCsv(
  { name, stepOffset, day, value }: FactSeries,
  symbols: readonly string[],
): Generator<string> {
  if (day.length === 0 && symbols.length > 0) yield `${symbols[0] ?? ""},${EARLIEST},${name},\n`;
  let lines: string[] = [];
  for (const [at, symbol] of symbols.entries()) {
    for (let step = stepOffset[at] ?? 0; step < (stepOffset[at + 1] ?? 0); step++) {
      const figure = value[step] ?? NaN;
      lines.push(
        `${symbol},${formatIsoDay(day[step] ?? 0)},${name},${Number.isNaN(figure) ? "" : String(figure)}\n`,
      );
      if (lines.length < PIECE_ROWS) continue;
      yield lines.join("");
      lines = [];
    }
  }
  yield lines.join("");
}
