/**
 * A column file as a market in parts, a block each. A part's series are held against their checksums when it is first
 * read, all of them that a run looks at, so that every later reading leaves out the same instruments.
 */
import type { AppliedSplit } from "#workers/model/instruments.ts";
import type { Instrument, Market, PartedMarket, PriceColumn } from "#workers/model/market.ts";
import type { Problem } from "#workers/model/problem.ts";
import { applySplits } from "./apply-splits.ts";
import { Refusal } from "./refusal.ts";
import type { BlockColumns, ColumnFile } from "./column-reader.ts";

/** High and low count when somebody looks at an instrument: a run does without. */
const LOOKED_AT_BY_RUNS: readonly PriceColumn[] = ["day", "close", "volume", "marketCap", "open", "adjClose"];
const NOTHING: ReadonlySet<never> = new Set<never>();
const NO_FIGURES = new Float64Array(0);

/**
 * @param splits - adjusted for as the prices are read
 * @param lookedAt - the columns that a damaged series of costs its instrument
 */
export function openParts(
  file: ColumnFile,
  splits: readonly AppliedSplit[],
  lookedAt: readonly PriceColumn[] = LOOKED_AT_BY_RUNS,
): PartedMarket {
  const mostRows = file.blocks.reduce((most, { rows }) => Math.max(most, rows), 0);
  const room = keepRoom(mostRows);
  const checkedAtFirst = new Set(lookedAt.filter((name) => file.has(name)));
  const isChecked = new Uint8Array(file.blocks.length);
  const damaged = new Set<number>();

  /** @throws Refusal where an instrument is gone that earlier readings of the part had: they are to agree */
  function note(part: number, found: readonly number[]): void {
    for (const instrument of found) {
      if (isChecked[part] === 1 && !damaged.has(instrument)) throw new Refusal(cannotReadAgain);
      damaged.add(instrument);
    }
  }

  /** What has to be read: a split is told by its day, and any figure may refer to the close. */
  function prepare(columns: readonly PriceColumn[], described: readonly Instrument[]) {
    const own = splits.filter(({ symbol }) => described.some((each) => each.symbol === symbol));
    const wanted = new Set(columns.filter((name) => file.has(name)));
    if (columns.some((name) => name !== "day")) wanted.add("close");
    if (own.length > 0) wanted.add("day");
    return { own, wanted };
  }

  return {
    instruments: file.instruments,
    bars: file.rows,
    days: file.rows.reduce((most, rows) => Math.max(most, rows), file.days),
    parts: file.blocks.length,
    mostBars: mostRows,
    readPart(part, columns) {
      const block = file.blocks[part];
      if (!block) throw new RangeError(`no part ${part} of ${file.blocks.length}`);
      const { firstInstrument, instruments } = block;
      const described = file.instruments.slice(firstInstrument, firstInstrument + instruments);
      const { own, wanted } = prepare(columns, described);
      const into = columnsIn(room, wanted);
      const checked = isChecked[part] === 1 ? NOTHING : checkedAtFirst;
      const { barOffset, damaged: found } = file.read(block, into, 0, { checked, damaged });
      note(part, found);
      isChecked[part] = 1;
      const places = Int32Array.from(described, (_, place) => place);
      const whole = places.filter((place) => !damaged.has(firstInstrument + place));
      const market = marketOf(into, {
        instruments: described.filter((_, place) => !damaged.has(firstInstrument + place)),
        barOffset: Int32Array.of(0, ...whole.map((place) => barOffset[place + 1] ?? 0)),
      });
      applySplits(market, own);
      return { market, numbers: whole.map((place) => firstInstrument + place) };
    },
    readInstrument(instrument, columns) {
      const described = file.instruments.slice(instrument, instrument + 1);
      const rows = file.rows[instrument] ?? 0;
      const { own, wanted } = prepare(columns, described);
      const into = columnsIn(keepRoom(rows), wanted);
      const part = file.blocks.findLastIndex(({ firstInstrument }) => firstInstrument <= instrument);
      const checked = isChecked[part] === 1 ? NOTHING : wanted;
      const { barOffset, damaged: found } = file.readOne(instrument, into, { checked, damaged });
      note(part, found);
      const market = marketOf(into, { instruments: described, barOffset });
      applySplits(market, own);
      return market;
    },
    damaged: () => Array.from(damaged, (at) => file.instruments[at]?.symbol ?? ""),
  };
}

const cannotReadAgain: Problem = {
  code: "storage-failed",
  message: "A part of the stored prices could be read once, but not again. Close other tabs and try again.",
};

/** Columns that are made when they are first asked for, and then used again. */
interface Room {
  readonly days: () => Int32Array;
  readonly figures: (name: PriceColumn) => Float64Array;
}

function keepRoom(rows: number): Room {
  let days: Int32Array | null = null;
  const figures = new Map<PriceColumn, Float64Array>();
  return {
    days: () => (days ??= new Int32Array(rows)),
    figures(name) {
      const column = figures.get(name) ?? new Float64Array(rows);
      figures.set(name, column);
      return column;
    },
  };
}

function columnsIn(room: Room, wanted: ReadonlySet<PriceColumn>): BlockColumns {
  const column = (name: PriceColumn): Float64Array | null => (wanted.has(name) ? room.figures(name) : null);
  return {
    day: wanted.has("day") ? room.days() : null,
    open: column("open"),
    high: column("high"),
    low: column("low"),
    close: column("close"),
    volume: column("volume"),
    adjClose: column("adjClose"),
    marketCap: column("marketCap"),
  };
}

function marketOf(columns: BlockColumns, rest: Pick<Market, "instruments" | "barOffset">): Market {
  const rows = rest.barOffset.at(-1) ?? 0;
  const part = (column: Float64Array | null): Float64Array | null => column?.subarray(0, rows) ?? null;
  return {
    ...rest,
    day: columns.day?.subarray(0, rows) ?? new Int32Array(0),
    open: part(columns.open) ?? NO_FIGURES,
    high: part(columns.high) ?? NO_FIGURES,
    low: part(columns.low) ?? NO_FIGURES,
    close: part(columns.close) ?? NO_FIGURES,
    volume: part(columns.volume) ?? NO_FIGURES,
    adjClose: part(columns.adjClose),
    marketCap: part(columns.marketCap),
  };
}
