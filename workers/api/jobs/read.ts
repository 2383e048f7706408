/** Reads price files into columns, and says what lies in columns. */
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { outlineAt } from "../columns-market.ts";
import type { ColumnsPlace } from "../columns-market.ts";
import { listSources, passedOver } from "../list-sources.ts";
import { makeColumns } from "../made-columns.ts";
import type { MarketOutline } from "../outline.ts";
import { readIntoColumns } from "../read-into-columns.ts";
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
