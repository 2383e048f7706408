/** The dry run of many files, one after the other. */
import { compareSymbols } from "#workers/model/market.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { EMPTY_CHECK, refused } from "./check.ts";
import type { Answers } from "#workers/model/import-check.ts";
import { checkFile } from "./check-file.ts";
import type { FileCheck } from "./file-check.ts";
import { expandSource } from "./expand.ts";
import { joinFieldFiles } from "./field-files.ts";
import type { RowPool } from "../rows/row-pool.ts";
import { closesToWatch, createNameWatch } from "../judge/same-name.ts";

/** The checks, with bars in the pool, of all files and of the files in archives, in code-unit order of their names. */
export async function* checkSources(
  sources: readonly PriceSource[],
  pool: RowPool,
  answers: Answers = {},
): AsyncGenerator<FileCheck> {
  const watch = createNameWatch();
  const sorted = sources.toSorted((a, b) => compareSymbols(a.name, b.name));
  for (const source of await joinFieldFiles(sorted)) {
    // oxlint-disable-next-line no-await-in-loop -- one file in memory at a time
    for (const found of await expandSource(source)) {
      if (found.type === "refused") {
        yield { check: refused({ ...EMPTY_CHECK, file: found.name }, found.message), rows: null };
      } else {
        // oxlint-disable-next-line no-await-in-loop -- as above
        const file = await checkFile(found.source, pool, answers);
        yield watch(file, closesToWatch(file, pool));
      }
    }
  }
}
