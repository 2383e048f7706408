/** Repeats a run with the data cut at many sessions, and compares what it decided. */
import { startProgress } from "../host/host.ts";
import type { Job } from "../host/host.ts";
import type { StageShares } from "../host/job-progress.ts";
import type { WorkedMarket } from "../host/own-code.ts";
import { announceLongStep, beat } from "../host/pulse.ts";
import { hasOwnCode, wantedBy } from "../host/wanted-market.ts";
import type { LookAheadVerdict } from "../model/look-ahead.ts";
import { ok } from "../model/problem.ts";
import type { Result } from "../model/problem.ts";

/** Percent of the time, as measured on the demo market. */
const READ_AND_CHECK: StageShares = [
  ["reading", 30],
  ["checking", 70],
];
const CHECK_WITH_CODE: StageShares = [
  ["reading", 5],
  ["computing", 65],
  ["checking", 30],
];

export const checkLookAhead: Job<"checkLookAhead"> = async ({ markets }, request, onProgress) => {
  const wanted = wantedBy(request);
  if (!wanted.ok) return wanted;
  const progress = startProgress(hasOwnCode(request.strategy) ? CHECK_WITH_CODE : READ_AND_CHECK, onProgress);
  const code = await import("#workers/run/look-ahead.ts"); // a run doesn't wait for this code
  const check = async ({ market, ownCode }: WorkedMarket): Promise<Result<LookAheadVerdict>> => {
    const instruments = await ownCode?.checkAll((field) =>
      progress.tell("computing", field.done / field.of, { field }),
    );
    if (instruments && !instruments.ok) return instruments;
    progress.tell("checking", 0);
    announceLongStep(); // the whole run comes first, and on a large market each repetition takes its time
    const found = code.checkLookAhead(request.strategy, market, {
      onCut: (done, cuts) => progress.tell("checking", done / cuts),
    });
    beat();
    return found.ok && instruments ? ok({ ...found.value, codeInstruments: instruments.value }) : found;
  };
  const verdict = await markets.on(wanted.value, check, progress);
  progress.end();
  return verdict;
};
