/** Goes through a run before anybody asks for it, where its prices are in memory anyway. */
import { besideSketch, sketchOf } from "../analysis/sketch.ts";
import type { Job } from "../host/host.ts";
import { wantedBy } from "../host/wanted-market.ts";
import { err, ok } from "../model/problem.ts";
import type { Problem, Result } from "../model/problem.ts";
import type { RehearsedSketch } from "../model/run-sketch.ts";

/** What it comes to, or why it would be refused; null where it did not come to its end. */
export const rehearse: Job<"rehearse"> = async ({ markets, rehearsal }, request) => {
  const { strategy } = request;
  const wanted = wantedBy(request);
  if (!wanted.ok || !markets.known(wanted.value)) return ok(null);
  const rehearsed = await markets.onKnown(
    wanted.value,
    async ({ market, ownCode }): Promise<Result<Result<RehearsedSketch | null>>> => {
      const isDone = await rehearsal.run(strategy, market);
      const report = isDone ? rehearsal.look(strategy, market) : null;
      if (!report?.ok) return ok(report ?? ok(null));
      const sketch = { ...sketchOf(report.value, strategy.simulation), ...besideSketch(report.value) };
      const checked = await ownCode?.checkGains(report.value.positions); // no code runs here: what is known of it
      if (!checked || checked.ok) return ok(ok(sketch));
      return ok(checked.problem.code === "code-unavailable" ? ok({ ...sketch, isUnchecked: true }) : checked);
    },
    err(notRead),
  );
  return rehearsed.ok ? rehearsed.value : ok(null);
};

/** Told to nobody. */
const notRead: Problem = { code: "cancelled", message: "A rehearsal reads no prices." };
