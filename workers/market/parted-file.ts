/**
 * A column file as a market in parts, a block each. A part's series are held against their checksums when it is first
 * read, all of them that a run looks at, so that every later reading leaves out the same instruments. They stay in
 * their code until somebody looks at them.
 */
import type { AppliedSplit } from "#workers/model/instruments.ts";
import type {
  Instrument,
  Market,
  MarketPart,
  MarketZones,
  PartedMarket,
  PriceColumn,
  PriceFigure,
} from "#workers/model/market.ts";
import type { Problem } from "#workers/model/problem.ts";
import { applySplits, withLeftOut } from "./apply-splits.ts";
import { tellAllDays } from "./coded-column.ts";
import type { Block } from "./column-directory.ts";
import type { ColumnFile } from "./column-reader.ts";
import type { StoredFacts } from "./facts-section.ts";
import { columnsIn, figuresBy, keepPartMemory, marketOf, partColumns } from "./part-columns.ts";
import type { PartMemory } from "./part-columns.ts";
import { Refusal } from "./refusal.ts";
import { barsOf } from "./whole-parts.ts";

/** High and low count when somebody looks at an instrument, or where a rule asks for them: most runs do without. */
export const LOOKED_AT_BY_RUNS: readonly PriceColumn[] = [
  "day",
  "close",
  "volume",
  "marketCap",
  "open",
  "adjClose",
];
const NOTHING: ReadonlySet<never> = new Set<never>();

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
  const mostInstruments = file.blocks.reduce((most, { instruments }) => Math.max(most, instruments), 0);
  const zoneBytes = file.blocks.reduce((sum, { zones }) => sum + zones.bytes, 0);
  let stored: StoredFacts | null = null;
  const known = (): StoredFacts => (stored ??= file.readFacts());
  const reading: Reading = {
    file,
    instruments: withLeftOut(file.instruments, splits),
    splits: splits.filter(({ leavesOut }) => !leavesOut),
    memory: keepPartMemory(mostRows, mostInstruments),
    checkedAtFirst: new Set(lookedAt.filter((name) => file.has(name))),
    isChecked: new Uint8Array(file.blocks.length),
    damaged: new Set(),
    shelf: { kept: new Map(), bytesLeft: SHELF_BYTES },
  };
  return {
    instruments: reading.instruments,
    bars: file.rows,
    days: file.rows.reduce((most, rows) => Math.max(most, rows), file.days),
    parts: file.blocks.length,
    mostBars: mostRows,
    keptBytes: Math.min(SHELF_BYTES, zoneBytes) + file.factBytes,
    readPart: (part, columns) => readPart(reading, part, columns),
    outlinePart: (part, columns) => outlinePart(reading, part, columns),
    readInstrument: (instrument, columns) => readInstrument(reading, instrument, columns),
    readBars: (instrument, figures, from, to) => readBars(reading, figures, { instrument, from, to }),
    get facts() {
      return known().facts;
    },
    get damagedFacts() {
      return known().damaged;
    },
    damaged: () => Array.from(reading.damaged, (at) => file.instruments[at]?.symbol ?? ""),
  };
}

interface Reading {
  readonly file: ColumnFile;
  /** Instruments of the file, with those that a person left out. */
  readonly instruments: readonly Instrument[];
  readonly splits: readonly AppliedSplit[];
  /** For the part that is looked at. */
  readonly memory: PartMemory;
  readonly checkedAtFirst: ReadonlySet<PriceColumn>;
  /** For each part, 1 once its series were held against their checksums. */
  readonly isChecked: Uint8Array;
  /** Numbers of instruments. */
  readonly damaged: Set<number>;
  readonly shelf: ZoneShelf;
}

/** Zones of parts that were outlined: a run asks for them four times. */
interface ZoneShelf {
  /** By part; without the instruments that were known to be damaged then. */
  readonly kept: Map<number, MarketZones>;
  bytesLeft: number;
}

/** What the shelf may take. */
const SHELF_BYTES = 200e6;

function zonesOf({ file, damaged, shelf }: Reading, part: number, block: Block): MarketZones | null {
  return shelf.kept.get(part) ?? file.readBlockZones(block, damaged);
}

function shelve({ shelf }: Reading, part: number, block: Block, zones: MarketZones): void {
  const bytes = block.zones.bytes;
  if (shelf.kept.has(part) || bytes > shelf.bytesLeft) return;
  shelf.kept.set(part, zones);
  shelf.bytesLeft -= bytes;
}

function readPart(reading: Reading, part: number, columns: readonly PriceColumn[]): MarketPart {
  const { file, memory, isChecked, checkedAtFirst, damaged } = reading;
  const { block, own, wanted, zones } = prepare(reading, part, columns);
  const target = partColumns(file, memory, wanted);
  const checked = isChecked[part] === 1 ? NOTHING : checkedAtFirst;
  const { barOffset, damaged: found } = file.read(block, target.into, 0, { checked, damaged });
  const isNew = note(reading, part, found);
  isChecked[part] = 1;
  if (isNew) return readPart(reading, part, columns); // without them
  const { numbers, ...whole } = wholeOf(reading, block, barOffset);
  const market = target.market(whole, zones);
  applySplits(market, own);
  return { market, numbers };
}

function outlinePart(reading: Reading, part: number, columns: readonly PriceColumn[]): MarketPart {
  const { file, memory, damaged } = reading;
  const { block, wanted, zones } = prepare(reading, part, columns);
  if (zones === null) return readPart(reading, part, [...columns, "day"]);
  shelve(reading, part, block, zones);
  const target = partColumns(file, memory, wanted);
  const { barOffset, damaged: found } = file.read(block, target.into, 0, { checked: NOTHING, damaged });
  if (found.some((number) => !damaged.has(number))) return readPart(reading, part, [...columns, "day"]);
  const { numbers, ...whole } = wholeOf(reading, block, barOffset);
  return { market: target.market(whole, zones), numbers };
}

/** The part's zones where they tell all days, and what has to be read: days only where they don't. */
function prepare(reading: Reading, part: number, columns: readonly PriceColumn[]) {
  const block = reading.file.blocks[part];
  if (!block) throw new RangeError(`no part ${part} of ${reading.file.blocks.length}`);
  const { own, wanted } = columnsFor(reading, columns, instrumentsOf(reading, block));
  const zones = own.length === 0 ? zonesOf(reading, part, block) : null;
  if (zones === null || !tellAllDays(zones.days, zones.zoneOffset))
    return { block, own, wanted, zones: null };
  wanted.delete("day");
  return { block, own, wanted, zones };
}

function readInstrument(reading: Reading, instrument: number, columns: readonly PriceColumn[]): Market {
  const { file, isChecked, damaged } = reading;
  const instruments = reading.instruments.slice(instrument, instrument + 1);
  const { own, wanted } = columnsFor(reading, columns, instruments);
  const into = columnsIn(keepPartMemory(file.rows[instrument] ?? 0, 1), wanted);
  const part = file.blocks.findLastIndex(({ firstInstrument }) => firstInstrument <= instrument);
  const checked = isChecked[part] === 1 ? NOTHING : wanted;
  const { barOffset, damaged: found } = file.readOne(instrument, into, { checked, damaged });
  note(reading, part, found);
  const market = marketOf(into, { instruments, barOffset });
  applySplits(market, own);
  return market;
}

interface BarsOfOne {
  readonly instrument: number;
  readonly from: number;
  readonly to: number;
}

function readBars(
  reading: Reading,
  figures: readonly PriceFigure[],
  { instrument, from, to }: BarsOfOne,
): Market {
  const { file, splits } = reading;
  const instruments = reading.instruments.slice(instrument, instrument + 1);
  if (splits.some(({ symbol }) => symbol === instruments[0]?.symbol)) {
    return barsOf(readInstrument(reading, instrument, figures), instruments, from, to);
  }
  const figure = (name: PriceFigure): Float64Array | null =>
    figures.includes(name) && file.has(name) ? file.readRows(instrument, name, from, to) : null;
  try {
    const columns = { day: null, ...figuresBy(figure) };
    return marketOf(columns, { instruments, barOffset: Int32Array.of(0, to - from) });
  } catch {
    throw new Refusal(cannotReadAgain);
  }
}

/**
 * True where instruments are damaged that were not known to be.
 *
 * @throws Refusal where an instrument is gone that earlier readings of the part had: they are to agree
 */
function note({ isChecked, damaged, shelf }: Reading, part: number, found: readonly number[]): boolean {
  const isNew = found.some((instrument) => !damaged.has(instrument));
  if (isNew && isChecked[part] === 1) throw new Refusal(cannotReadAgain);
  for (const instrument of found) damaged.add(instrument);
  if (isNew) shelf.kept.delete(part);
  return isNew;
}

/** What has to be read: a split is told by its day, and any figure may refer to the close. */
function columnsFor(
  { file, splits }: Reading,
  columns: readonly PriceColumn[],
  instruments: readonly Instrument[],
) {
  const own = splits.filter(({ symbol }) => instruments.some((each) => each.symbol === symbol));
  const wanted = new Set(columns.filter((name) => file.has(name)));
  if (columns.some((name) => name !== "day")) wanted.add("close");
  if (own.length > 0) wanted.add("day");
  return { own, wanted };
}

function instrumentsOf(
  { instruments: all }: Reading,
  { firstInstrument, instruments }: Block,
): readonly Instrument[] {
  return all.slice(firstInstrument, firstInstrument + instruments);
}

/** The block's instruments that are whole, and where their bars are; the k-th of all ends at barOffset[k + 1]. */
function wholeOf(reading: Reading, block: Block, barOffset: Int32Array) {
  const { firstInstrument } = block;
  const isWhole = (_: unknown, place: number): boolean => !reading.damaged.has(firstInstrument + place);
  const instruments = instrumentsOf(reading, block).filter(isWhole);
  const places = Int32Array.from({ length: block.instruments }, (_, place) => place).filter(isWhole);
  return {
    instruments,
    barOffset: Int32Array.of(0, ...places.map((place) => barOffset[place + 1] ?? 0)),
    numbers: places.map((place) => firstInstrument + place),
  };
}

const cannotReadAgain: Problem = {
  code: "storage-failed",
  message: "A part of the stored prices could be read once, but not again. Close other tabs and try again.",
};
