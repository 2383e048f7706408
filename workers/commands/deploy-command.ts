/**
 * `npm run deploy`: appends the new sessions of a folder of price files to a deployment's file.
 * Exit codes: 0 done, also with nothing new; 1 the file is as it was, for a reason that is told; 2 wrong usage.
 */
import { randomUUID } from "node:crypto";
import { readFile, realpath } from "node:fs/promises";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { appendSessions } from "#workers/deploy/append.ts";
import type { DeployMarket } from "#workers/deploy/ground.ts";
import { gainsOf } from "#workers/deploy/gains.ts";
import { verifyAgainst } from "#workers/deploy/replay.ts";
import { startDeployment } from "#workers/deploy/start.ts";
import { deployMarket, withPeriod } from "#workers/run/deploy-market.ts";
import { emptyOption } from "./empty-option.ts";
import { reasonOf } from "#workers/market/source.ts";
import { canonicalJson } from "#workers/model/canonical-json.ts";
import { firstFileSchema, isOver, moneyOf, timeOf } from "#workers/model/deployment.ts";
import type { Deployment, DeploymentEntry, FirstFile } from "#workers/model/deployment.ts";
import { deploymentText } from "#workers/model/deployment-chain.ts";
import { DEPLOYMENT_FORMATS } from "#workers/model/deployment-format.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import { isRecord } from "#workers/model/strategy-fault.ts";
import { verifyDeployment } from "#workers/deploy/verify-deployment.ts";
import { describeIssues } from "#workers/model/deployment-file.ts";
import { printable } from "./printable.ts";
import { lockFile, lockPath, replaceFile } from "./replace-file.ts";
import { withOwnCode } from "#workers/api/run-strategy.ts";
import { describe, readPrices, withLine } from "./simulate-command.ts";
import type { CommandOutput } from "./terminal.ts";
import { readWholeStrategy } from "#workers/words/whole-strategy.ts";

interface Arguments {
  readonly file: string;
  readonly data: string;
  readonly exchange: string;
  readonly instrumentType: string;
  readonly stop: boolean;
  readonly allowCode: "walled" | "open" | null;
}

const USAGE = `usage: npm run --silent deploy -- --file FILE --data DIR [--stop] [--exchange NSE] [--instrument-type EQUITY]
  --file             deployment/1 file, or deployment/2 of a strategy/3, which gets an entry for each session of the data after its last; a first one needs format, name, strategy, begins and startMargin
  --data             folder of price files (.csv, .csv.gz, .zip), or one such file
  --stop             sells all positions at the next session, and ends the deployment
  --exchange         exchange of the instruments that instruments.csv does not place (NSE)
  --instrument-type  their type (EQUITY)
  --allow-code       runs the strategy's own numbers (computed), as simulate does; --allow-code=open where a wall is missing
`;
/** Another call may be reading a large folder. */
const PATIENCE_MS = 30_000;
const MOST_TOLD = 20;

export interface DeployTerminal extends CommandOutput {
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly clock: () => number;
}

/** @param argv - without node and script */
export async function deployCommand(argv: readonly string[], terminal: DeployTerminal): Promise<number> {
  const progress = (text: string): void => terminal.progress(printable(text));
  const args = readArguments(argv);
  if (!args.ok) {
    progress(`${args.problem}\n${USAGE}`);
    return 2;
  }
  const done = await withLock(args.value.file, (path, isMine) =>
    goOn(args.value, path, isMine, { ...terminal, progress }),
  );
  if (!done.ok) {
    progress(`${describe(done.problem)}\n`);
    return 1;
  }
  for (const entry of done.value) terminal.out(printable(`${lineOf(entry)}\n`));
  return 0;
}

function readArguments(argv: readonly string[]): Result<Arguments, string> {
  const text = { type: "string" } as const;
  const options = {
    file: text,
    data: text,
    exchange: text,
    "instrument-type": text,
    "allow-code": text,
    stop: { type: "boolean" },
  } as const;
  let values;
  try {
    const args = argv.map((word) => (word === "--allow-code" ? "--allow-code=walled" : word));
    ({ values } = parseArgs({ args, options }));
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
  const { file, data, stop = false, exchange = "NSE", "instrument-type": instrumentType = "EQUITY" } = values;
  if (file === undefined) return err("--file is missing: name the deployment's file");
  if (data === undefined) return err("--data is missing: name the folder with the price files");
  const empty = emptyOption({ exchange, "instrument-type": instrumentType });
  if (empty !== null) return err(empty);
  const allowCode = values["allow-code"] ?? null;
  if (allowCode !== null && allowCode !== "walled" && allowCode !== "open")
    return err("--allow-code takes nothing, or open, as in --allow-code=open");
  return ok({ file, data, exchange, instrumentType, stop, allowCode });
}

type Entries = readonly DeploymentEntry[];

/** @param work - on the file itself, where a link was named */
async function withLock(
  file: string,
  work: (path: string, isMine: () => Promise<boolean>) => Promise<Result<Entries>>,
): Promise<Result<Entries>> {
  let path: string;
  let lock;
  try {
    path = await realpath(file);
    lock = await lockFile(path, PATIENCE_MS);
  } catch (error) {
    return err(unreadable(file, error));
  }
  if (lock === null) return err(isLocked(path));
  try {
    return await work(path, lock.isMine);
  } finally {
    await lock.release();
  }
}

async function goOn(
  args: Arguments,
  path: string,
  isMine: () => Promise<boolean>,
  terminal: DeployTerminal,
): Promise<Result<Entries>> {
  const bytes = await readBytes(path);
  if (!bytes.ok) return bytes;
  const read = readDeployment(bytes.value, basename(path));
  if (!read.ok) return read;
  const file = read.value;
  const strategy = readWholeStrategy((file.type === "first" ? file.first : file.deployment).strategy);
  if (!strategy.ok) return strategy;
  const prices = await readPrices(args, terminal);
  if (!prices.ok) return prices;
  const { begins } = file.type === "first" ? file.first : file.deployment;
  const own = withPeriod(strategy.value, prices.value, begins);
  const computed = await withOwnCode(own, prices.value, args);
  if (!computed.ok) return computed;
  const market = deployMarket(computed.value.market);
  const standing =
    file.type === "first" ? startDeployment(file.first, market, randomUUID()) : ok(file.deployment);
  if (!standing.ok) return standing;
  const now = timeOf(terminal.clock());
  const ordered = orderStop(standing.value, args.stop ? now : null, terminal);
  const appended = appendSessions(ordered, market, now);
  if (!appended.ok) return appended;
  const checked = await computed.value.checkGains(gainsOf(appended.value.deployment));
  if (!checked.ok) return checked;
  tellDifferences(standing.value, market, terminal);
  tellAll(
    appended.value.warnings.map(({ message }) => message),
    terminal,
  );
  const written = await write(path, appended.value.deployment, bytes.value, isMine);
  return written.ok ? ok(appended.value.entries) : written;
}

type ReadFile =
  | { readonly type: "first"; readonly first: FirstFile }
  | { readonly type: "sealed"; readonly deployment: Deployment };

/** A file with a seal must hold; one without is a first file. */
function readDeployment(bytes: Uint8Array, name: string): Result<ReadFile> {
  const text = new TextDecoder().decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = `${name}: cannot be read as JSON: ${withLine(reasonOf(error), text)}. Take an unchanged copy.`;
    return err({ code: "deployment-invalid", message, place: name });
  }
  if (
    isRecord(value) &&
    ("seal" in value || !DEPLOYMENT_FORMATS.some((known) => known === value["format"]))
  ) {
    const verified = verifyDeployment(bytes);
    if (!verified.ok) return named(name, verified.problem);
    return ok({ type: "sealed", deployment: verified.value });
  }
  const first = firstFileSchema.safeParse(value);
  if (!first.success) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JSON.parse gives is JSON
    const [fault, place] = describeIssues(value as Parameters<typeof describeIssues>[0], first.error);
    const message = `${fault}. A first file has format, name, strategy, begins and startMargin.`;
    return named(name, { code: "deployment-invalid", message, place });
  }
  try {
    canonicalJson(first.data);
  } catch (error) {
    return named(name, { code: "deployment-invalid", message: reasonOf(error), place: name });
  }
  return ok({ type: "first", first: first.data });
}

function named(name: string, problem: Problem): Result<never> {
  return err({ ...problem, message: `${name}: ${problem.message}` });
}

/** The first order stands. */
function orderStop(deployment: Deployment, time: string | null, { progress }: CommandOutput): Deployment {
  if (time === null) return deployment;
  if (deployment.stop !== null) {
    const isDone = isOver(deployment) ? " and is over" : "";
    progress(`the deployment was stopped at ${deployment.stop}${isDone}; that order stands\n`);
    return deployment;
  }
  progress("stopped: orders to buy lapse, and positions are sold at the next session\n");
  return { ...deployment, stop: time };
}

function tellDifferences(deployment: Deployment, market: DeployMarket, terminal: CommandOutput): void {
  if (deployment.ledger.length === 0) return;
  const replayed = verifyAgainst(deployment, market);
  if (!replayed.ok || replayed.value.differences.length === 0) return;
  const { differences, cause } = replayed.value;
  const why =
    cause === "bars"
      ? "the prices of the past were changed"
      : "the prices of all its sessions are as they were recorded. So the program, facts, market caps, sectors, older prices, or series that rules, idle cash or money in and out go by were changed";
  terminal.progress(`the record does not follow from this data any more: ${why}. It goes on as it is.\n`);
  tellAll(
    differences.map(({ message }) => message),
    terminal,
  );
}

function tellAll(messages: readonly string[], { progress }: CommandOutput): void {
  for (const message of messages.slice(0, MOST_TOLD)) progress(`  ${message}\n`);
  if (messages.length > MOST_TOLD) progress(`  and ${messages.length - MOST_TOLD} more\n`);
}

/** Leaves a file that is already so as it is. */
async function write(
  path: string,
  deployment: Deployment,
  before: Uint8Array,
  isMine: () => Promise<boolean>,
): Promise<Result<null>> {
  const text = deploymentText(deployment);
  if (Buffer.from(before).equals(Buffer.from(text))) return ok(null);
  try {
    if (!(await isMine())) return err(isLocked(path));
    await replaceFile(path, text);
    return ok(null);
  } catch (error) {
    const message = `${path}: cannot be written: ${reasonOf(error)}. The file is as it was.`;
    return err({ code: "storage-failed", message, place: path });
  }
}

/** How the sums of an entry are told; one of nothing is not. */
const SUMS = [
  ["in", "in"],
  ["out", "paid out"],
  ["owed", "still owed"],
  ["missed", "missed"],
  ["interest", "interest"],
] as const;

function lineOf(entry: DeploymentEntry): string {
  const { session, hash, cash, equity, fills, decisions, positions } = entry;
  const done = fills.map(({ side, quantity, instrument, price, reason }) =>
    side === "buy"
      ? `bought ${quantity} ${instrument} at ${price}`
      : `sold ${quantity} ${instrument} at ${price} (${reason})`,
  );
  const sells = decisions.sells.map(
    ({ instrument, quantity, reason }) => `sell ${quantity} ${instrument} (${reason})`,
  );
  const buys = decisions.buys.map(
    ({ instrument, quantity, slotValue, moneyIn }) =>
      `buy about ${quantity} ${instrument} for ${slotValue.toFixed(2)} at most${moneyIn ? " (money in)" : ""}`,
  );
  const orders = [...sells, ...buys];
  const account = `equity ${equity.toFixed(2)}, cash ${cash.toFixed(2)}, ${positions.length} open`;
  const money = moneyOf(entry);
  const sums = SUMS.flatMap(([name, word]) =>
    money[name] === 0 ? [] : [`${word} ${money[name].toFixed(2)}`],
  );
  const next = orders.length > 0 ? [`next: ${orders.join(", ")}`] : [];
  const parts = [account, ...sums, ...done, ...next];
  return `${session} ${hash} ${parts.join("; ")}`;
}

async function readBytes(path: string): Promise<Result<Uint8Array>> {
  try {
    return ok(await readFile(path));
  } catch (error) {
    return err(unreadable(path, error));
  }
}

function unreadable(path: string, error: unknown): Problem {
  const message = `${path}: cannot be read: ${reasonOf(error)}. Name a deployment's file in a folder that you may write to.`;
  return { code: "deployment-invalid", message, place: path };
}

function isLocked(path: string): Problem {
  const message = `${path}: another call is at work on it, and its lock ${lockPath(path)} is still there. Wait until it is done; remove the lock if no call is.`;
  return { code: "storage-failed", message, place: path };
}
