/**
 * Rows that the memory doesn't hold, in a file: batch after batch, in each batch the rows of an instrument together,
 * in reading order. What comes back of an instrument is in reading order, too.
 */
import type { ByteFile } from "./byte-file.ts";
import { padTo8 } from "./series-code.ts";
import { NO_INSTRUMENT, rowNumber } from "./row-store.ts";
import type { RowStore } from "./row-store.ts";

const BUFFER_BYTES = 4_194_304;

export interface RowSpill {
  /** Rows by instrument number, of all batches; instruments without a row may lack an entry. */
  readonly counts: readonly number[];
  /** The slots of which any batch has figures. */
  readonly slots: ReadonlySet<number>;
  /** Writes the first `rows` rows of a store, those of NO_INSTRUMENT left out. */
  write(store: RowStore, rows: number): void;
  /** Appends the rows of an instrument to a store of numbered rows that has room for them. */
  read(instrument: number, into: RowStore): void;
}

/** What was written at one time. */
interface Batch {
  /** The slots whose figures were written. */
  readonly slots: readonly number[];
  /** Instrument numbers, ascending. */
  readonly instruments: Int32Array;
  readonly rows: Int32Array;
  /** Where each instrument's rows start in the file. */
  readonly places: Float64Array;
}

export function createRowSpill(file: ByteFile): RowSpill {
  const batches: Batch[] = [];
  const counts: number[] = [];
  const allSlots = new Set<number>();
  let buffer = new Uint8Array(BUFFER_BYTES);
  let used = 0;
  let end = 0;

  function flush(): void {
    file.write(buffer.subarray(0, used), end);
    end += used;
    used = 0;
  }

  /** The next bytes of the file, to be filled before the next call. */
  function nextBytes(bytes: number): Uint8Array<ArrayBuffer> {
    if (used + bytes > buffer.length) flush();
    if (bytes > buffer.length) buffer = new Uint8Array(bytes);
    used += bytes;
    return buffer.subarray(used - bytes, used);
  }

  return {
    counts,
    slots: allSlots,
    write(store, rows) {
      const { order, instruments, starts, ends } = groupByInstrument(store, rows);
      const slots = [...store.values.keys()].filter((slot) => store.values[slot]);
      for (const slot of slots) allSlots.add(slot);
      const places = new Float64Array(instruments.length);
      const sizes = new Int32Array(instruments.length);
      instruments.forEach((instrument, at) => {
        const segment = order.subarray(starts[at], ends[at]);
        const bytes = nextBytes(segmentBytes(segment.length, slots.length));
        places[at] = end + used - bytes.length;
        sizes[at] = segment.length;
        counts[instrument] = (counts[instrument] ?? 0) + segment.length;
        encodeSegment(store, segment, slots, bytes);
      });
      flush();
      batches.push({ slots, instruments, rows: sizes, places });
    },
    read(instrument, into) {
      for (const batch of batches) {
        const at = placeOf(batch.instruments, instrument);
        if (at < 0) continue;
        const rows = batch.rows[at] ?? 0;
        const size = segmentBytes(rows, batch.slots.length);
        if (buffer.length < size) buffer = new Uint8Array(size);
        const bytes = buffer.subarray(0, size);
        file.read(bytes, batch.places[at] ?? 0);
        decodeSegment(bytes, { instrument, rows, slots: batch.slots }, into);
      }
    },
  };
}

/** Row number, day and line, then the figures of each slot. */
function segmentBytes(rows: number, slots: number): number {
  return padTo8(rows * 12) + rows * 8 * slots;
}

function encodeSegment(
  store: RowStore,
  segment: Int32Array,
  slots: readonly number[],
  bytes: Uint8Array,
): void {
  const rows = segment.length;
  const whole = new Int32Array(bytes.buffer, bytes.byteOffset, rows * 3);
  for (let at = 0; at < rows; at++) {
    const row = segment[at] ?? 0;
    whole[at] = rowNumber(store, row);
    whole[rows + at] = store.day[row] ?? 0;
    whole[2 * rows + at] = store.line[row] ?? 0;
  }
  slots.forEach((slot, place) => {
    const figures = new Float64Array(bytes.buffer, figuresAt(bytes, rows, place), rows);
    const column = store.values[slot];
    for (let at = 0; at < rows; at++) figures[at] = column?.[segment[at] ?? 0] ?? NaN;
  });
}

function decodeSegment(
  bytes: Uint8Array,
  segment: { readonly instrument: number; readonly rows: number; readonly slots: readonly number[] },
  into: RowStore,
): void {
  const { instrument, rows, slots } = segment;
  const from = into.rows;
  const whole = new Int32Array(bytes.buffer, bytes.byteOffset, rows * 3);
  into.instrument.fill(instrument, from, from + rows);
  into.number?.set(whole.subarray(0, rows), from);
  into.day.set(whole.subarray(rows, 2 * rows), from);
  into.line.set(whole.subarray(2 * rows), from);
  into.values.forEach((column, slot) => {
    const place = slots.indexOf(slot);
    if (place < 0) column?.fill(NaN, from, from + rows);
    else column?.set(new Float64Array(bytes.buffer, figuresAt(bytes, rows, place), rows), from);
  });
  into.rows += rows;
}

function figuresAt(bytes: Uint8Array, rows: number, place: number): number {
  return bytes.byteOffset + padTo8(rows * 12) + place * rows * 8;
}

/** Rows by instrument number. */
export interface GroupedRows {
  /** Rows of the store, those of an instrument together and in the order of the store. */
  readonly order: Int32Array;
  /** Numbers of the instruments that have rows, ascending, and where the rows of each start and end. */
  readonly instruments: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** The first `rows` rows of a store by instrument, those of NO_INSTRUMENT left out. */
export function groupByInstrument(store: RowStore, rows: number): GroupedRows {
  const { instrument } = store;
  let last = NO_INSTRUMENT;
  for (let row = 0; row < rows; row++) if ((instrument[row] ?? 0) > last) last = instrument[row] ?? 0;
  const starts = new Int32Array(last + 2);
  for (let row = 0; row < rows; row++) {
    const after = (instrument[row] ?? 0) + 1;
    if (after > 0) starts[after] = (starts[after] ?? 0) + 1;
  }
  for (let at = 1; at < starts.length; at++) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
  const order = new Int32Array(starts.at(-1) ?? 0);
  const next = starts.slice();
  for (let row = 0; row < rows; row++) {
    const one = instrument[row] ?? 0;
    if (one === NO_INSTRUMENT) continue;
    const at = next[one] ?? 0;
    order[at] = row;
    next[one] = at + 1;
  }
  const instruments = Int32Array.from(starts.keys()).filter(
    (one) => one <= last && (starts[one] ?? 0) < (starts[one + 1] ?? 0),
  );
  return {
    order,
    instruments,
    starts: instruments.map((one) => starts[one] ?? 0),
    ends: instruments.map((one) => starts[one + 1] ?? 0),
  };
}

/** Place of an instrument in an ascending list, -1 where it is none of them. */
export function placeOf(instruments: Int32Array, instrument: number): number {
  let low = 0;
  let high = instruments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((instruments[middle] ?? 0) < instrument) low = middle + 1;
    else high = middle;
  }
  return instruments[low] === instrument ? low : -1;
}
