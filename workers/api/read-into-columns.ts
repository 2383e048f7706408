/** Price files into a file of columns, which every thread of the process opens in some milliseconds. */
import { addMarket, createColumnWriter } from "#workers/market/column-writer.ts";
import { MOST_ROWS } from "#workers/market/market-builder.ts";
import { readMarketParts } from "#workers/market/read-market.ts";
import type { ReadingProgress } from "#workers/market/reading-progress.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { DatasetFacts, FileNotes, InstrumentDefaults } from "#workers/model/reading.ts";
import type { DiskFile } from "./disk-file.ts";

export interface ColumnsRequest {
  readonly sources: readonly PriceSource[];
  readonly defaults: InstrumentDefaults;
  /** Empty. */
  readonly columns: DiskFile;
  /** Empty, for rows that the memory should not hold; nothing of it is of use afterwards. */
  readonly rows: DiskFile;
  readonly onProgress: (progress: ReadingProgress) => void;
}

export interface ReadColumns {
  readonly facts: DatasetFacts;
  readonly files: readonly FileNotes[];
}

/** A problem where a file can't be used; the columns are worth nothing then. */
export async function readIntoColumns(request: ColumnsRequest): Promise<Result<ReadColumns>> {
  const { sources, defaults, columns, rows, onProgress } = request;
  const writer = createColumnWriter(columns);
  const read = await readMarketParts(sources, {
    defaults,
    onProgress,
    spill: { file: rows, mostRows: MOST_ROWS },
    take: (part) => addMarket(writer, part),
  });
  if (!read.ok) return read;
  if (read.value.facts) writer.addFacts(read.value.facts);
  return ok({ facts: await writer.finish(), files: read.value.notes.files });
}
