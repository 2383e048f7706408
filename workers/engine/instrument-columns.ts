/** The bars of one instrument after another as columns, oldest bar first: what expressions are worked out from. */
import { copyFigures, daysOf, figuresInMemory } from "#workers/model/late-column.ts";
import type { FactSeries, Market, PriceFigure } from "#workers/model/market.ts";
import type { Figure } from "#workers/rules/function-entry.ts";
import { lowestBit } from "#workers/sessions/bits.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { factColumn } from "./fact-column.ts";
import type { DatedBars } from "./fact-column.ts";

/** Arrays are good until another instrument is put in place, and may be longer than `bars`. */
export interface InstrumentColumns extends DatedBars {
  /** Bars of the instrument that has most. */
  readonly longest: number;
  /** Changes whenever another instrument is put in place. */
  readonly turn: number;
  /** Its place in the universe; -1 for an instrument that is no member. */
  readonly member: number;
  figure(name: Figure): Float64Array;
  /** Writes a fact's value on each bar. */
  fact(series: FactSeries, out: Float64Array): void;
  /** Session of each bar; of members alone. */
  sessions(): Int32Array;
}

/** Prices on the run's basis. */
export interface BarsOnBasis {
  readonly market: Market;
  readonly isAdjusted: boolean;
}

/** Where an instrument's bars lie. */
export interface PlacedInstrument {
  readonly market: Market;
  /** Its number in that market. */
  readonly place: number;
  /** The number by which facts know it. */
  readonly instrument: number;
}

/** The columns of one instrument, whatever universe it belongs to. */
export function columnsOfInstrument(placed: PlacedInstrument, isAdjusted: boolean): InstrumentColumns {
  const columns = makeColumns(isAdjusted, lengthOf(placed));
  columns.put(placed, NO_MEMBER, null);
  return columns;
}

/** The columns of a universe's members, one member at a time. */
export interface MemberColumns extends InstrumentColumns {
  /** Puts a member in place; the same one again changes nothing. */
  readonly putMember: (member: number) => void;
}

export function columnsOfMembers(
  { market, isAdjusted }: BarsOnBasis,
  universe: Int32Array,
  calendar: Calendar,
): MemberColumns {
  const placeOf = (member: number): PlacedInstrument => {
    const instrument = universe[member];
    return { market, place: instrument, instrument };
  };
  return columnsOfPlaced({ isAdjusted, calendar, firstMember: 0 }, placeOf);
}

/** Members of whom only some may be in a calendar. */
export interface PlacedMembers {
  readonly isAdjusted: boolean;
  readonly calendar: Calendar;
  /** The calendar's first, by its place in the universe. */
  readonly firstMember: number;
}

/** As columnsOfMembers, of bars that lie wherever `placeOf` says. Both count the calendar's members from 0. */
export function columnsOfPlaced(
  { isAdjusted, calendar, firstMember }: PlacedMembers,
  placeOf: (member: number) => PlacedInstrument,
): MemberColumns {
  const columns = makeColumns(isAdjusted, calendar.longest);
  const sessions = new Int32Array(calendar.longest);
  const readSessions = (member: number): Int32Array => {
    writeSessions(calendar, member, sessions);
    return sessions;
  };
  return Object.assign(columns, {
    putMember(member: number): void {
      const place = firstMember + member;
      if (place !== columns.member) columns.put(placeOf(member), place, () => readSessions(member));
    },
  });
}

function lengthOf({ market, place }: PlacedInstrument): number {
  return market.barOffset[place + 1] - market.barOffset[place];
}

/** Writes the session of each of the member's bars. */
function writeSessions(calendar: Calendar, member: number, into: Int32Array): void {
  const { words, present } = calendar;
  let bar = 0;
  for (let word = 0; word < words; word++) {
    const own = present[member * words + word];
    if (own === -1) {
      for (let k = 0; k < 32; k++) into[bar++] = word * 32 + k;
      continue;
    }
    for (let rest = own; rest !== 0; rest &= rest - 1) into[bar++] = word * 32 + lowestBit(rest);
  }
}

interface OwnColumns extends InstrumentColumns {
  put(placed: PlacedInstrument, member: number, sessions: (() => Int32Array) | null): void;
}

const NO_MEMBER = -1;
const NO_DAYS = new Int32Array(0);
const NO_FIGURES = new Float64Array(0);

function makeColumns(isAdjusted: boolean, longest: number): OwnColumns {
  const room = new Map<string, { readonly figures: Float64Array; turn: number }>();
  let placed: PlacedInstrument | null = null;
  let readSessions: (() => Int32Array) | null = null;
  let days: Int32Array | null = null;
  let sessions: Int32Array | null = null;

  const columns = {
    longest,
    turn: 0,
    instrument: -1,
    member: NO_MEMBER,
    bars: 0,
    put(own: PlacedInstrument, member: number, ofMember: (() => Int32Array) | null): void {
      placed = own;
      columns.turn++;
      days = null;
      sessions = null;
      columns.instrument = own.instrument;
      columns.member = member;
      columns.bars = lengthOf(own);
      readSessions = ofMember;
    },
    figure: (name: Figure): Float64Array => figureOf(name),
    fact: (series: FactSeries, out: Float64Array): void => factColumn(series, columns, out),
    days: (): Int32Array => (days ??= placed === null ? NO_DAYS : daysOf(placed.market, placed.place)),
    sessions: (): Int32Array => {
      if (readSessions === null) throw new RangeError("columns: sessions of an instrument that is no member");
      return (sessions ??= readSessions());
    },
  };

  /** Worked out once a turn. */
  function once(key: string, write: (into: Float64Array) => void): Float64Array {
    let own = room.get(key);
    if (!own) {
      own = { figures: new Float64Array(longest), turn: 0 };
      room.set(key, own);
    }
    if (own.turn === columns.turn) return own.figures;
    own.turn = columns.turn;
    write(own.figures);
    return own.figures;
  }

  function inFile(name: PriceFigure): Float64Array {
    if (placed === null) return NO_FIGURES;
    const { market, place } = placed;
    const inMemory = figuresInMemory(market, name);
    if (inMemory !== null) return inMemory.subarray(market.barOffset[place], market.barOffset[place + 1]);
    return once(`file ${name}`, (into) => copyFigures(market, name, place, into));
  }

  const figureOf = makeFigures(isAdjusted, columns, { once, inFile });
  return columns;
}

/** What the columns that are in the file, and others, are worked out by. */
interface FigureRoom {
  /** Worked out once for each instrument. */
  readonly once: (key: string, write: (into: Float64Array) => void) => Float64Array;
  readonly inFile: (name: PriceFigure) => Float64Array;
}

/** @param own - whose figures they are */
function makeFigures(
  isAdjusted: boolean,
  own: { readonly bars: number },
  { once, inFile }: FigureRoom,
): (name: Figure) => Float64Array {
  /** adjClose / close; 1 on a bar without adjClose. */
  function factors(): Float64Array {
    return once("factors", (into) => {
      const [adjusted, close] = [inFile("adjClose"), inFile("close")];
      for (let bar = 0; bar < own.bars; bar++) into[bar] = adjusted[bar] > 0 ? adjusted[bar] / close[bar] : 1;
    });
  }

  function onBasis(name: "open" | "high" | "low" | "close"): Float64Array {
    if (!isAdjusted) return inFile(name);
    return once(name, (into) => {
      const [prices, factor] = [inFile(name), factors()];
      for (let bar = 0; bar < own.bars; bar++) into[bar] = prices[bar] * factor[bar];
    });
  }

  return (name) => {
    switch (name) {
      case "open":
      case "high":
      case "low":
      case "close":
        return onBasis(name);
      case "rawClose":
        return inFile("close");
      case "volume":
        return inFile("volume");
      case "value":
        return once("value", (into) => {
          const [close, volume] = [inFile("close"), inFile("volume")];
          for (let bar = 0; bar < own.bars; bar++) into[bar] = close[bar] * volume[bar];
        });
      case "marketCap":
        return once("marketCap", (into) => {
          const caps = inFile("marketCap");
          for (let bar = 0; bar < own.bars; bar++) into[bar] = caps[bar] > 0 ? caps[bar] : NaN;
        });
    }
  };
}
