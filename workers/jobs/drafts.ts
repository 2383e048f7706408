/** What the builder shows while somebody writes: what passes, a run gone through ahead, and a run's few figures and curves. */
import { besideSketch, sketchOf } from "../analysis/sketch.ts";
import type { Job } from "../host/host.ts";
import { wantedBy } from "../host/wanted-market.ts";
import { err, ok } from "../model/problem.ts";
import type { Problem, Result } from "../model/problem.ts";
import type { RunRequest } from "../model/protocol.ts";
import type { Report } from "../model/report.ts";
import type { RehearsedSketch, RunSketch } from "../model/run-sketch.ts";

/** Counts what passes each rule on the last session of a strategy's period. */
export const preview: Job<"preview"> = async ({ markets }, request) => {
  const wanted = wantedBy(request);
  if (!wanted.ok) return wanted;
  const { previewStrategy } = await import("#workers/run/preview-strategy.ts"); // a run doesn't wait for this code
  return markets.on(wanted.value, ({ market }) => previewStrategy(request.strategy, market));
};

/**
 * Goes through a run before anybody asks for it, where its prices are in memory anyway: what it comes to, or why it would be
 * refused; null where it did not come to its end.
 */
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

/**
 * A run of which only a few figures and two small curves leave the worker; on prices as traded where the data has no adjusted
 * ones. @param run - the run itself, as jobs/run.ts does it
 */
export async function sketchRun(
  request: RunRequest,
  run: (request: RunRequest) => Promise<Result<Report>>,
): Promise<Result<RunSketch>> {
  const report = await run(request);
  const { simulation } = request.strategy;
  if (report.ok) return ok(sketchOf(report.value, simulation));
  if (report.problem.code !== "adjclose-missing" || simulation.priceBasis === "as-traded") return report;
  const strategy = { ...request.strategy, simulation: { ...simulation, priceBasis: "as-traded" as const } };
  return sketchRun({ ...request, strategy }, run);
}
