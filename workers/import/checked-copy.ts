/** One small file checked on a thread of its own, with its bars as columns that are moved. */
import { fileSource } from "#workers/market/source.ts";
import type { Answers } from "#workers/model/import-check.ts";
import type { ImportFile } from "#workers/model/import-plan.ts";
import { checkOne, readOnce } from "./plan-file.ts";
import type { PlanFile } from "./plan-file.ts";
import { copyRows } from "./row-copy.ts";
import type { RowCopy } from "./row-copy.ts";
import { createRowPool } from "./row-pool.ts";

/** A file with its rows in no pool: instruments have the numbers of the copy. */
export interface CheckedCopy {
  readonly file: PlanFile;
  /** Null for a file without bars. */
  readonly rows: RowCopy | null;
}

/** "packed" for an archive and for gzip, whose rows may be too many to be moved; "failed" where a thread didn't do. */
export type CopyAnswer = CheckedCopy | "packed" | "failed";

export interface CheckRequest {
  readonly file: ImportFile;
  readonly answers: Answers;
}

/** How zip archives and gzip begin. */
const PACKED = ["PK\u0003\u0004", "\u001F\u008B"];

export async function checkElsewhere({ file, answers }: CheckRequest): Promise<CopyAnswer> {
  const head = String.fromCharCode(...new Uint8Array(await file.bytes.slice(0, 4).arrayBuffer()));
  if (/\.zip$/i.test(file.name) || PACKED.some((start) => head.startsWith(start))) return "packed";
  const pool = createRowPool(null);
  const checked = await checkOne(readOnce(fileSource(file)), answers, { pool, threads: null });
  return {
    file: checked,
    rows: checked.rows && copyRows(pool.store, checked.rows.firstRow, pool.symbols.names),
  };
}
