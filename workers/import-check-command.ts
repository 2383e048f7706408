/**
 * `npm run import-check`: files, folders and archives in, their dry run as one JSON array out.
 * Exit codes: 0 all were looked at, 1 input that a person can mend (no such path, nothing to look at), 2 wrong usage.
 */
import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { diskSource } from "./disk-source.ts";
import { marketToCsv } from "./import/bars-csv.ts";
import { checkSources } from "./import/check-sources.ts";
import { isPassedOver } from "./import/expand.ts";
import { createGathering } from "./import/gather.ts";
import { reasonOf } from "./market/source.ts";
import type { PriceSource } from "./market/source.ts";
import type { ImportCheck } from "./model/import-check.ts";
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
  const print = createPrinter(output);
  if (args.value.bars === null) {
    for await (const { check } of checkSources(sources.value)) print.check(check);
    print.end();
    return 0;
  }
  return checkAndWrite(sources.value, args.value.bars, { print, output });
}

interface Printer {
  check(check: ImportCheck): void;
  end(): void;
}

/** One JSON array, an object a line. */
function createPrinter({ out }: CommandOutput): Printer {
  let isFirst = true;
  return {
    check(check) {
      out(`${isFirst ? "[" : ","}\n${JSON.stringify(check)}`);
      isFirst = false;
    },
    end: () => out(isFirst ? "[]\n" : "\n]\n"),
  };
}

/** What files contradict each other in is known when the last is read; so the checks wait for it. */
async function checkAndWrite(
  sources: readonly PriceSource[],
  path: string,
  { print, output }: { readonly print: Printer; readonly output: CommandOutput },
): Promise<number> {
  const gathering = createGathering();
  const checks: ImportCheck[] = [];
  for await (const file of checkSources(sources)) {
    checks.push(file.check);
    if (file.check.verdict === "ok") gathering.add(file);
  }
  const market = gathering.finish(NO_DEFAULTS);
  const warnings = new Map(gathering.overlaps().map(({ file, warning }) => [file, warning]));
  for (const check of checks) {
    const warning = warnings.get(check.file);
    print.check(warning === undefined ? check : { ...check, warnings: [...check.warnings, warning] });
  }
  print.end();
  return writeBars(path, marketToCsv(market), output);
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
  if (!(await stat(path)).isDirectory()) return [await diskSource(path, path)];
  const names = await readdir(path, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile() && !isPassedOver(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.map(async (file) => diskSource(file, file)));
}

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
