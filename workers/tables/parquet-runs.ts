/**
 * Looks at the runs of a Parquet page before they are unpacked: a run says how many values it stands for, and the
 * reader takes its word. Source: Parquet's Encodings.md, "Run Length Encoding / Bit-Packing Hybrid".
 */

/** Bit-packed runs are filled up to groups of eight. */
const PADDING = 512;

export interface RunsPlace {
  /** The first byte of the runs, and the one behind them. */
  readonly from: number;
  readonly to: number;
  /** Bits of a value. */
  readonly width: number;
  /** So many values the page has. */
  readonly values: number;
}

/** @throws Error for runs of more values than the page has, and for runs that are cut short */
export function checkRuns(bytes: Uint8Array, { from, to, width, values }: RunsPlace): void {
  const run: Run = { at: from, half: 0, isPacked: false };
  let seen = 0;
  while (seen < values) {
    if (!openRun(bytes, to, run)) throw new Error(CUT);
    const { half, isPacked } = run;
    seen += isPacked ? half * 8 : half;
    run.at += isPacked ? half * width : (width + 7) >> 3;
    if (seen > values + PADDING) throw new Error("a page with runs of more values than it has");
  }
}

/** Where a run's values begin, and how many groups of eight there are, or times one value. */
interface Run {
  at: number;
  half: number;
  isPacked: boolean;
}

/** Reads the header at `run.at`; false where the bytes end in it. */
function openRun(bytes: Uint8Array, to: number, run: Run): boolean {
  let header = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = run.at < to ? bytes[run.at] : undefined;
    if (byte === undefined) return false;
    if (shift > 28) throw new Error("a page with runs of more values than it has");
    run.at++;
    header += (byte & 0x7f) * 2 ** shift;
    if (byte < 128) break;
  }
  run.half = Math.floor(header / 2);
  run.isPacked = header % 2 === 1;
  return true;
}

/**
 * The values of runs, each in as few bytes as it needs: a page of a megabyte may have a million.
 *
 * @param place - at most 32 bits a value
 * @throws Error for runs that are cut short
 */
export function readRuns(bytes: Uint8Array, { from, to, width, values }: RunsPlace): Words {
  const words: Words =
    width <= 8 ? new Uint8Array(values) : width <= 16 ? new Uint16Array(values) : new Uint32Array(values);
  const run: Run = { at: from, half: 0, isPacked: false };
  for (let seen = 0; seen < values;) {
    if (!openRun(bytes, to, run)) throw new Error(CUT);
    const { at, half, isPacked } = run;
    const until = Math.min(values, seen + (isPacked ? half * 8 : half));
    const end = at + (isPacked ? Math.ceil(((until - seen) * width) / 8) : (width + 7) >> 3);
    if (end > to) throw new Error(CUT);
    if (isPacked) unpackBits(bytes, at, { words, seen, until, width });
    else words.fill(wordAt(bytes, at, end), seen, until);
    run.at = isPacked ? at + half * width : end;
    seen = until;
  }
  return words;
}

export type Words = Uint8Array | Uint16Array | Uint32Array;

const CUT = "a page with runs that are cut short";

function wordAt(bytes: Uint8Array, from: number, to: number): number {
  let word = 0;
  for (let at = to - 1; at >= from; at--) word = word * 256 + (bytes[at] ?? 0);
  return word;
}

interface BitsPlace {
  readonly words: Words;
  readonly seen: number;
  readonly until: number;
  readonly width: number;
}

/** The lowest bits come first. Forty bits at most wait at a time, which a double holds. */
function unpackBits(bytes: Uint8Array, start: number, { words, seen, until, width }: BitsPlace): void {
  const range = 2 ** width;
  let at = start;
  let bits = 0;
  let waiting = 0;
  for (let place = seen; place < until; place++) {
    for (; waiting < width; waiting += 8) bits += (bytes[at++] ?? 0) * 2 ** waiting;
    const rest = Math.floor(bits / range);
    words[place] = bits - rest * range;
    bits = rest;
    waiting -= width;
  }
}
