/**
 * `npm run sweep`: a strategy, axes and a folder of prices in, a CSV with a row a variant out, on this machine's cores or by
 * workers over Redis. Exit codes: 0 all rows, 1 what a person can mend, 2 wrong usage, 130 Ctrl-C.
 */
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { reasonOf } from "#workers/market/source.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { emptyOption } from "#workers/commands/empty-option.ts";
import { codedWords, printable } from "#workers/commands/printable.ts";
import { TidemarkError } from "../error.ts";
import { passedOver } from "../list-sources.ts";
import { openMarket } from "../open-market.ts";
import type { CodeAllowed } from "../run-strategy.ts";
import type { Market } from "../tidemark.d.ts";
import type { SweepProblem } from "./axes.ts";
import { coordinate } from "./coordinate.ts";
import { divideOnThreads } from "./local-sweep.ts";
import { openPartFile } from "./part-file.ts";
import type { PartFile } from "./part-file.ts";
import { createPlan } from "./plan.ts";
import type { SweepPlan } from "./plan.ts";
import { prepareSweep } from "./prepare.ts";
import type { PreparedSweep } from "./prepare.ts";
import { connectRedis } from "./redis.ts";
import { csvLine, rowOf } from "./row.ts";
import type { KeptOutcome } from "./run-block.ts";

export interface SweepTerminal {
  /** Where all is said: rows go to a file. */
  readonly say: (text: string) => void;
  /** Ctrl-C. */
  readonly signal: AbortSignal;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const USAGE = `usage: npm run --silent sweep -- --data DIR --strategy FILE --axes FILE --out ROWS.csv [--redis URL]
  --data             folder of price files (.csv, .csv.gz, .zip), or one such file; may be said more than once
  --strategy         strategy/1, strategy/2 or strategy/3 file
  --axes             what is varied: { "axes": [{ "path": "sell.trailingStopLoss", "values": [5, 10, 15] }, ...] }, or the list alone
  --out              the CSV; its rows stand in ROWS.csv.part until all are there, and go on from it when the command is repeated
  --redis            redis://host:6379 (rediss:// with TLS): workers of sweep-worker do the work; TIDEMARK_REDIS keeps a password out of sight
  --threads          without Redis, so many cores (all)
  --exchange         exchange of the instruments that instruments.csv does not place (NSE)
  --instrument-type  their type (EQUITY)
  --allow-code       runs the strategy's own numbers, as for simulate; --allow-code=open where a wall is missing
`;

interface SweepArguments {
  readonly data: readonly string[];
  readonly strategy: string;
  readonly axes: string;
  readonly out: string;
  readonly redis: string | null;
  readonly threads: number;
  readonly exchange: string;
  readonly instrumentType: string;
  readonly allowCode: CodeAllowed;
}

/** @param argv - without node and script. @returns the exit code */
export async function sweepCommand(argv: readonly string[], terminal: SweepTerminal): Promise<number> {
  const say = (text: string): void => terminal.say(printable(text));
  const args = readSweepArguments(argv, terminal.environment);
  if (!args.ok) {
    say(`${args.problem}\n${USAGE}`);
    return 2;
  }
  try {
    const done = await sweepToFile(args.value, { ...terminal, say });
    if (done.ok) return 0;
    say(linesOf(done.problem));
    return 1;
  } catch (error) {
    if (terminal.signal.aborted) {
      say(
        `Stopped. The rows that are there stand in ${args.value.out}.part: the same command goes on with them.\n`,
      );
      return 130;
    }
    if (!(error instanceof TidemarkError) || error.code === "internal") throw error;
    say(linesOf(error));
    return 1;
  }
}

function linesOf(problem: Pick<SweepProblem, "code" | "message" | "problems"> | TidemarkError): string {
  const { message, problems = [] } = problem;
  const others = problems.map((each) => each.message).filter((line) => !message.includes(line));
  return `${[codedWords(problem), ...others].join("\n  ")}\n`;
}

async function sweepToFile(
  args: SweepArguments,
  { say, signal }: SweepTerminal,
): Promise<Result<null, SweepProblem>> {
  const strategy = await readJson(args.strategy);
  if (!strategy.ok) return strategy;
  const axes = await readJson(args.axes);
  if (!axes.ok) return axes;
  const told = [args.strategy, args.axes];
  const unread = await Promise.all(args.data.map((path) => passedOver(path, told)));
  for (const each of unread) if (each !== null) say(`${each.message} ${each.mend}\n`);
  const { exchange, instrumentType, allowCode } = args;
  const market = await openMarket(args.data, { exchange, instrumentType, signal });
  try {
    reportFiles(market, say);
    const asked = { strategy: strategy.value, axes: axes.value, allowCode, signal };
    const prepared = await prepareSweep(market, asked);
    if (!prepared.ok) return prepared;
    const part = await openPartFile(args.out, prepared.value.binding, prepared.value.task.axes);
    if (!part.ok) return part;
    return await fill(part.value, prepared.value, args, { say, signal });
  } finally {
    await market.close();
  }
}

export function reportFiles(market: Market, say: (text: string) => void): void {
  for (const { file, rows, leftOut, issues } of market.files) {
    if (leftOut > 0) say(`${file}: ${leftOut} of ${rows} rows left out\n`);
    for (const issue of issues) say(`  ${issue}\n`);
  }
}

const TELL_MS = 1000;

/** Fills the file with what is not in it. */
async function fill(
  part: PartFile,
  prepared: PreparedSweep,
  { redis: url, threads, out }: SweepArguments,
  { say, signal }: Pick<SweepTerminal, "say" | "signal">,
): Promise<Result<null, SweepProblem>> {
  const { task, engine } = prepared;
  const plan = createPlan(task.axes);
  for (const index of part.written) plan.write(index);
  if (plan.done > 0) say(`${plan.done} of ${plan.variants} variants are in ${out}.part already\n`);
  const follow = followProgress(plan.variants, plan.done, performance.now());
  const timer = setInterval(() => say(`${follow.line(plan.done, performance.now())}\n`), TELL_MS);
  const take = (outcomes: readonly KeptOutcome[]): Promise<void> =>
    part.append(outcomes.map((outcome) => csvLine(rowOf(task.axes, outcome))));
  let isWhole = false;
  try {
    const filled =
      url === null
        ? await divideOnThreads(engine, task, { plan, lanes: () => threads, take, signal }).then(() =>
            ok(null),
          )
        : await fillFromQueue(url, prepared, { plan, sweep: part.sweep, take, say, signal });
    if (!filled.ok) return filled;
    isWhole = true;
  } finally {
    clearInterval(timer);
    if (!isWhole) await part.close();
  }
  say(`${follow.line(plan.done, performance.now())}; written to ${out}\n`);
  return part.finish();
}

interface Filling {
  readonly plan: SweepPlan;
  readonly sweep: string;
  readonly take: (outcomes: readonly KeptOutcome[]) => Promise<void>;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

async function fillFromQueue(
  url: string,
  { task, binding }: PreparedSweep,
  filling: Filling,
): Promise<Result<null, SweepProblem>> {
  const say = (line: string): void => filling.say(`${line}\n`);
  const redis = await connectRedis(url, say);
  if (!redis.ok) return redis;
  try {
    await coordinate({ ...filling, say, redis: redis.value, task, binding });
    return ok(null);
  } finally {
    redis.value.disconnect();
  }
}

async function readJson(path: string): Promise<Result<unknown, SweepProblem>> {
  try {
    const value: unknown = JSON.parse((await readFile(path, "utf8")).replace(/^\uFEFF/, ""));
    return ok(value);
  } catch (error) {
    const what = error instanceof SyntaxError ? "cannot be read as JSON" : "cannot be read";
    const message = `${path}: ${what}: ${reasonOf(error)}. Name a file that is there and holds JSON.`;
    return err({ code: "file-unreadable", message, place: path });
  }
}

/** Options that a sweep and its workers have in common. */
export const MARKET_OPTIONS = {
  data: { type: "string", multiple: true },
  redis: { type: "string" },
  threads: { type: "string" },
  exchange: { type: "string" },
  "instrument-type": { type: "string" },
  "allow-code": { type: "string" },
} as const;

function readSweepArguments(
  argv: readonly string[],
  environment: SweepTerminal["environment"],
): Result<SweepArguments, string> {
  const text = { type: "string" } as const;
  const options = { ...MARKET_OPTIONS, strategy: text, axes: text, out: text };
  let values;
  try {
    ({ values } = parseArgs({ args: withPlainCode(argv), options }));
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
  const { strategy, axes, out } = values;
  const common = readCommon(values, environment);
  if (!common.ok) return common;
  if (strategy === undefined) return err("--strategy is missing: name the strategy's file");
  if (axes === undefined) return err("--axes is missing: name the file with the axes");
  if (out === undefined || out === "") return err("--out is missing: name the CSV that gets the rows");
  return ok({ ...common.value, strategy, axes, out });
}

/** --allow-code alone means behind all walls. */
export function withPlainCode(argv: readonly string[]): string[] {
  return argv.map((word) => (word === "--allow-code" ? "--allow-code=walled" : word));
}

interface CommonValues {
  readonly data?: string[] | undefined;
  readonly redis?: string | undefined;
  readonly threads?: string | undefined;
  readonly exchange?: string | undefined;
  readonly "instrument-type"?: string | undefined;
  readonly "allow-code"?: string | undefined;
}

type CommonArguments = Omit<SweepArguments, "strategy" | "axes" | "out">;

export function readCommon(
  values: CommonValues,
  environment: SweepTerminal["environment"],
): Result<CommonArguments, string> {
  const { data = [], redis = environment["TIDEMARK_REDIS"], threads, exchange = "NSE" } = values;
  const { "instrument-type": instrumentType = "EQUITY", "allow-code": allowCode = null } = values;
  if (data.length === 0) return err("--data is missing: name the folder with the price files");
  const cores = availableParallelism();
  const count = threads === undefined ? cores : Number(threads);
  if (!Number.isInteger(count) || count < 1) return err("--threads takes a whole number, at least 1");
  const empty = emptyOption({ exchange, "instrument-type": instrumentType });
  if (empty !== null) return err(empty);
  if (allowCode !== null && allowCode !== "walled" && allowCode !== "open")
    return err("--allow-code takes nothing, or open, as in --allow-code=open");
  const url = redis === undefined || redis === "" ? null : redis;
  return ok({ data, redis: url, threads: Math.min(count, cores), exchange, instrumentType, allowCode });
}

interface SweepProgress {
  /** @param done - variants that are written. @param now - milliseconds, never going back */
  line(done: number, now: number): string;
}

/** Speed is that of the last half minute. */
const WINDOW_MS = 30_000;

/**
 * How far a sweep is, in a line: what is done, how fast, and what is left.
 *
 * @param had - variants that were written before this time
 */
export function followProgress(variants: number, had: number, start: number): SweepProgress {
  const seen: { readonly at: number; readonly done: number }[] = [{ at: start, done: had }];
  return {
    line(done, now) {
      seen.push({ at: now, done });
      while (seen.length > 2 && (seen[1]?.at ?? now) < now - WINDOW_MS) seen.shift();
      const [oldest] = seen;
      const seconds = (now - (oldest?.at ?? start)) / 1000;
      const speed = seconds > 0 ? (done - (oldest?.done ?? had)) / seconds : 0;
      const told = `${done} of ${variants} variants`;
      if (done >= variants) return told;
      if (speed === 0) return `${told}, none in the last ${Math.round(seconds)} s`;
      const pace = speed < 10 ? speed.toFixed(1) : speed.toFixed(0);
      return `${told}, ${pace} a second, ${timeLeft((variants - done) / speed)} left`;
    },
  };
}

function timeLeft(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
