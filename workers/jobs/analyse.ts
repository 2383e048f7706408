/** What a finished run's report says beyond its figures; needs no prices. */
import type { Job } from "../host/host.ts";
import { announceLongStep, beat } from "../host/pulse.ts";
import { ok } from "../model/problem.ts";

export const analyse: Job<"analyse"> = async (_host, request) => {
  const code = await import("../analysis/analyse.ts"); // a run doesn't wait for this code
  announceLongStep(); // thousands of resampled paths
  const analysis = code.analyse(request);
  beat();
  return ok(analysis);
};

/** One part of the run by itself. */
export const measurePeriod: Job<"measurePeriod"> = async (_host, request) => {
  const code = await import("../analysis/analyse.ts"); // the page has it from there
  return code.measurePeriod(request);
};
