/**
 * Facts and signals as they lie behind a column file's blocks, one after the other: the steps' numbers by instrument, their
 * days and their values, as in memory. Each has a checksum of its own, so that damage costs one of them. A reader that
 * knows nothing of them has the prices all the same.
 */
import type { FactSeries } from "#workers/model/market.ts";
import type { ByteReader, ByteWriter } from "./byte-file.ts";
import { wordChecksum, wordsOf } from "./checksum.ts";
import { padTo8 } from "./series-code.ts";

/** Where the steps of one fact are in the file. */
export interface FactPlace {
  readonly name: string;
  readonly kind: FactSeries["kind"];
  readonly steps: number;
  readonly at: number;
  readonly checksum: number;
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
  facts: readonly FactSeries[],
  instruments: number,
): FactPlace[] {
  let next = at;
  return facts.map(({ name, kind, stepOffset, day, value }) => {
    if (stepOffset.length !== instruments + 1)
      throw new RangeError(`${name} is of ${stepOffset.length - 1} instruments, not of ${instruments}`);
    const parts = partsOf(instruments, day.length);
    const bytes = new Uint8Array(parts.bytes);
    const into = viewsOf(bytes, parts);
    into.stepOffset.set(stepOffset);
    into.day.set(day);
    into.value.set(value);
    file.write(bytes, next);
    const place = { name, kind, steps: day.length, at: next, checksum: wordChecksum(wordsOf(bytes)) };
    next += bytes.length;
    return place;
  });
}

/** What these facts take, in the file as in memory. */
export function bytesOfFacts(places: readonly FactPlace[], instruments: number): number {
  return places.reduce((sum, { steps }) => sum + partsOf(instruments, steps).bytes, 0);
}

/** @param instruments - all of the file's */
export function readFacts(file: ByteReader, places: readonly FactPlace[], instruments: number): StoredFacts {
  const facts: FactSeries[] = [];
  const damaged: string[] = [];
  for (const { name, kind, steps, at, checksum } of places) {
    const parts = partsOf(instruments, steps);
    const bytes = new Uint8Array(parts.bytes);
    const isWhole = canRead(file, bytes, at) && wordChecksum(wordsOf(bytes)) === checksum;
    if (isWhole) facts.push({ name, kind, ...viewsOf(bytes, parts) });
    else damaged.push(name);
  }
  return { facts, damaged };
}

/** False where the file can't give these bytes. */
function canRead(file: ByteReader, into: Uint8Array, at: number): boolean {
  try {
    file.read(into, at);
    return true;
  } catch {
    return false; // a place of the disk that can't be read, or a file cut short: told as damaged
  }
}

interface Parts {
  readonly instruments: number;
  readonly steps: number;
  readonly dayAt: number;
  readonly valueAt: number;
  /** Of all. */
  readonly bytes: number;
}

function partsOf(instruments: number, steps: number): Parts {
  const dayAt = padTo8((instruments + 1) * Int32Array.BYTES_PER_ELEMENT);
  const valueAt = dayAt + padTo8(steps * Int32Array.BYTES_PER_ELEMENT);
  return { instruments, steps, dayAt, valueAt, bytes: valueAt + steps * Float64Array.BYTES_PER_ELEMENT };
}

function viewsOf(
  { buffer }: Uint8Array<ArrayBuffer>,
  { instruments, steps, dayAt, valueAt }: Parts,
): Pick<FactSeries, "stepOffset" | "day" | "value"> {
  return {
    stepOffset: new Int32Array(buffer, 0, instruments + 1),
    day: new Int32Array(buffer, dayAt, steps),
    value: new Float64Array(buffer, valueAt, steps),
  };
}
