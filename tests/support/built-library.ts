/** The library as its package has it: built, with its threads beside it. */
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import type * as Library from "#workers/api/tidemark.d.ts";

const ROOT = resolve(import.meta.dirname, "../..");

export async function builtLibrary(): Promise<typeof Library> {
  execFileSync(process.execPath, ["workers/api/build-package.mjs"], { cwd: ROOT });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- index.ts is held against these types by the compiler
  return (await import(/* @vite-ignore */ resolve(ROOT, "dist-lib/index.js"))) as typeof Library;
}
