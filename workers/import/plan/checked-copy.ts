/** One small file checked on a thread of its own, with its bars as columns that are moved. */
import { fileSource } from "#workers/market/source.ts";
import { checkOne, readOnce } from "./plan-file.ts";
import { copyRows } from "../rows/row-copy.ts";
import type { CheckRequest, CopyAnswer } from "./reading-threads.ts";
import { createRowPool } from "../rows/row-pool.ts";

/** How zip archives and workbooks, gzip, and Parquet begin. */
const PACKED = ["PK\u0003\u0004", "\u001F\u008B", "PAR1"];

export async function checkElsewhere({ file, answers, rates }: CheckRequest): Promise<CopyAnswer> {
  const head = String.fromCharCode(...new Uint8Array(await file.bytes.slice(0, 4).arrayBuffer()));
  if (/\.zip$/i.test(file.name) || PACKED.some((start) => head.startsWith(start))) return "packed";
  const pool = createRowPool(null);
  const checked = await checkOne(readOnce(fileSource(file)), answers, { pool, threads: null, rates });
  return {
    file: checked,
    rows: checked.rows && copyRows(pool.store, checked.rows.firstRow, pool.symbols.names),
  };
}
