/**
 * `npm run simulate`: a strategy file and a folder of price files in, a result/1 file or a summary out; or the functions of the
 * rule language.
 * Exit codes: 0 a result, 1 input that a person can mend, 2 wrong usage.
 */
import { readFile, readdir, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { backtest } from "./backtest.ts";
import { diskSource } from "./disk-source.ts";
import { readMarket } from "./market/read-market.ts";
import { reasonOf } from "./market/source.ts";
import type { PriceSource } from "./market/source.ts";
import { formatIsoDay } from "./model/day.ts";
import { err, ok } from "./model/problem.ts";
import type { Problem, Result } from "./model/problem.ts";
import { toResultFile } from "./model/report.ts";
import type { Report } from "./model/report.ts";
import { defaultStrategy } from "./model/strategy.ts";
import type { Strategy } from "./model/strategy.ts";
import { summarise } from "./result-summary.ts";
import { readWholeStrategy } from "./rules/whole-strategy.ts";
import { referenceText } from "./words/reference-text.ts";
import { makeReference, referenceJson } from "./words/reference.ts";

export interface CommandOutput {
  readonly out: (text: string) => void;
  readonly progress: (text: string) => void;
}

interface RunArguments {
  readonly data: string;
  readonly strategy: string | null;
  readonly exchange: string;
  readonly instrumentType: string;
  /** A path, "-" for standard output, null for a summary. */
  readonly out: string | null;
}

/** What the functions of the rule language are, in place of a run; its `out` as there. */
type Arguments = RunArguments | { readonly data: null; readonly out: string | null };

const USAGE = `usage: npm run --silent simulate -- --data DIR [--strategy FILE] [--exchange NSE] [--instrument-type EQUITY] [--out FILE]
       npm run --silent simulate -- --functions [--out FILE]
  --data             folder of price files (.csv, .csv.gz, .zip), or one such file
  --strategy         strategy/1 or strategy/2 file; without it the built-in default
  --exchange         exchange of the instruments that instruments.csv does not place (NSE)
  --instrument-type  their type (EQUITY)
  --out              result/1 file to write, - for standard output; without it a summary
  --functions        tells the functions, names and signs of the rule language in place of a run: as a text, with --out as functions/1 JSON
`;
const PRICE_FILE = /\.(csv|csv\.gz|zip)$/i;

/** @param argv - without node and script */
export async function simulateCommand(argv: readonly string[], output: CommandOutput): Promise<number> {
  const args = readArguments(argv);
  if (!args.ok) {
    output.progress(`${args.problem}\n${USAGE}`);
    return 2;
  }
  const { value: wanted } = args;
  const text = wanted.data === null ? ok(tellFunctions(wanted.out)) : await tellRun(wanted, output);
  const written = text.ok ? await deliver(text.value, wanted.out, output) : text;
  if (written.ok) return 0;
  output.progress(`${describe(written.problem)}\n`);
  return 1;
}

function readArguments(argv: readonly string[]): Result<Arguments, string> {
  const text = { type: "string" } as const;
  const options = {
    data: text,
    strategy: text,
    exchange: text,
    "instrument-type": text,
    out: text,
    functions: { type: "boolean" },
  } as const;
  let values;
  try {
    ({ values } = parseArgs({ args: [...argv], options }));
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
  if (values.functions === true) return ok({ data: null, out: values.out ?? null });
  if (values.data === undefined) return err("--data is missing: name the folder with the price files");
  return ok({
    data: values.data,
    strategy: values.strategy ?? null,
    exchange: values.exchange ?? "NSE",
    instrumentType: values["instrument-type"] ?? "EQUITY",
    out: values.out ?? null,
  });
}

function tellFunctions(out: string | null): string {
  return out === null ? referenceText(makeReference()) : referenceJson();
}

async function tellRun(args: RunArguments, output: CommandOutput): Promise<Result<string>> {
  const report = await run(args, output);
  if (!report.ok) return report;
  return ok(args.out === null ? summarise(report.value) : `${JSON.stringify(toResultFile(report.value))}\n`);
}

async function run(args: RunArguments, output: CommandOutput): Promise<Result<Report>> {
  const strategy = args.strategy === null ? ok(defaultStrategy) : await readStrategy(args.strategy);
  if (!strategy.ok) return strategy;
  const sources = await listSources(args.data);
  if (!sources.ok) return sources;
  const defaults = { exchange: args.exchange, instrumentType: args.instrumentType, currency: "" };
  const show = throttle(output.progress);
  const read = await readMarket(sources.value, defaults, ({ bytesRead, rows }) => {
    show(() => `read ${(bytesRead / 1e6).toFixed(0)} MB, ${rows} rows`);
  });
  if (!read.ok) return read;
  for (const file of read.value.notes.files) {
    if (file.leftOut > 0) output.progress(`${file.file}: ${file.leftOut} of ${file.rows} rows left out\n`);
    for (const issue of file.issues) output.progress(`  ${issue.message}\n`);
    for (const warning of file.warnings ?? []) output.progress(`${file.file}: ${warning}\n`);
  }
  return backtest(strategy.value, read.value.market, {
    onSession: ({ day, positions }) => {
      show(() => `simulated to ${formatIsoDay(day)}, ${positions} positions`);
    },
  });
}

async function readStrategy(path: string): Promise<Result<Strategy>> {
  const name = basename(path);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const message = `${path}: cannot be read: ${reasonOf(error)}. Name a strategy file.`;
    return err({ code: "strategy-unreadable", message, place: name });
  }
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const message = `${name}: cannot be read as JSON: ${withLine(reasonOf(error), text)}. Correct the file there.`;
    return err({ code: "strategy-unreadable", message, place: name });
  }
  const parsed = readWholeStrategy(value);
  if (parsed.ok) return parsed;
  return err({ ...parsed.problem, message: `${name}: ${parsed.problem.message}` });
}

/** V8 tells the position; people want the line. */
function withLine(message: string, text: string): string {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position === undefined) return message;
  return `line ${text.slice(0, Number(position)).split("\n").length}: ${message}`;
}

async function listSources(path: string): Promise<Result<PriceSource[]>> {
  try {
    const isFolder = (await stat(path)).isDirectory();
    const names = isFolder ? (await readdir(path)).filter((name) => PRICE_FILE.test(name)) : [basename(path)];
    const sources = names.map((name) => diskSource(isFolder ? join(path, name) : path, name));
    return ok(await Promise.all(sources));
  } catch (error) {
    const message = `${path}: cannot be read: ${reasonOf(error)}. Name a folder with price files.`;
    return err({ code: "data-missing", message, place: path });
  }
}

async function deliver(text: string, out: string | null, output: CommandOutput): Promise<Result<null>> {
  if (out === null || out === "-") {
    output.out(text);
    return ok(null);
  }
  try {
    await writeFile(out, text);
  } catch (error) {
    const message = `${out}: cannot be written: ${reasonOf(error)}. Name a file in a folder that you may write to.`;
    return err({ code: "storage-failed", message, place: out });
  }
  output.progress(`written to ${out}\n`);
  return ok(null);
}

function describe(problem: Problem): string {
  const others = problem.details ?? [];
  return [problem.message, ...others.filter((line) => !problem.message.includes(line))].join("\n  ");
}

/** At most five lines a second. */
function throttle(write: (text: string) => void): (line: () => string) => void {
  let next = 0;
  return (line) => {
    const now = performance.now();
    if (now < next) return;
    next = now + 200;
    write(`${line()}\n`);
  };
}
