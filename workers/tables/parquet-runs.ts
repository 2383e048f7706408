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
export function checkRuns(bytes: Uint8Array, place: RunsPlace): void {
  if (!checkLongestRun(bytes, place)) throw new Error("a page with runs that are cut short");
}

/**
 * The same where the page may have fewer values.
 *
 * @returns false where the runs end before there are so many
 * @throws Error for runs of more values
 */
export function checkLongestRun(bytes: Uint8Array, { from, to, width, values }: RunsPlace): boolean {
  let at = from;
  let seen = 0;
  while (seen < values) {
    let header = 0;
    let shift = 0;
    for (;;) {
      const byte = at < to ? bytes[at] : undefined;
      if (byte === undefined) return false;
      if (shift > 28) throw new Error("a page with runs of more values than it has");
      at++;
      header += (byte & 0x7f) * 2 ** shift;
      if (byte < 128) break;
      shift += 7;
    }
    const half = Math.floor(header / 2);
    const isPacked = header % 2 === 1;
    seen += isPacked ? half * 8 : half;
    at += isPacked ? half * width : (width + 7) >> 3;
    if (seen > values + PADDING) throw new Error("a page with runs of more values than it has");
  }
  return true;
}
