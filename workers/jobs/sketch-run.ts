/** A run of which only a few figures and two small curves leave the worker. */
import { sketchOf } from "../analysis/sketch.ts";
import { ok } from "../model/problem.ts";
import type { Result } from "../model/problem.ts";
import type { RunRequest } from "../model/protocol.ts";
import type { Report } from "../model/report.ts";
import type { RunSketch } from "../model/run-sketch.ts";

/** On prices as traded where the data has no adjusted ones. @param run - the run itself, as jobs/run.ts does it */
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
