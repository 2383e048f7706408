/** The rows of all files to a Market, and their tallies to notes. */
import { formatIsoDay } from "#workers/model/day.ts";
import { RATE_TYPE } from "#workers/model/market.ts";
import type { Instrument, Market } from "#workers/model/market.ts";
import type { FileNotes, InstrumentDefaults } from "#workers/model/reading.ts";
import { placedIssues } from "./file-rows.ts";
import type { FileTally } from "./file-rows.ts";
import type { InstrumentFacts } from "./instruments-file.ts";
import { ADJ_CLOSE, CLOSE, HIGH, LOW, MARKET_CAP, OPEN, SHARES, VOLUME } from "./row.ts";
import type { RowOrder } from "./row-order.ts";
import { orderedDays, takeColumn } from "./row-store.ts";
import type { RowStore } from "./row-store.ts";

/** What the files say of instruments, and what holds where they are silent. */
export interface InstrumentSources {
  /** Symbol by instrument number. */
  readonly names: readonly string[];
  readonly facts: ReadonlyMap<string, InstrumentFacts>;
  readonly defaults: InstrumentDefaults;
}

/** Builds the market; the store is empty of figures afterwards. */
export function assembleMarket(store: RowStore, order: RowOrder, sources: InstrumentSources): Market {
  const { rows, offsets } = order;
  const symbols = order.instruments.map((instrument) => sources.names[instrument] ?? "");
  const prices = (slot: number): Float64Array => takeColumn(store, slot, rows) ?? new Float64Array(0);
  const close = prices(CLOSE);
  const shares = symbols.map((symbol) => sharesOf(symbol, sources));
  const caps = marketCaps(store, order, { close, shares });
  return {
    instruments: symbols.map((symbol, at) =>
      describeInstrument(symbol, sources, caps.looksAhead[at] ?? false),
    ),
    barOffset: offsets,
    day: orderedDays(store, rows),
    open: prices(OPEN),
    high: prices(HIGH),
    low: prices(LOW),
    close,
    volume: prices(VOLUME),
    adjClose: nullWhenEmpty(takeColumn(store, ADJ_CLOSE, rows)),
    marketCap: nullWhenEmpty(caps.column),
  };
}

/** None of a rate, which has no market cap. */
function sharesOf(symbol: string, sources: InstrumentSources): number {
  if (typeOf(symbol, sources) === RATE_TYPE) return NaN;
  return sources.facts.get(symbol)?.sharesOutstanding ?? NaN;
}

function typeOf(symbol: string, { facts, defaults }: Pick<InstrumentSources, "facts" | "defaults">): string {
  return facts.get(symbol)?.instrumentType || defaults.instrumentType;
}

function describeInstrument(
  symbol: string,
  { facts, defaults }: InstrumentSources,
  marketCapLooksAhead: boolean,
): Instrument {
  const known = facts.get(symbol);
  const sector = known?.sector ?? "";
  return {
    symbol,
    name: known?.name ?? "",
    exchange: known?.exchange || defaults.exchange,
    instrumentType: typeOf(symbol, { facts, defaults }),
    currency: known?.currency || defaults.currency,
    ...(sector === "" ? {} : { sector }),
    marketCapLooksAhead,
  };
}

interface MarketCaps {
  readonly column: Float64Array | null;
  /** By instrument of the market: a bar's figure came from the instrument's one. */
  readonly looksAhead: readonly boolean[];
}

/** A bar's own figure; else close x its shares outstanding; else close x the instrument's. */
function marketCaps(
  store: RowStore,
  { rows, offsets }: RowOrder,
  { close, shares }: { readonly close: Float64Array; readonly shares: readonly number[] },
): MarketCaps {
  const own = takeColumn(store, MARKET_CAP, rows);
  const barShares = takeColumn(store, SHARES, rows);
  if (!own && !barShares && shares.every(Number.isNaN)) return { column: null, looksAhead: [] };
  const column = own ?? new Float64Array(close.length).fill(NaN);
  const looksAhead = shares.map((instrumentShares, instrument) => {
    let looks = false;
    for (let bar = offsets[instrument] ?? 0; bar < (offsets[instrument + 1] ?? 0); bar++) {
      if (!Number.isNaN(column[bar])) continue;
      const ownShares = barShares?.[bar] ?? NaN;
      const isOwn = !Number.isNaN(ownShares);
      column[bar] = (close[bar] ?? NaN) * (isOwn ? ownShares : instrumentShares);
      looks ||= !isOwn && !Number.isNaN(instrumentShares);
    }
    return looks;
  });
  return { column, looksAhead };
}

/** Null for a column that has no figure at all, as when the rows that had one were repeats. */
function nullWhenEmpty(column: Float64Array | null): Float64Array | null {
  return column?.every(Number.isNaN) ? null : column;
}

/** What a price file's tally says, once repeats are settled and bars entered. */
export function describeFile(tally: FileTally): FileNotes {
  const hasBars = tally.instruments > 0;
  return {
    file: tally.file,
    layout: tally.layout,
    rows: tally.rows,
    bars: tally.rows - tally.leftOut - tally.repeats,
    leftOut: tally.leftOut,
    repeats: tally.repeats,
    closeOnly: tally.closeOnly,
    instruments: tally.instruments,
    firstDate: hasBars ? formatIsoDay(tally.firstDay) : null,
    lastDate: hasBars ? formatIsoDay(tally.lastDay) : null,
    issues: placedIssues(tally),
    ...(tally.warnings.length > 0 ? { warnings: tally.warnings } : {}),
  };
}
