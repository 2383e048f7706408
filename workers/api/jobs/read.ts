/** Reads price files into columns, and says what lies in columns. */
import { addMarket, createColumnWriter } from "#workers/market/column-writer.ts";
import { MOST_ROWS } from "#workers/market/market-builder.ts";
import { readMarketParts } from "#workers/market/read-market.ts";
import type { ReadingProgress } from "#workers/market/reading-progress.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { DatasetFacts, FileNotes, InstrumentDefaults } from "#workers/model/reading.ts";
import { outlineAt } from "../columns-market.ts";
import type { ColumnsPlace } from "../columns-market.ts";
import type { DiskFile } from "../disk-file.ts";
import { listSources, passedOver } from "../list-sources.ts";
import { makeColumns } from "../made-columns.ts";
import type { MarketOutline } from "../outline.ts";
import type { ReadJob, ReadOutcome, ReadTold } from "../thread-jobs.ts";
import { throttled } from "./job-tools.ts";
import type { JobTools } from "./job-tools.ts";

export async function readJob(
  { paths, defaults, columnsPath }: ReadJob,
  { markets, tell }: JobTools<ReadTold>,
): Promise<Result<ReadOutcome>> {
  const sources = await listSources(paths);
  if (!sources.ok) return sources;
  const now = throttled();
  const read = await makeColumns(columnsPath, ({ columns, rows }) =>
    readIntoColumns({
      sources: sources.value,
      defaults,
      columns,
      rows,
      onProgress: ({ bytesRead, rows: count }) => now(() => tell({ bytesRead, rows: count })),
    }),
  );
  if (!read.ok) return read;
  const { facts, files } = read.value;
  const outline = await outlineAt({ path: columnsPath }, markets);
  if (!outline.ok) return outline;
  const unread = await Promise.all(paths.map((path) => passedOver(path)));
  return ok({
    fingerprint: facts.fingerprint,
    files,
    unread: unread.filter((each) => each !== null),
    outline: outline.value,
  });
}

export async function outlineJob(
  { columns }: { readonly columns: ColumnsPlace },
  { markets }: JobTools<never>,
): Promise<Result<MarketOutline>> {
  return outlineAt(columns, markets);
}

interface ColumnsRequest {
  readonly sources: readonly PriceSource[];
  readonly defaults: InstrumentDefaults;
  /** Empty. */
  readonly columns: DiskFile;
  /** Empty, for rows that the memory should not hold; nothing of it is of use afterwards. */
  readonly rows: DiskFile;
  readonly onProgress: (progress: ReadingProgress) => void;
}

interface ReadColumns {
  readonly facts: DatasetFacts;
  readonly files: readonly FileNotes[];
}

/**
 * Price files into a file of columns, which every thread of the process opens in some milliseconds.
 * A problem where a file can't be used; the columns are worth nothing then.
 */
async function readIntoColumns(request: ColumnsRequest): Promise<Result<ReadColumns>> {
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
