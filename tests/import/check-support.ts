/** Short ways to a dry run: of files that lie beside the project, and of bytes and texts made in a test. */
import { join } from "node:path";
import { diskSource } from "#workers/commands/disk-source.ts";
import { checkSources } from "#workers/commands/import-check-command.ts";
import { checkFile } from "#workers/import/what/check-file.ts";
import type { Answers, ImportCheck } from "#workers/model/import-check.ts";
import type { FileCheck } from "#workers/import/what/file-check.ts";
import { gatherFiles } from "#workers/import/plan/gather.ts";
import { createRowPool } from "#workers/import/rows/row-pool.ts";
import type { RowPool } from "#workers/import/rows/row-pool.ts";
import { marketToCsv } from "#workers/import/rows/bars-csv.ts";
import type { PriceSource } from "#workers/market/source.ts";
import type { Market } from "#workers/model/market.ts";
import { bytesSource } from "../market/text-sources.ts";
import { createMemoryFile } from "../support/memory-file.ts";
import { SHARED_DATA } from "../support/shared-cases.ts";

/** A public file under its path in the manifest. */
export async function publicSource(path: string): Promise<PriceSource> {
  return diskSource(join(SHARED_DATA, "real", path), path);
}

/** A check with the pool that has its bars. */
export interface PooledCheck extends FileCheck {
  readonly pool: RowPool;
}

export async function checkAll(
  sources: readonly PriceSource[],
  answers: Answers = {},
): Promise<PooledCheck[]> {
  const pool = createRowPool(null);
  const checks: PooledCheck[] = [];
  for await (const check of checkSources(sources, pool, answers)) checks.push({ ...check, pool });
  return checks;
}

/** @param mostRows - so many rows stay in memory, null for all */
export async function checkSource(
  source: PriceSource,
  answers: Answers = {},
  mostRows: number | null = null,
): Promise<PooledCheck> {
  const pool = createRowPool(mostRows === null ? null : { file: createMemoryFile(), mostRows });
  return { ...(await checkFile(source, pool, answers)), pool };
}

export async function checkText(name: string, text: string, answers: Answers = {}): Promise<ImportCheck> {
  return checkBytes(name, new TextEncoder().encode(text), answers);
}

export async function checkBytes(
  name: string,
  bytes: Uint8Array,
  answers: Answers = {},
): Promise<ImportCheck> {
  return (await checkSource(bytesSource(name, bytes), answers)).check;
}

/** Bars as they would be stored, questions answered or not: `symbol,date,open,high,low,close,volume,...` lines. */
export function barLines(files: readonly PooledCheck[]): string[] {
  const parts: Market[] = [];
  const pool = files[0]?.pool ?? createRowPool(null);
  gatherFiles({ pool, files, base: null, facts: new Map() }, (part) => parts.push(structuredClone(part)));
  return [...marketToCsv(parts)].join("").trim().split("\n");
}

export async function barsOfText(name: string, text: string, answers: Answers = {}): Promise<string[]> {
  return barsOfBytes(name, new TextEncoder().encode(text), answers);
}

export async function barsOfBytes(name: string, bytes: Uint8Array, answers: Answers = {}): Promise<string[]> {
  return barLines([await checkSource(bytesSource(name, bytes), answers)]).slice(1);
}
