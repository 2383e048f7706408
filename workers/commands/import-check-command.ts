/**
 * `npm run import-check`: files, folders and archives in, their dry run as one JSON array out.
 * Exit codes: 0 all were looked at, 1 input that a person can mend (no such path, nothing to look at), 2 wrong usage.
 */
import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { closesToWatch, createNameWatch } from "#workers/import/judge/same-name.ts";
import type { RowPool } from "#workers/import/rows/row-pool.ts";
import { checkFile } from "#workers/import/what/check-file.ts";
import { EMPTY_CHECK, refused } from "#workers/import/what/check.ts";
import { joinFieldFiles } from "#workers/import/what/field-files.ts";
import { isInstrumentsFile, readInstrumentsFile } from "#workers/market/instruments-file.ts";
import { Refusal } from "#workers/market/refusal.ts";
import { compareSymbols, RATE_TYPE } from "#workers/model/market.ts";
import { diskSource } from "./disk-source.ts";
import { marketToCsv } from "#workers/import/rows/bars-csv.ts";
import { knownFiles } from "#workers/import/what/known-files.ts";
import { expandSource, isPassedOver } from "#workers/import/what/expand.ts";
import type { FileCheck } from "#workers/import/what/file-check.ts";
import { gatherFiles, overlapsOf } from "#workers/import/plan/gather.ts";
import { createRowPool } from "#workers/import/rows/row-pool.ts";
import { reasonOf } from "#workers/market/source.ts";
import type { PriceSource } from "#workers/market/source.ts";
import type { Answers, ImportCheck } from "#workers/model/import-check.ts";
import type { Market } from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { givenFacts } from "./given-facts.ts";
import type { GivenFact } from "./given-facts.ts";
import { printable } from "./printable.ts";
import { notWritten } from "./terminal.ts";
import type { CommandOutput } from "./terminal.ts";

interface Arguments {
  readonly paths: readonly string[];
  /** Where the bars go, null for nowhere. */
  readonly bars: string | null;
  /** Whether each file's facts, memberships and actions are printed with its check. */
  readonly hasFacts: boolean;
}

const USAGE = `usage: npm run --silent import-check -- PATH... [--facts] [--bars FILE]
       npm run --silent import-check -- --layouts
  PATH       a price file, an archive, or a folder with such files in it, at any depth
  --facts    show with each file the facts, memberships and actions that it gives, as "facts": name, symbol,
             knownFrom (the day on which it became known; rules see it from the next day on) and value (null where
             it became unknown); each file by itself, symbols and codes as it writes them
  --bars     write the bars that would be stored, as canonical CSV
  --layouts  list the vendors, exchanges and layouts that are known by name, with an example of each

Gaps of a year or more, closes that stay the same, jumps like splits and days to come are among the warnings.
`;

/** @param argv - without node and script */
export async function importCheckCommand(argv: readonly string[], terminal: CommandOutput): Promise<number> {
  const output: CommandOutput = {
    out: terminal.out,
    progress: (text) => terminal.progress(printable(text)),
  };
  const args = readArguments(argv);
  if (!args.ok) {
    output.progress(`${args.problem}\n${USAGE}`);
    return 2;
  }
  if (args.value === "layouts") {
    output.out(layoutsText());
    return 0;
  }
  const sources = await listSources(args.value.paths);
  if (!sources.ok) {
    output.progress(`${sources.problem}\n`);
    return 1;
  }
  const print = createPrinter(output);
  const { bars, hasFacts } = args.value;
  if (bars === null && !hasFacts) {
    const pool = createRowPool(null);
    for await (const { check, rows } of checkSources(sources.value, pool)) {
      print.check(check);
      if (rows) pool.forget(rows);
    }
    print.end();
    return 0;
  }
  return checkAndWrite(sources.value, { bars, hasFacts }, { print, output });
}

interface Printer {
  /** @param facts - shown with it, a line each */
  check(check: ImportCheck, facts?: Iterable<GivenFact>): void;
  end(): void;
}

/** One JSON array, an object a line. */
function createPrinter({ out }: CommandOutput): Printer {
  let isFirst = true;
  return {
    check(check, facts) {
      const text = JSON.stringify(check);
      out(`${isFirst ? "[" : ","}\n${facts ? text.slice(0, -1) : text}`);
      isFirst = false;
      if (!facts) return;
      let before = `,"facts":[`;
      for (const lines of piecesOf(facts)) {
        out(`${before}\n${lines}`);
        before = ",";
      }
      out(before === "," ? "\n]}" : `${before}]}`);
    },
    end: () => out(isFirst ? "[]\n" : "\n]\n"),
  };
}

/** Lines are joined by so many: a write for each would take its time. */
const FACTS_OF_A_PIECE = 1000;

function* piecesOf(facts: Iterable<GivenFact>): Generator<string> {
  let lines: string[] = [];
  for (const fact of facts) {
    lines.push(JSON.stringify(fact));
    if (lines.length < FACTS_OF_A_PIECE) continue;
    yield lines.join(",\n");
    lines = [];
  }
  if (lines.length > 0) yield lines.join(",\n");
}

/** What files contradict each other in is known when the last is read; so the checks wait for it. */
async function checkAndWrite(
  sources: readonly PriceSource[],
  { bars, hasFacts }: Pick<Arguments, "bars" | "hasFacts">,
  { print, output }: { readonly print: Printer; readonly output: CommandOutput },
): Promise<number> {
  const pool = createRowPool(null);
  const files: FileCheck[] = [];
  for await (const file of checkSources(sources, pool)) {
    files.push(file);
    if (bars === null && file.rows) pool.forget(file.rows);
  }
  const show = (file: FileCheck, check: ImportCheck): void =>
    print.check(check, hasFacts ? givenFacts(file, files) : undefined);
  if (bars === null) {
    for (const file of files) show(file, file.check);
    print.end();
    return 0;
  }
  const parts: Market[] = [];
  const used = files.filter(({ check }) => check.verdict === "ok");
  const books = gatherFiles({ pool, files: used, base: null, facts: new Map() }, (part) => {
    parts.push(structuredClone(part));
  });
  const warnings = new Map(overlapsOf(books, used).map(({ file, warning }) => [file, warning]));
  for (const file of files) {
    const { check } = file;
    const warning = warnings.get(check.file);
    show(file, warning === undefined ? check : { ...check, warnings: [...check.warnings, warning] });
  }
  print.end();
  return writeBars(bars, marketToCsv(parts), output);
}

/** A part below the other, a line a file. */
function layoutsText(): string {
  const parts = knownFiles().map(({ title, sentence, files }) =>
    [title, sentence, ...files.map(({ name, example }) => `  ${name}: ${example}`), ""].join("\n"),
  );
  return parts.join("\n");
}

function readArguments(argv: readonly string[]): Result<Arguments | "layouts", string> {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: {
        bars: { type: "string" },
        facts: { type: "boolean", default: false },
        layouts: { type: "boolean", default: false },
      },
      allowPositionals: true,
    });
    if (values.layouts) return ok("layouts");
    if (positionals.length === 0) return err("no path: name a file, an archive or a folder");
    return ok({ paths: positionals, bars: values.bars ?? null, hasFacts: values.facts });
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
      for (const piece of pieces) await file.appendFile(piece);
    } finally {
      await file.close();
    }
  } catch (error) {
    output.progress(`${notWritten(path, error)}\n`);
    return 1;
  }
  output.progress(`bars written to ${path}\n`);
  return 0;
}

/**
 * The dry run of many files, one after the other.
 * The checks, with bars in the pool, of all files and of the files in archives, in code-unit order of their names.
 */
export async function* checkSources(
  sources: readonly PriceSource[],
  pool: RowPool,
  answers: Answers = {},
): AsyncGenerator<FileCheck> {
  const watch = createNameWatch();
  const sorted = sources.toSorted((a, b) => compareSymbols(a.name, b.name));
  const rates = await ratesDescribed(sorted);
  for (const source of await joinFieldFiles(sorted)) {
    // oxlint-disable-next-line no-await-in-loop -- one file in memory at a time
    for (const found of await expandSource(source)) {
      if (found.type === "refused") {
        yield { check: refused({ ...EMPTY_CHECK, file: found.name }, found.message), rows: null };
      } else {
        // oxlint-disable-next-line no-await-in-loop -- as above
        const file = await checkFile(found.source, pool, answers, { rates });
        yield watch(file, closesToWatch(file, pool));
      }
    }
  }
}

/** Symbols that an instruments.csv among the files calls series of rates; one that can't be read is told in its turn. */
async function ratesDescribed(sources: readonly PriceSource[]): Promise<ReadonlySet<string>> {
  const rates = new Set<string>();
  for (const source of sources.filter(({ name }) => isInstrumentsFile(name))) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- there is one, as a rule
      for (const [symbol, { instrumentType }] of await readInstrumentsFile(source))
        if (instrumentType === RATE_TYPE) rates.add(symbol);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return rates;
}
