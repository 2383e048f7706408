/**
 * Facts and signals as they lie behind a column file's blocks, one after the other: the steps' numbers by instrument, their
 * days and their values, as in memory. Facts of the same statements have steps on the same days: those lie in the file once,
 * with the first of these facts. Each fact has a checksum of its own, of its days and values, wherever these lie, so that
 * damage costs one of them; damaged days cost all facts that have them. A reader that knows nothing of facts has the prices
 * all the same.
 */
import { traitsOf } from "#workers/model/fact-traits.ts";
import type { FactTraits } from "#workers/model/fact-traits.ts";
import type { FactSeries } from "#workers/model/market.ts";
import { canRead } from "./byte-file.ts";
import type { ByteReader, ByteWriter } from "./byte-file.ts";
import { beginChecksum, endChecksum, goOnChecksum, wordsOf } from "./checksum.ts";
import { padTo8 } from "./series-code.ts";

/** Where the steps of one fact are in the file. */
export interface FactPlace extends FactTraits {
  readonly name: string;
  readonly kind: FactSeries["kind"];
  readonly steps: number;
  /** Of its days, and behind them its values; of its values where it has the days of another fact. */
  readonly at: number;
  /** Where the days are that it has in common with a fact before it; absent for days of its own. */
  readonly daysAt?: number;
  readonly checksum: number;
}

/** The same data has the same place, wherever it lies and whatever it has in common with others: for fingerprints. */
export function unplaced({ name, kind, steps, checksum, ...traits }: FactPlace): FactPlace {
  return { name, kind, steps, at: 0, checksum, ...traitsOf(traits) };
}

/** Days of so many facts are looked through for those of the next one. */
const DAYS_KEPT = 8;

type StepDays = Pick<FactSeries, "stepOffset" | "day">;

/** Days that were written or read, in memory of their own, and the checksum of them, to be gone on with. */
interface KnownDays extends StepDays {
  /** Of which fact: the same object holds the same as long as facts are written. */
  readonly given?: Int32Array;
  readonly at: number;
  readonly checksum: Int32Array;
}

export interface StoredFacts {
  readonly facts: readonly FactSeries[];
  /** Names of those that are not as they were written; they are not among the facts. */
  readonly damaged: readonly string[];
}

/**
 * Writes them from a place on, which is a multiple of 8.
 *
 * @throws RangeError where they are not of so many instruments
 */
export function writeFacts(
  file: ByteWriter,
  at: number,
  facts: Iterable<FactSeries>,
  instruments: number,
): FactPlace[] {
  let next = at;
  const known: KnownDays[] = [];
  const places: FactPlace[] = [];
  for (const { name, kind, stepOffset, day, value, ...traits } of facts) {
    if (stepOffset.length !== instruments + 1)
      throw new RangeError(`${name} is of ${stepOffset.length - 1} instruments, not of ${instruments}`);
    const shared = known.find(
      (one) => (one.given === day || isSame(one.day, day)) && isSame(one.stepOffset, stepOffset),
    );
    const start = next;
    const days = shared ?? writeDays(file, start, { stepOffset, day });
    if (!shared) {
      known.unshift(days);
      known.splice(DAYS_KEPT);
      next += dayBytes(instruments, day.length);
    }
    const words = wordsOf(value);
    file.write(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), next);
    next += value.byteLength;
    const place = { name, kind, steps: day.length, at: start, checksum: checksumOf(days, words) };
    places.push({ ...place, ...(shared ? { daysAt: shared.at } : {}), ...traitsOf(traits) });
  }
  return places;
}

function writeDays(file: ByteWriter, at: number, { stepOffset, day }: StepDays): KnownDays {
  const bytes = new Uint8Array(dayBytes(stepOffset.length - 1, day.length));
  const views = dayViews(bytes, stepOffset.length - 1, day.length);
  views.stepOffset.set(stepOffset);
  views.day.set(day);
  file.write(bytes, at);
  return { ...views, given: day, at, checksum: checksumOfDays(bytes) };
}

function isSame(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

function checksumOfDays(bytes: Uint8Array): Int32Array {
  const state = beginChecksum();
  goOnChecksum(state, wordsOf(bytes));
  return state;
}

/** Checksum of the days and the values behind them. */
function checksumOf({ checksum }: KnownDays, values: Int32Array): number {
  const state = checksum.slice();
  goOnChecksum(state, values);
  return endChecksum(state);
}

/** What these facts take in the file. */
export function bytesOfFacts(places: readonly FactPlace[], instruments: number): number {
  return places.reduce(
    (sum, { steps, daysAt }) =>
      sum +
      (daysAt === undefined ? dayBytes(instruments, steps) : 0) +
      steps * Float64Array.BYTES_PER_ELEMENT,
    0,
  );
}

/** @param instruments - all of the file's */
export function readFacts(file: ByteReader, places: readonly FactPlace[], instruments: number): StoredFacts {
  const facts: FactSeries[] = [];
  const damaged: string[] = [];
  const known = new Map<number, KnownDays | null>();
  for (const { name, kind, steps, at, daysAt = at, checksum, ...traits } of places) {
    const days = known.get(daysAt) ?? readDays(file, daysAt, instruments, steps);
    known.set(daysAt, days);
    const value = new Float64Array(steps);
    const valueAt = daysAt === at ? at + dayBytes(instruments, steps) : at;
    const isWhole =
      days?.day.length === steps &&
      canRead(file, new Uint8Array(value.buffer), valueAt) &&
      checksumOf(days, wordsOf(value)) === checksum;
    if (isWhole) {
      const { stepOffset, day } = days;
      facts.push({ name, kind, stepOffset, day, value, ...traitsOf(traits) });
    } else damaged.push(name);
  }
  return { facts, damaged };
}

/** null where the file can't give them; the checksum is compared with the values'. */
function readDays(file: ByteReader, at: number, instruments: number, steps: number): KnownDays | null {
  const bytes = new Uint8Array(dayBytes(instruments, steps));
  if (!canRead(file, bytes, at)) return null;
  return { ...dayViews(bytes, instruments, steps), at, checksum: checksumOfDays(bytes) };
}

/** The steps' numbers and their days, each from a multiple of 8 on. */
function dayBytes(instruments: number, steps: number): number {
  return (
    padTo8((instruments + 1) * Int32Array.BYTES_PER_ELEMENT) + padTo8(steps * Int32Array.BYTES_PER_ELEMENT)
  );
}

function dayViews({ buffer }: Uint8Array<ArrayBuffer>, instruments: number, steps: number): StepDays {
  return {
    stepOffset: new Int32Array(buffer, 0, instruments + 1),
    day: new Int32Array(buffer, padTo8((instruments + 1) * Int32Array.BYTES_PER_ELEMENT), steps),
  };
}
