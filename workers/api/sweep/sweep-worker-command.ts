/**
 * `npm run sweep-worker`: helps with every sweep of its prices and engine that Redis has, until it is stopped.
 * Exit codes: 0 stopped, 1 what a person can mend, 2 wrong usage.
 */
import { parseArgs } from "node:util";
import { err } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { printable } from "#workers/commands/printable.ts";
import { TidemarkError } from "../error.ts";
import { openMarket } from "../open-market.ts";
import { help } from "./help.ts";
import { connectRedis } from "./redis.ts";
import { MARKET_OPTIONS, readCommon, reportFiles, withPlainCode } from "./sweep-command.ts";
import type { SweepTerminal } from "./sweep-command.ts";

const USAGE = `usage: npm run --silent sweep-worker -- --data DIR --redis URL [--threads N] [--allow-code]
  --data             folder of price files (.csv, .csv.gz, .zip), or one such file; may be said more than once
  --redis            redis://host:6379 (rediss:// with TLS); TIDEMARK_REDIS keeps a password out of sight
  --threads          so many cores (all)
  --exchange         exchange of the instruments that instruments.csv does not place (NSE)
  --instrument-type  their type (EQUITY)
  --allow-code       runs own numbers of strategies, as for simulate; --allow-code=open where a wall is missing
`;

/** @param argv - without node and script. @returns the exit code */
export async function sweepWorkerCommand(argv: readonly string[], terminal: SweepTerminal): Promise<number> {
  const say = (text: string): void => terminal.say(printable(text));
  const args = readArguments(argv, terminal.environment);
  if (!args.ok || args.value.redis === null) {
    say(
      `${args.ok ? "--redis is missing: say where Redis is, or set TIDEMARK_REDIS" : args.problem}\n${USAGE}`,
    );
    return 2;
  }
  const { data, redis: url, threads, exchange, instrumentType, allowCode } = args.value;
  const line = (text: string): void => say(`${text}\n`);
  const { signal } = terminal;
  const redis = await connectRedis(url, line);
  if (!redis.ok) {
    line(redis.problem.message);
    return 1;
  }
  try {
    const market = await openMarket(data, { exchange, instrumentType, signal });
    reportFiles(market, say);
    line(`Ready: ${market.instruments} instruments, ${threads} ${threads === 1 ? "thread" : "threads"}.`);
    await help({ redis: redis.value, market, threads, allowCode, say: line, signal });
    await market.close();
    return 0;
  } catch (error) {
    if (signal.aborted) return 0;
    if (!(error instanceof TidemarkError) || error.code === "internal") throw error;
    line(error.message);
    return 1;
  } finally {
    redis.value.disconnect();
  }
}

function readArguments(
  argv: readonly string[],
  environment: SweepTerminal["environment"],
): ReturnType<typeof readCommon> {
  let read: Result<Parameters<typeof readCommon>[0], string>;
  try {
    read = { ok: true, value: parseArgs({ args: withPlainCode(argv), options: MARKET_OPTIONS }).values };
  } catch (error) {
    read = err(error instanceof Error ? error.message : String(error));
  }
  return read.ok ? readCommon(read.value, environment) : read;
}
