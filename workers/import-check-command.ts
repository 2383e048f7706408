/**
 * `npm run import-check`: files, folders and archives in, their dry run as one JSON array out.
 * Exit codes: 0 all were looked at, 1 input that a person can mend (no such path, nothing to look at), 2 wrong usage.
 */
import { createReadStream } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { marketToCsv } from "./import/bars-csv.ts";
import { checkSources } from "./import/check-sources.ts";
import { isPassedOver } from "./import/expand.ts";
import { createGathering } from "./import/gather.ts";
import type { PriceSource } from "./market/source.ts";
import { err, ok } from "./model/problem.ts";
import type { Result } from "./model/problem.ts";
import type { CommandOutput } from "./simulate-command.ts";

interface Arguments {
  readonly paths: readonly string[];
  /** Where the bars go, null for nowhere. */
  readonly bars: string | null;
}

const USAGE = `usage: npm run --silent import-check -- PATH... [--bars FILE]
  PATH    a price file, an archive, or a folder with such files in it, at any depth
  --bars  write the bars that would be stored, as canonical CSV
`;
const CHUNK_BYTES = 1 << 20;
const NO_DEFAULTS = { exchange: "", instrumentType: "EQUITY", currency: "" };

/** @param argv - without node and script */
export async function importCheckCommand(argv: readonly string[], output: CommandOutput): Promise<number> {
  const args = readArguments(argv);
  if (!args.ok) {
    output.progress(`${args.problem}\n${USAGE}`);
    return 2;
  }
  const sources = await listSources(args.value.paths);
  if (!sources.ok) {
    output.progress(`${sources.problem}\n`);
    return 1;
  }
  const gathering = createGathering();
  let isFirst = true;
  for await (const file of checkSources(sources.value)) {
    output.out(`${isFirst ? "[" : ","}\n${JSON.stringify(file.check)}`);
    isFirst = false;
    if (args.value.bars !== null && file.check.verdict === "ok") gathering.add(file);
  }
  output.out(isFirst ? "[]\n" : "\n]\n");
  if (args.value.bars === null) return 0;
  return writeBars(args.value.bars, marketToCsv(gathering.finish(NO_DEFAULTS)), output);
}

function readArguments(argv: readonly string[]): Result<Arguments, string> {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { bars: { type: "string" } },
      allowPositionals: true,
    });
    if (positionals.length === 0) return err("no path: name a file, an archive or a folder");
    return ok({ paths: positionals, bars: values.bars ?? null });
  } catch (error) {
    return err(reasonOf(error));
  }
}

async function listSources(paths: readonly string[]): Promise<Result<PriceSource[], string>> {
  const sources: PriceSource[] = [];
  for (const path of paths) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- path after path, as they were named
      sources.push(...(await sourcesAt(path)));
    } catch (error) {
      return err(`${path}: cannot be read: ${reasonOf(error)}. Name a file, an archive or a folder.`);
    }
  }
  return ok(sources);
}

/** A file under the path as it was named, so that what its folders say of it is not lost. */
async function sourcesAt(path: string): Promise<PriceSource[]> {
  if (!(await stat(path)).isDirectory()) return [await fileSource(path, path)];
  const names = await readdir(path, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile() && !isPassedOver(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.map(async (file) => fileSource(file, file)));
}

async function fileSource(path: string, name: string): Promise<PriceSource> {
  const { size } = await stat(path);
  return {
    name: name === "" ? basename(path) : name,
    bytes: size,
    open: () => createReadStream(path, { highWaterMark: CHUNK_BYTES }),
    slice: (start, end) =>
      end > start ? createReadStream(path, { start, end: end - 1, highWaterMark: CHUNK_BYTES }) : nothing(),
  };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function writeBars(path: string, pieces: Iterable<string>, output: CommandOutput): Promise<number> {
  try {
    const file = await open(path, "w");
    try {
      // oxlint-disable-next-line no-await-in-loop -- piece after piece, so that the whole text is never in memory
      for (const piece of pieces) await file.write(piece);
    } finally {
      await file.close();
    }
  } catch (error) {
    output.progress(
      `${path}: cannot be written: ${reasonOf(error)}. Name a file in a folder that you may write to.\n`,
    );
    return 1;
  }
  output.progress(`bars written to ${path}\n`);
  return 0;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
