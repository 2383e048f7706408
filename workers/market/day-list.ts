/** The days of a file of columns, each with a number of 16 bits: most series of days are stored so, or are made from that. */
import { codedDayBytes, LISTED, RAW } from "./series-code.ts";

/** Days from 0000-01-01 to 1970-01-01, the most negative EpochDay of a file. */
const DAYS_BEFORE_1970 = 719_528;
const DAY_SPAN = 2 ** 22;
const MOST_LISTED_DAYS = 65_535;

/** The days of a file, numbered as they turn up. */
export interface DayList {
  /** Writes days by number, or as they are where the list is full; returns the code. */
  encode(day: Int32Array, into: Uint8Array): number;
  /** A day's number; -1 where the list is full. */
  numberOf(day: number): number;
  list(): Int32Array;
}

/** @param known - days that have numbers already */
export function createDayList(known: Int32Array = new Int32Array(0)): DayList {
  const numbers = new Uint16Array(DAY_SPAN); // number + 1 by day, 0 for a day not met yet
  const list = [...known];
  for (const [at, day] of known.entries()) numbers[day + DAYS_BEFORE_1970] = at + 1;
  return {
    numberOf(day) {
      const place = day + DAYS_BEFORE_1970;
      if (numbers[place] === 0) {
        if (list.length === MOST_LISTED_DAYS) return -1;
        numbers[place] = list.push(day);
      }
      return (numbers[place] ?? 0) - 1;
    },
    encode(day, into) {
      const coded = new Uint16Array(into.buffer, into.byteOffset, codedDayBytes(LISTED, day.length) / 2);
      coded.fill(0, day.length);
      for (let row = 0; row < day.length; row++) {
        const place = (day[row] ?? 0) + DAYS_BEFORE_1970;
        let number = numbers[place] ?? 0;
        if (number === 0) {
          if (list.length === MOST_LISTED_DAYS) return encodeRawDays(day, into);
          number = list.push(day[row] ?? 0);
          numbers[place] = number;
        }
        coded[row] = number - 1;
      }
      return LISTED;
    },
    list: () => Int32Array.from(list),
  };
}

function encodeRawDays(day: Int32Array, into: Uint8Array): number {
  const whole = new Int32Array(into.buffer, into.byteOffset, codedDayBytes(RAW, day.length) / 4);
  whole.fill(0, day.length);
  whole.set(day);
  return RAW;
}

/** Gives an instrument's days with those that follow, in the same memory again and again; null for none. */
export function createDayJoiner(): (before: Int32Array, more: Int32Array | null) => Int32Array {
  let room = new Int32Array(0);
  return (before, more) => {
    if (!more) return before;
    const count = before.length + more.length;
    if (room.length < count) room = new Int32Array(2 * count);
    room.set(before);
    room.set(more, before.length);
    return room.subarray(0, count);
  };
}
