/**
 * `npm run simulate`: a strategy file and a folder of price files in, a result/1 file or a summary out.
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
import { defaultStrategy, parseStrategy } from "./model/strategy.ts";
import type { Strategy } from "./model/strategy.ts";
import { summarise } from "./result-summary.ts";

export interface CommandOutput {
  readonly out: (text: string) => void;
  readonly progress: (text: string) => void;
}

interface Arguments {
  readonly data: string;
  readonly strategy: string | null;
  readonly exchange: string;
  readonly instrumentType: string;
  /** A path, "-" for standard output, null for a summary. */
  readonly out: string | null;
}

const USAGE = `usage: npm run --silent simulate -- --data DIR [--strategy FILE] [--exchange NSE] [--instrument-type EQUITY] [--out FILE]
  --data             folder of price files (.csv, .csv.gz, .zip), or one such file
  --strategy         strategy/1 file; without it the built-in default
  --exchange         exchange of the instruments that instruments.csv does not place (NSE)
  --instrument-type  their type (EQUITY)
  --out              result/1 file to write, - for standard output; without it a summary
`;
const PRICE_FILE = /\.(csv|csv\.gz|zip)$/i;

/** @param argv - without node and script */
export async function simulateCommand(argv: readonly string[], output: CommandOutput): Promise<number> {
  const args = readArguments(argv);
  if (!args.ok) {
    output.progress(`${args.problem}\n${USAGE}`);
    return 2;
  }
  const report = await run(args.value, output);
  if (!report.ok) {
    output.progress(`${describe(report.problem)}\n`);
    return 1;
  }
  const written = await deliver(report.value, args.value.out, output);
  if (written.ok) return 0;
  output.progress(`${describe(written.problem)}\n`);
  return 1;
}

function readArguments(argv: readonly string[]): Result<Arguments, string> {
  const text = { type: "string" } as const;
  const options = { data: text, strategy: text, exchange: text, "instrument-type": text, out: text };
  let values;
  try {
    ({ values } = parseArgs({ args: [...argv], options }));
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
  if (values.data === undefined) return err("--data is missing: name the folder with the price files");
  return ok({
    data: values.data,
    strategy: values.strategy ?? null,
    exchange: values.exchange ?? "NSE",
    instrumentType: values["instrument-type"] ?? "EQUITY",
    out: values.out ?? null,
  });
}

async function run(args: Arguments, output: CommandOutput): Promise<Result<Report>> {
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
    const message = `${path}: cannot be read: ${reasonOf(error)}. Name a strategy/1 file.`;
    return err({ code: "strategy-unreadable", message, place: name });
  }
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const message = `${name}: cannot be read as JSON: ${withLine(reasonOf(error), text)}. Correct the file there.`;
    return err({ code: "strategy-unreadable", message, place: name });
  }
  const parsed = parseStrategy(value);
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

async function deliver(report: Report, out: string | null, output: CommandOutput): Promise<Result<null>> {
  if (out === null) {
    output.out(summarise(report));
    return ok(null);
  }
  const json = `${JSON.stringify(toResultFile(report))}\n`;
  if (out === "-") {
    output.out(json);
    return ok(null);
  }
  try {
    await writeFile(out, json);
  } catch (error) {
    const message = `${out}: cannot be written: ${reasonOf(error)}. Name a file in a folder that you may write to.`;
    return err({ code: "storage-failed", message, place: out });
  }
  output.progress(`result written to ${out}\n`);
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
