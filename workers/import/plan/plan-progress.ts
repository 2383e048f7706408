/** How far the reading of a plan is, and how many rows it may come to. */
import type { PriceSource } from "#workers/market/source.ts";

export interface PlanProgress {
  readonly bytesRead: number;
  readonly bytesTotal: number;
  readonly rows: number;
}

export interface ProgressCounter {
  /** The source with its bytes counted as they are read; a second reading of a file counts once. */
  counted(source: PriceSource): PriceSource;
  addRows(rows: number): void;
  /** How many rows all files come to, as far as can be told by now; 0 for unknown. */
  expectedRows(): number;
  /** A dropped file is done. */
  finish(source: PriceSource): void;
}

/** @param pooledRows - how many there are by now */
export function createPlanProgress(
  sources: readonly PriceSource[],
  pooledRows: () => number,
  onProgress: (progress: PlanProgress) => void,
): ProgressCounter {
  const bytesTotal = sources.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  let done = 0;
  let ofFile = 0;
  let rows = 0;
  let rowsPerByte = 0;
  const readElsewhere = () => {
    let read = 0;
    return (bytes: number): void => {
      read += bytes;
      ofFile = Math.max(ofFile, read);
      rowsPerByte = pooledRows() / (done + ofFile);
      tell();
    };
  };
  const tell = () => onProgress({ bytesRead: Math.min(done + ofFile, bytesTotal), bytesTotal, rows });
  return {
    counted: ({ file, ...source }) => ({
      ...source,
      ...(file && { file: { bytes: file.bytes, onRead: readElsewhere() } }),
      async *open() {
        let read = 0;
        for await (const chunk of await source.open()) {
          read += chunk.length;
          ofFile = Math.max(ofFile, read);
          tell();
          yield chunk;
          rowsPerByte = pooledRows() / (done + ofFile);
        }
      },
    }),
    expectedRows: () => rowsPerByte * bytesTotal,
    addRows(more) {
      rows += more;
    },
    finish({ bytes }) {
      done += bytes ?? 0;
      ofFile = 0;
      tell();
    },
  };
}
