/** One run on columns, its result handed over in parts or written to a file. */
import { rename, rm, writeFile } from "node:fs/promises";
import { withDamage } from "#workers/run/damage.ts";
import { needsHighAndLow } from "../../engine/run-rules.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { toResultFile } from "#workers/model/report.ts";
import type { ResultFile } from "#workers/model/report.ts";
import { readStrategyRules } from "#workers/rules/strategy-rules.ts";
import { runStrategy } from "../run-strategy.ts";
import { partOf } from "../server/disk.ts";
import type { RunGiven, RunJob, RunTold } from "../thread-jobs.ts";
import { throttled } from "./job-tools.ts";
import type { JobTools } from "./job-tools.ts";

/** Positions that cross at a time. */
const POSITIONS_AT_ONCE = 2000;

export async function runJob(
  { columns, strategy, allowCode, resultPath }: RunJob,
  { markets, openRoom, tell }: JobTools<RunTold>,
): Promise<Result<RunGiven>> {
  const rules = readStrategyRules(strategy);
  if (!rules.ok) return rules;
  const now = throttled();
  const highAndLow = needsHighAndLow(strategy, rules.value);
  const result = await markets.on(columns, highAndLow, async (stored) => {
    const report = await runStrategy(strategy, stored.market, {
      allowCode,
      openRoom,
      onSession: ({ day, sessionsDone, sessions, positions }) =>
        now(() =>
          tell({ type: "progress", share: sessionsDone / sessions, date: formatIsoDay(day), positions }),
        ),
    });
    const whole = withDamage(report, stored);
    return whole.ok ? ok(toResultFile(whole.value)) : whole;
  });
  if (!result.ok) return result;
  if (resultPath === null) return ok(handOver(result.value, tell));
  const staging = partOf(resultPath);
  try {
    await writeFile(staging, JSON.stringify(result.value), { mode: 0o600 });
    await rename(staging, resultPath);
  } catch (error) {
    await rm(staging, { force: true }); // a full disk has no room for halves
    throw error;
  }
  return ok(null);
}

function handOver(
  { positions, ...rest }: ResultFile,
  tell: (told: RunTold) => void,
): Omit<ResultFile, "positions"> {
  for (let at = 0; at < positions.length; at += POSITIONS_AT_ONCE) {
    tell({ type: "positions", positions: positions.slice(at, at + POSITIONS_AT_ONCE) });
  }
  return rest;
}
