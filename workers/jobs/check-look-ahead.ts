/** Repeats a run with the data cut at many sessions, and compares what it decided. */
import { startProgress } from "../host/host.ts";
import type { Host, Listener } from "../host/host.ts";
import type { StageShares } from "../host/job-progress.ts";
import { announceLongStep } from "../host/pulse.ts";
import { wantedBy } from "../host/wanted-market.ts";
import { checkLookAhead } from "../look-ahead.ts";
import type { StoredMarket } from "../market/stored-market.ts";
import type { LookAheadVerdict } from "../model/look-ahead.ts";
import type { Result } from "../model/problem.ts";
import type { RunRequest } from "../model/protocol.ts";

/** Percent of the time, as measured on the demo market. */
const READ_AND_CHECK: StageShares = [
  ["reading", 30],
  ["checking", 70],
];

export async function checkForLookAhead(
  { markets }: Host,
  request: RunRequest,
  onProgress: Listener,
): Promise<Result<LookAheadVerdict>> {
  const wanted = wantedBy(request);
  if (!wanted.ok) return wanted;
  const progress = startProgress(READ_AND_CHECK, onProgress);
  const check = ({ market }: StoredMarket) => {
    progress.tell("checking", 0);
    announceLongStep(); // the whole run comes first, and on a large market each repetition takes its time
    return checkLookAhead(request.strategy, market, {
      onCut: (done, cuts) => progress.tell("checking", done / cuts),
    });
  };
  const verdict = await markets.on(wanted.value, check, progress);
  progress.end();
  return verdict;
}
