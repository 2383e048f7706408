/** How far a reading is, in bytes and rows, and how many rows it may come to. */

/** A hint for a person who waits. */
export interface ReadingProgress {
  /** Packed bytes of a .gz, unpacked ones of a zip archive's files. */
  readonly bytesRead: number;
  /** null where the size of a source is not known ahead. */
  readonly bytesTotal: number | null;
  readonly rows: number;
}

export interface ProgressCounter {
  /** Counts bytes that came from file number `file`, perhaps ahead of its turn. */
  readonly count: (file: number, bytes: number) => void;
  /** What came from the files up to number `file` has become so many rows. */
  readonly settle: (file: number, rows: number) => void;
  /** Rows of the whole reading, as far as can be told by now; 0 for unknown. */
  readonly expectedRows: () => number;
  /** Tells where the reading is, for the last time. */
  readonly end: () => void;
}

/** Progress is told at most once in so many bytes, and at the end. */
const TELL_BYTES = 1_048_576;

/**
 * @param sizes - bytes of each file, in reading order; null where not known ahead
 * @param withRows - so many of them, the first ones, may have rows
 */
export function createProgressCounter(
  sizes: readonly (number | null)[],
  onProgress: (progress: ReadingProgress) => void,
  withRows: number = sizes.length,
): ProgressCounter {
  const bytesTotal = bytesOf(sizes);
  const bytesWithRows = bytesOf(sizes.slice(0, withRows));
  const counts = new Float64Array(sizes.length);
  let current = 0;
  let bytesBefore = 0;
  let bytesRead = 0;
  let rows = 0;
  let told = 0;

  function tell(): void {
    told = bytesRead;
    onProgress({ bytesRead, bytesTotal, rows });
  }

  return {
    count: (file, bytes) => {
      counts[file] = (counts[file] ?? 0) + bytes;
    },
    settle: (file, rowsNow) => {
      for (; current < file; current++) bytesBefore += counts[current] ?? 0;
      bytesRead = bytesBefore + (counts[file] ?? 0);
      rows = rowsNow;
      if (bytesRead - told >= TELL_BYTES) tell();
    },
    expectedRows: () => (bytesWithRows === null || bytesRead === 0 ? 0 : (rows / bytesRead) * bytesWithRows),
    end: tell,
  };
}

/** null where that of one is not known. */
function bytesOf(sizes: readonly (number | null)[]): number | null {
  return sizes.includes(null) ? null : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}
