/**
 * `npm run simulate`: a strategy file and a folder of price files in, a result/1 file or a summary out; or why an instrument was,
 * or was not, bought or sold on a day; or the functions of the rule language.
 * Exit codes: 0 a result, 1 input that a person can mend, 2 wrong usage.
 */
import { readFile, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { listSources, passedOver } from "#workers/api/list-sources.ts";
import { runStrategy, withOwnCode } from "#workers/api/run-strategy.ts";
import { emptyOption } from "./empty-option.ts";
import { explainText } from "./explain-text.ts";
import { readMarket } from "#workers/market/read-market.ts";
import { reasonOf } from "#workers/market/source.ts";
import { formatIsoDay, parseIsoDay } from "#workers/model/day.ts";
import type { Market } from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import { toResultFile, FILL_FIELDS } from "#workers/model/report.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { codedWords, printable, printableLine } from "./printable.ts";
import { summarise } from "./result-summary.ts";
import { listenForFills } from "#workers/analysis/listen-for-fills.ts";
import { explain } from "#workers/run/retrace.ts";
import { notWritten } from "./terminal.ts";
import type { CommandOutput } from "./terminal.ts";
import { withAnswer } from "#workers/words/not-possible.ts";
import { readWholeStrategy } from "#workers/words/whole-strategy.ts";
import { referenceText } from "#workers/words/reference-text.ts";
import { makeReference, referenceJson } from "#workers/words/reference.ts";
import { csvLine } from "#workers/api/server/csv.ts";
import type { RunFill } from "#workers/model/report.ts";

/** Lines that are written at once. */
const LINES_AT_ONCE = 10_000;

interface RunArguments {
  readonly data: string;
  readonly strategy: string | null;
  readonly exchange: string;
  readonly instrumentType: string;
  /** A path, "-" for standard output, null for a summary. */
  readonly out: string | null;
  /** Where every fill is written, beside the result; null for nowhere. */
  readonly fills: string | null;
  /** What is explained in place of a result. */
  readonly explain: Asked | null;
  /** Whether own code may run: behind all walls, with one missing, or not at all. */
  readonly allowCode: "walled" | "open" | null;
}

interface Asked {
  readonly symbol: string;
  /** ISO. */
  readonly date: string;
}

/** What the functions of the rule language are, in place of a run; its `out` as there. */
type Arguments = RunArguments | { readonly data: null; readonly out: string | null };

const USAGE = `usage: npm run --silent simulate -- --data DIR [--strategy FILE] [--exchange NSE] [--instrument-type EQUITY] [--out FILE] [--fills FILE]
       npm run --silent simulate -- --data DIR [--strategy FILE] --explain SYMBOL DATE
       npm run --silent simulate -- --functions [--out FILE]
  --data             folder of price files (.csv, .csv.gz, .zip), or one such file
  --strategy         strategy/1, strategy/2 or strategy/3 file; without it the built-in default
  --exchange         exchange of the instruments that instruments.csv does not place (NSE)
  --instrument-type  their type (EQUITY)
  --out              result/1 file to write, - for standard output; without it a summary
  --fills            CSV file to write, beside result or summary: every fill with date, instrument, side, reason, quantity, price and commission, in the order in which they happened
  --allow-code       runs the strategy's own numbers (computed), in processes without files and programs, and without network where the system can shut it off; --allow-code=open where a wall is missing
  --explain          tells why the instrument was, or was not, bought or sold on the day (such as 2024-03-15): each rule with its parts and their values
  --functions        tells the functions, names and signs of the rule language in place of a run: as a text, with --out as functions/1 JSON
`;

/** @param argv - without node and script */
export async function simulateCommand(argv: readonly string[], terminal: CommandOutput): Promise<number> {
  const output: CommandOutput = {
    out: terminal.out,
    progress: (text) => terminal.progress(printable(text)),
  };
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
    fills: text,
    explain: text,
    "allow-code": text,
    functions: { type: "boolean" },
  } as const;
  let values;
  let positionals;
  try {
    const args = argv.map((word) => (word === "--allow-code" ? "--allow-code=walled" : word));
    ({ values, positionals } = parseArgs({ args, options, allowPositionals: true }));
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
  if (values.functions === true) return ok({ data: null, out: values.out ?? null });
  if (values.data === undefined) return err("--data is missing: name the folder with the price files");
  const empty = emptyOption(values);
  if (empty !== null) return err(empty);
  const asked = readAsked(values.explain, positionals);
  if (!asked.ok) return asked;
  if (values.fills !== undefined && asked.value !== null)
    return err("--fills belongs to a run: leave out --explain");
  const allowed = values["allow-code"] ?? null;
  if (allowed !== null && allowed !== "walled" && allowed !== "open")
    return err("--allow-code takes nothing, or open, as in --allow-code=open");
  return ok({
    allowCode: allowed,
    data: values.data,
    strategy: values.strategy ?? null,
    exchange: values.exchange ?? "NSE",
    instrumentType: values["instrument-type"] ?? "EQUITY",
    out: values.out ?? null,
    fills: values.fills ?? null,
    explain: asked.value,
  });
}

/** @param rest - what stands behind no option: the day of --explain, and nothing else */
function readAsked(symbol: string | undefined, rest: readonly string[]): Result<Asked | null, string> {
  const [date, more] = rest;
  if (symbol === undefined) return date === undefined ? ok(null) : err(`${date} belongs to no option`);
  if (date === undefined || more !== undefined || parseIsoDay(date) === null)
    return err("--explain takes a symbol and a day, as in --explain TIDE 2024-03-15");
  return ok({ symbol, date });
}

function tellFunctions(out: string | null): string {
  return out === null ? referenceText(makeReference()) : referenceJson();
}

async function tellRun(args: RunArguments, output: CommandOutput): Promise<Result<string>> {
  const inputs = await readInputs(args, output);
  if (!inputs.ok) return inputs;
  const { strategy } = inputs.value;
  const { allowCode } = args;
  if (args.explain !== null) {
    const computed = await withOwnCode(strategy, inputs.value.market, { allowCode });
    if (!computed.ok) return computed;
    const why = explain(strategy, computed.value.market, args.explain.symbol, args.explain.date);
    return why.ok ? ok(printable(explainText(why.value))) : why;
  }
  const show = throttle(output.progress);
  const listener = args.fills === null ? null : listenForFills();
  const report = await runStrategy(strategy, inputs.value.market, {
    allowCode,
    onSession: ({ day, positions }) => {
      show(() => `simulated to ${formatIsoDay(day)}, ${positions} positions`);
    },
    ...listener?.hooks,
  });
  if (!report.ok) return report;
  if (listener !== null && args.fills !== null) {
    const written = await writeTo(args.fills, fillsFile(listener.fills), output);
    if (!written.ok) return written;
  }
  return ok(args.out === null ? summarise(report.value) : `${JSON.stringify(toResultFile(report.value))}\n`);
}

interface Inputs {
  readonly strategy: Strategy;
  readonly market: Market;
}

async function readInputs(args: RunArguments, output: CommandOutput): Promise<Result<Inputs>> {
  const strategy = args.strategy === null ? ok(defaultStrategy) : await readStrategy(args.strategy);
  if (!strategy.ok) return strategy;
  const market = await readPrices(args, output);
  return market.ok ? ok({ strategy: strategy.value, market: market.value }) : market;
}

/** Tells on the way what was left out. */
export async function readPrices(
  {
    data,
    exchange,
    instrumentType,
    strategy = null,
  }: Pick<RunArguments, "data" | "exchange" | "instrumentType"> & Partial<Pick<RunArguments, "strategy">>,
  output: CommandOutput,
): Promise<Result<Market>> {
  const sources = await listSources([data]);
  if (!sources.ok) return sources;
  const unread = await passedOver(data, strategy === null ? [] : [strategy]);
  if (unread !== null) output.progress(`${unread.message} ${unread.mend}\n`);
  const defaults = { exchange, instrumentType, currency: "" };
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
  return ok(read.value.market);
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
export function withLine(message: string, text: string): string {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position === undefined) return message;
  return `line ${text.slice(0, Number(position)).split("\n").length}: ${message}`;
}

async function deliver(text: string, out: string | null, output: CommandOutput): Promise<Result<null>> {
  if (out === null || out === "-") {
    output.out(text);
    return ok(null);
  }
  return writeTo(out, [text], output);
}

async function writeTo(path: string, pieces: Iterable<string>, output: CommandOutput): Promise<Result<null>> {
  try {
    await writeFile(path, pieces);
  } catch (error) {
    return err({ code: "storage-failed", message: notWritten(path, error), place: path });
  }
  output.progress(`written to ${path}\n`);
  return ok(null);
}

/** With everything else that is wrong, a line each. */
export function describe(problem: Problem): string {
  const others = problem.details ?? [];
  const lines = [codedWords(problem), ...others.filter((line) => !problem.message.includes(line))];
  return lines.map((line) => printableLine(withAnswer(line))).join("\n  ");
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

/** Every fill of a run as a line of CSV, in pieces, the header first: of a large run the file is longer than a text may be. */
export function* fillsFile(fills: readonly RunFill[]): Iterable<string> {
  yield csvLine(FILL_FIELDS);
  for (let from = 0; from < fills.length; from += LINES_AT_ONCE) {
    const piece = fills.slice(from, from + LINES_AT_ONCE);
    yield piece.map((fill) => csvLine(FILL_FIELDS.map((field) => fill[field]))).join("");
  }
}
