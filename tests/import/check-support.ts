/** Short ways to a dry run: of files that lie beside the project, and of bytes and texts made in a test. */
import { join } from "node:path";
import { diskSource } from "#workers/disk-source.ts";
import { checkFile } from "#workers/import/check-file.ts";
import { checkSources } from "#workers/import/check-sources.ts";
import type { Answers, ImportCheck } from "#workers/model/import-check.ts";
import type { FileCheck } from "#workers/import/file-check.ts";
import { createGathering } from "#workers/import/gather.ts";
import { marketToCsv } from "#workers/import/bars-csv.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { bytesSource, defaults } from "../market/text-sources.ts";
import { SHARED_DATA } from "../support/shared-cases.ts";

/** A public file under its path in the manifest. */
export async function publicSource(path: string): Promise<PriceSource> {
  return diskSource(join(SHARED_DATA, "real", path), path);
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
  return barsOfBytes(name, new TextEncoder().encode(text), answers);
}

export async function barsOfBytes(name: string, bytes: Uint8Array, answers: Answers = {}): Promise<string[]> {
  return barLines([await checkFile(bytesSource(name, bytes), answers)]).slice(1);
}
