/** A run: read, plan, simulate, measure. Block by block where the memory can't hold the whole dataset. */
import { backtest } from "#workers/run/backtest.ts";
import { withDamage } from "#workers/run/damage.ts";
import type { SimulationHooks } from "../engine/simulation-hooks.ts";
import { startProgress } from "../host/host.ts";
import type { Host, Job } from "../host/host.ts";
import type { JobProgress, StageShares } from "../host/job-progress.ts";
import { isTooLarge } from "../host/market-host.ts";
import type { WorkedMarket } from "../host/own-code.ts";
import { announceLongStep, beat } from "../host/pulse.ts";
import { hasOwnCode, wantedBy } from "../host/wanted-market.ts";
import type { WantedMarket } from "../host/wanted-market.ts";
import { formatIsoDay } from "../model/day.ts";
import { err } from "../model/problem.ts";
import type { Problem, Result } from "../model/problem.ts";
import type { ProgressListener, RunRequest } from "../model/protocol.ts";
import type { Report } from "../model/report.ts";

/** Percent of the time that each stage takes, as measured on the demo market and an import of the same files. */
const READ_AND_RUN: StageShares = [
  ["reading", 70],
  ["aligning", 12],
  ["simulating", 16],
  ["measuring", 2],
];
const RUN_ON_STORED: StageShares = [
  ["reading", 40],
  ["aligning", 40],
  ["simulating", 17],
  ["measuring", 3],
];
const RUN_IN_PARTS: StageShares = [
  ["reading", 90],
  ["simulating", 10],
];
const RUN_AGAIN: StageShares = [
  ["aligning", 45],
  ["simulating", 50],
  ["measuring", 5],
];
const RUN_WITH_CODE: StageShares = [
  ["reading", 10],
  ["computing", 70],
  ["aligning", 8],
  ["simulating", 10],
  ["measuring", 2],
];

export const run: Job<"run"> = async (host, request, onProgress) => {
  const wanted = wantedBy(request);
  if (!wanted.ok) return wanted;
  const progress = startProgress(sharesOf(host, request, wanted.value), onProgress);
  const simulateOn = (stored: WorkedMarket) => simulate(host, request, stored, progress);
  const onWhole = await host.markets.on(wanted.value, simulateOn, progress);
  const report = onWhole.ok ? onWhole : await runOnLarge(request, onWhole.problem, onProgress);
  progress.end();
  return report;
};

function sharesOf({ markets }: Host, { source, strategy }: RunRequest, wanted: WantedMarket): StageShares {
  if (hasOwnCode(strategy)) return RUN_WITH_CODE;
  if (markets.known(wanted)) return RUN_AGAIN;
  return source.type === "stored" ? RUN_ON_STORED : READ_AND_RUN;
}

async function simulate(
  { rehearsal }: Host,
  { strategy }: RunRequest,
  stored: WorkedMarket,
  progress: JobProgress,
): Promise<Result<Report>> {
  const { market, ownCode } = stored;
  progress.tell("aligning", 0, { rows: market.barOffset.at(-1) ?? 0 });
  announceLongStep(); // planning tells nothing before the first session, measuring nothing after the last
  let isPlanned = false;
  const rehearsed = rehearsal.take(strategy, market);
  const hooks: SimulationHooks = {
    onSession({ day, sessionsDone, sessions, positions }) {
      if (!isPlanned) beat();
      isPlanned = true;
      progress.tell("simulating", sessionsDone / sessions, { date: formatIsoDay(day), positions });
      if (sessionsDone < sessions) return;
      progress.tell("measuring", 0);
      announceLongStep();
    },
  };
  const report = withDamage(rehearsed ?? backtest(strategy, market, hooks), stored);
  if (!report.ok || !ownCode) return report;
  beat();
  return ownCode.withChecks(report.value);
}

/** Part by part where the memory can't hold all of a dataset; whatever else is the matter with it stays. */
async function runOnLarge(
  { strategy, source }: RunRequest,
  problem: Problem,
  onProgress: ProgressListener | undefined,
): Promise<Result<Report>> {
  if (!isTooLarge(source, problem)) return err(problem);
  const progress = startProgress(RUN_IN_PARTS, onProgress);
  progress.tell("reading", 0);
  const { runInParts } = await import("#workers/run/run-in-parts.ts");
  announceLongStep(); // the timer of the heartbeat waits until all is done
  const report = await runInParts(strategy, source, {
    onPart(share, endsPass) {
      if (endsPass) announceLongStep();
      else beat();
      progress.tell("reading", share);
    },
    onSession: ({ day, sessionsDone, sessions, positions }) => {
      beat();
      progress.tell("simulating", sessionsDone / sessions, { date: formatIsoDay(day), positions });
    },
  });
  progress.end();
  return report;
}
