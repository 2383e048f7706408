/** Short ways to a dry run: of files that lie beside the project, and of bytes and texts made in a test. */
import { createReadStream, existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkFile } from "#workers/import/check-file.ts";
import { checkSources } from "#workers/import/check-sources.ts";
import type { Answers, ImportCheck } from "#workers/model/import-check.ts";
import type { FileCheck } from "#workers/import/file-check.ts";
import { createGathering } from "#workers/import/gather.ts";
import { marketToCsv } from "#workers/import/bars-csv.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { bytesSource, defaults } from "../market/text-sources.ts";

export const SHARED: string = resolve(import.meta.dirname, "../../../shared/data");
export const hasShared: boolean = existsSync(join(SHARED, "manifest.tsv"));

/** A public file under its path in the manifest. */
export function publicSource(path: string): PriceSource {
  const file = join(SHARED, "real", path);
  return {
    name: path,
    bytes: statSync(file).size,
    open: () => createReadStream(file, { highWaterMark: 1 << 20 }),
    slice: (start, end) => createReadStream(file, { start, end: Math.max(start, end - 1) }),
  };
}

export async function checkAll(sources: readonly PriceSource[], answers: Answers = {}): Promise<FileCheck[]> {
  const checks: FileCheck[] = [];
  for await (const check of checkSources(sources, answers)) checks.push(check);
  return checks;
}

export async function checkText(name: string, text: string, answers: Answers = {}): Promise<ImportCheck> {
  return checkBytes(name, new TextEncoder().encode(text), answers);
}

export async function checkBytes(
  name: string,
  bytes: Uint8Array,
  answers: Answers = {},
): Promise<ImportCheck> {
  return (await checkFile(bytesSource(name, bytes), answers)).check;
}

/** Bars as they would be stored, questions answered or not: `symbol,date,open,high,low,close,volume,...` lines. */
export function barLines(files: readonly FileCheck[]): string[] {
  const gathering = createGathering();
  for (const file of files) gathering.add(file);
  return [...marketToCsv(gathering.finish(defaults))].join("").trim().split("\n");
}

export async function barsOfText(name: string, text: string, answers: Answers = {}): Promise<string[]> {
  const source = bytesSource(name, new TextEncoder().encode(text));
  return barLines([await checkFile(source, answers)]).slice(1);
}
