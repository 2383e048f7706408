/** Columns of a market that is read part by part: the same memory for each part, and all figures left in their code. */
import { NO_COLUMN, withLateColumns } from "#workers/model/late-column.ts";
import type { LateDays } from "#workers/model/late-column.ts";
import type { Market, MarketZones, PriceColumn, PriceFigure } from "#workers/model/market.ts";
import { createCodedColumn, createCodedDays, daysFromBits } from "./coded-column.ts";
import type { BlockColumns, BlockTargets, ColumnFile } from "./column-reader.ts";

const NO_FIGURES = new Float64Array(0);
const NO_DAYS = new Int32Array(0);
const NO_DAY_COLUMN: LateDays = { of: () => NO_DAYS, whole: () => NO_DAYS };

/** Memory that is made when it is first asked for, and then used again. */
export interface PartMemory {
  readonly days: () => Int32Array;
  readonly figures: (name: PriceColumn) => Float64Array;
  /** For a column's series as they are stored. */
  readonly codes: (name: PriceColumn) => Uint8Array;
}

/** @param series - instruments at most */
export function keepPartMemory(rows: number, series: number): PartMemory {
  let days: Int32Array | null = null;
  const figures = new Map<PriceColumn, Float64Array>();
  const codes = new Map<PriceColumn, Uint8Array>();
  return {
    days: () => (days ??= new Int32Array(rows)),
    figures(name) {
      const column = figures.get(name) ?? new Float64Array(rows);
      figures.set(name, column);
      return column;
    },
    codes(name) {
      const bytes = codes.get(name) ?? new Uint8Array((rows + series) * 8);
      codes.set(name, bytes);
      return bytes;
    },
  };
}

type Placed = Pick<Market, "instruments" | "barOffset">;

/** Where a part's columns go. */
export interface PartColumns {
  readonly into: BlockTargets;
  /** What came, of the instruments whose series came; good until the next part comes to the same memory. */
  readonly market: (placed: Placed, zones: MarketZones | null) => Market;
}

/** @param wanted - with the close where any other figure is; days only where zones don't tell them */
export function partColumns(
  file: ColumnFile,
  memory: PartMemory,
  wanted: ReadonlySet<PriceColumn>,
): PartColumns {
  const coded = (name: PriceColumn) =>
    wanted.has(name)
      ? createCodedColumn(memory.codes(name), {
          makeColumn: (rows) => memory.figures(name).subarray(0, rows),
        })
      : null;
  const into = {
    day: wanted.has("day")
      ? createCodedDays(memory.codes("day"), (...series) => file.decodeDays(...series))
      : null,
    open: coded("open"),
    high: coded("high"),
    low: coded("low"),
    close: coded("close"),
    volume: coded("volume"),
    adjClose: coded("adjClose"),
    marketCap: coded("marketCap"),
  };
  return {
    into,
    market(placed, zones) {
      const { barOffset } = placed;
      const close = into.close?.in(barOffset, null) ?? NO_COLUMN;
      const columns = { ...placed, ...(zones ? { zones } : {}) };
      return withLateColumns(columns, {
        day: into.day?.in(barOffset) ?? (zones && daysFromBits(zones.days, barOffset)) ?? NO_DAY_COLUMN,
        open: into.open?.in(barOffset, close) ?? NO_COLUMN,
        high: into.high?.in(barOffset, close) ?? NO_COLUMN,
        low: into.low?.in(barOffset, close) ?? NO_COLUMN,
        close,
        volume: into.volume?.in(barOffset, close) ?? NO_COLUMN,
        adjClose: into.adjClose?.in(barOffset, close) ?? null,
        marketCap: into.marketCap?.in(barOffset, close) ?? null,
      });
    },
  };
}

/** Columns of an instrument alone and at once, as partColumns gives those of many. */
export function columnsIn(memory: PartMemory, wanted: ReadonlySet<PriceColumn>): BlockColumns {
  return {
    day: wanted.has("day") ? memory.days() : null,
    ...figuresBy((name) => (wanted.has(name) ? memory.figures(name) : null)),
  };
}

/** @param figure - null where there is none */
export function figuresBy(figure: (name: PriceFigure) => Float64Array | null): Omit<BlockColumns, "day"> {
  return {
    open: figure("open"),
    high: figure("high"),
    low: figure("low"),
    close: figure("close"),
    volume: figure("volume"),
    adjClose: figure("adjClose"),
    marketCap: figure("marketCap"),
  };
}

export function marketOf(columns: BlockColumns, placed: Placed): Market {
  const rows = placed.barOffset.at(-1) ?? 0;
  const part = (column: Float64Array | null): Float64Array | null =>
    column === null || column.length === rows ? column : column.subarray(0, rows);
  return {
    ...placed,
    day: columns.day?.subarray(0, rows) ?? NO_DAYS,
    open: part(columns.open) ?? NO_FIGURES,
    high: part(columns.high) ?? NO_FIGURES,
    low: part(columns.low) ?? NO_FIGURES,
    close: part(columns.close) ?? NO_FIGURES,
    volume: part(columns.volume) ?? NO_FIGURES,
    adjClose: part(columns.adjClose),
    marketCap: part(columns.marketCap),
  };
}
