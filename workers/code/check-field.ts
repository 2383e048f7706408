/**
 * Whether a person's source gives the same numbers again, and whether they hang on bars that come later: it is asked again about
 * some instruments, alone in fresh rooms. None found is no proof: a source may know the best days by heart.
 */
import { formatIsoDay } from "#workers/model/day.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { firstFault } from "./first-fault.ts";
import type { FieldFault } from "./field-problem.ts";
import type { BarsOf } from "./room-bars.ts";
import type { CodeFault, OpenRoom, RoomSource } from "./room.ts";

/** Instruments that are asked about again. */
export const CHECKED = 24;
const CUTS = 8;
/** Cuts that are made ready for a room in one go. */
const SENT_AT_ONCE = 16;
/** What a number may differ by, of its own size: a giant on another bar forgives it nothing. */
const FORGIVEN = 1e-9;

/** A field as it was worked out for a run. */
export interface CheckedField {
  readonly room: RoomSource;
  /** The source as the person wrote it: what is checked hangs on it. */
  readonly source: string;
  readonly barsOf: BarsOf;
  readonly symbolOf: (instrument: number) => string;
  /** EpochDay of each bar. */
  readonly daysOf: (instrument: number) => Int32Array;
  /** The run's numbers of the instrument's bars. */
  readonly valuesOf: (instrument: number) => Float64Array;
}

/** An instrument, and how many of its bars are given. */
export interface Cut {
  readonly instrument: number;
  readonly bars: number;
}

export interface EachCheck {
  /** Of which nothing was found before; those of this time are noted there. */
  readonly checked: Set<number>;
  /** Numbers of those of which a difference was forgiven are put there: what is decided by them has to be the same. */
  readonly forgiven: ForgivenNumbers;
  readonly onDone: (done: number, of: number) => void;
}

/** By instrument, for each of its bars the number that it has in the shortest of the cuts with this bar. */
export type ForgivenNumbers = Map<number, Float64Array>;

/** 24 of the instruments again, each alone in a fresh room. @returns null where nothing was found */
export async function checkField(
  field: CheckedField,
  instruments: readonly number[],
  openRoom: OpenRoom,
  check: EachCheck,
): Promise<FieldFault | null> {
  return checkEach(field, await chooseInstruments(field, instruments), openRoom, check);
}

/** These instruments again, each alone in a fresh room. */
export async function checkEach(
  field: CheckedField,
  instruments: readonly number[],
  openRoom: OpenRoom,
  { checked, forgiven, onDone }: EachCheck,
): Promise<FieldFault | null> {
  let done = 0;
  return firstFault(instruments, async (instrument) => {
    const fault = checked.has(instrument) ? null : await checkOne(field, instrument, openRoom, forgiven);
    if (fault === null) checked.add(instrument);
    onDone(++done, instruments.length);
    return fault;
  });
}

/** On its cuts by ascending length and then on all bars, in one room that knows no other instrument. */
async function checkOne(
  field: CheckedField,
  instrument: number,
  openRoom: OpenRoom,
  forgiven: ForgivenNumbers,
): Promise<FieldFault | null> {
  const cuts = await cutsOf(field, instrument);
  const found = await inFreshRoom(field, [...cuts, { instrument, bars: Infinity }], openRoom);
  if (!found.ok) return found.problem;
  const whole = found.value.at(-1);
  const other = whole ? differenceAgain(field, instrument, whole) : null;
  const late = other ?? lookAhead(field, cuts, found.value, isRounding);
  if (late === null) noteForgiven(field, instrument, found.value, forgiven);
  return late;
}

/** @param values - of each cut by ascending length, none of which differs by more than is forgiven */
function noteForgiven(
  { valuesOf }: CheckedField,
  instrument: number,
  values: readonly Float64Array[],
  forgiven: ForgivenNumbers,
): void {
  const whole = valuesOf(instrument);
  if (values.every((known) => firstDifference(whole, known, Object.is) < 0)) return;
  const numbers = whole.slice();
  for (const known of values.toReversed()) numbers.set(known);
  forgiven.set(instrument, numbers);
}

/** Instruments to check, by ascending SHA-256 of source, newline, symbol. */
async function chooseInstruments(
  { source, symbolOf }: CheckedField,
  instruments: readonly number[],
): Promise<readonly number[]> {
  const hashed = await Promise.all(
    instruments.map(async (instrument) => ({
      instrument,
      hash: await sha256(`${source}\n${symbolOf(instrument)}`),
    })),
  );
  hashed.sort((a, b) => compareBytes(a.hash, b.hash));
  return hashed.slice(0, CHECKED).map(({ instrument }) => instrument);
}

/** @param values - of the same instrument, asked again */
function differenceAgain(field: CheckedField, instrument: number, values: Float64Array): FieldFault | null {
  const first = field.valuesOf(instrument);
  const bar = first.findIndex((value, at) => !Object.is(value, values[at]));
  if (bar < 0) return null;
  const [one, other] = [first[bar] ?? NaN, values[bar] ?? NaN];
  return {
    code: "code-not-repeatable",
    symbol: field.symbolOf(instrument),
    text: `on ${dayOf(field, instrument, bar)} it gave ${shown(one)}, and ${shown(other)} when it was asked about this instrument alone; keep nothing from one instrument to the next`,
  };
}

/** On all bars but the last, and on seven other cuts, by ascending length, so that the room has seen no later bar. */
async function cutsOf({ source, symbolOf, valuesOf }: CheckedField, instrument: number): Promise<Cut[]> {
  const bars = valuesOf(instrument).length;
  if (bars < 2) return [];
  const places = Array.from(
    { length: CUTS - 1 },
    (_, place) => `${source}\n${symbolOf(instrument)}\n${place + 2}`,
  );
  const hashes = await Promise.all(places.map(sha256));
  const others = hashes.map(({ buffer }) => 1 + (new DataView(buffer).getUint32(0) % (bars - 1)));
  return [bars - 1, ...others].toSorted((a, b) => a - b).map((length) => ({ instrument, bars: length }));
}

/** In one fresh room, none of whose instruments is there twice: their numbers on the first bars are those of the run, to the bit. */
export async function checkCuts(
  field: CheckedField,
  cuts: readonly Cut[],
  openRoom: OpenRoom,
): Promise<FieldFault | null> {
  if (cuts.length === 0) return null;
  const found = await inFreshRoom(field, cuts, openRoom);
  return found.ok ? lookAhead(field, cuts, found.value, Object.is) : found.problem;
}

/** Whether two numbers of a bar, NaN where unknown, pass for the same. */
type IsSame = (one: number, other: number) => boolean;

/** @param values - of each cut */
function lookAhead(
  field: CheckedField,
  cuts: readonly Cut[],
  values: readonly Float64Array[],
  isSame: IsSame,
): FieldFault | null {
  for (const [at, { instrument }] of cuts.entries()) {
    const known = values[at] ?? new Float64Array(0);
    const whole = field.valuesOf(instrument);
    const bar = firstDifference(whole, known, isSame);
    if (bar < 0) continue;
    return {
      code: "code-looks-ahead",
      symbol: field.symbolOf(instrument),
      text: `on ${dayOf(field, instrument, bar)} it gives ${shown(whole[bar] ?? NaN)}, and ${shown(known[bar] ?? NaN)} where the bars end on ${dayOf(field, instrument, known.length - 1)}. It looks at later bars, where each bar may use itself and earlier ones alone`,
    };
  }
  return null;
}

/** The first bar of the cut that is not the same; -1 for none. */
function firstDifference(whole: Float64Array, cut: Float64Array, isSame: IsSame): number {
  return cut.findIndex((value, bar) => !isSame(whole[bar] ?? NaN, value));
}

/** Whether they are the same but for a billionth of their own size, or both unknown. */
export function isRounding(one: number, other: number): boolean {
  if (Number.isNaN(one) || Number.isNaN(other)) return Number.isNaN(one) && Number.isNaN(other);
  return Math.abs(one - other) <= FORGIVEN * Math.max(Math.abs(one), Math.abs(other));
}

async function inFreshRoom(
  { room, barsOf }: CheckedField,
  cuts: readonly Cut[],
  openRoom: OpenRoom,
): Promise<Result<readonly Float64Array[], CodeFault>> {
  const opened = await openRoom(room);
  if (!opened.ok) return opened;
  const values: Float64Array[] = [];
  try {
    for (let at = 0; at < cuts.length; at += SENT_AT_ONCE) {
      const some = cuts.slice(at, at + SENT_AT_ONCE).map(({ instrument, bars }) => barsOf(instrument, bars));
      // oxlint-disable-next-line no-await-in-loop -- a room works on one batch at a time, in its order
      const found = await opened.value.compute(some);
      if (!found.ok) return err(found.problem);
      values.push(...found.value);
    }
  } finally {
    opened.value.close();
  }
  return ok(values);
}

function dayOf({ daysOf }: CheckedField, instrument: number, bar: number): string {
  return formatIsoDay(daysOf(instrument)[bar] ?? 0);
}

function shown(value: number): string {
  return Number.isNaN(value) ? "nothing" : String(value);
}

async function sha256(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, place) => byte !== b[place]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
