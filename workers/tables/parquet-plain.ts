/**
 * Plain numbers of Parquet pages in memory that is used page after page: an array for each page would wait beside the
 * next ones until the engine collects its oldest objects, some hundred megabytes later.
 */

type Numbers = Float64Array | Float32Array | Int32Array | BigInt64Array;

const ARRAYS = {
  DOUBLE: Float64Array,
  FLOAT: Float32Array,
  INT32: Int32Array,
  INT64: BigInt64Array,
} as const;

export interface PlainRoom {
  /** The values from `from` on; they are good until the next page is read. @throws Error where the page has fewer */
  read(page: Uint8Array, from: number, count: number): Numbers;
  /** Whole numbers as doubles, which are written sooner; as they are where one is too large for that. Good as long. */
  withoutBigInts(values: Numbers): Numbers;
}

/** null for a type that has no numbers of one width. */
export function createPlainRoom(type: string): PlainRoom | null {
  if (type !== "DOUBLE" && type !== "FLOAT" && type !== "INT32" && type !== "INT64") return null;
  const kind = ARRAYS[type];
  let room = new Uint8Array(0);
  let doubles = new Float64Array(0);
  return {
    read(page, from, count) {
      const bytes = count * kind.BYTES_PER_ELEMENT;
      if (from + bytes > page.length) throw new Error("a page that is cut short");
      if (room.length < bytes) room = new Uint8Array(Math.ceil(bytes / 4096) * 4608);
      room.set(page.subarray(from, from + bytes));
      return new kind(room.buffer, 0, count);
    },
    withoutBigInts(values) {
      if (!(values instanceof BigInt64Array)) return values;
      const halves = new Int32Array(values.buffer, values.byteOffset, 2 * values.length);
      if (doubles.length < values.length) doubles = new Float64Array(values.length);
      for (let at = 0; at < values.length; at++) {
        const double = (halves[2 * at + 1] ?? 0) * 2 ** 32 + ((halves[2 * at] ?? 0) >>> 0);
        if (!Number.isSafeInteger(double)) return values;
        doubles[at] = double;
      }
      return doubles.subarray(0, values.length);
    },
  };
}
