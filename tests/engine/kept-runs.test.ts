/** The runs that a worker keeps, so that its compiled code stays. */
import { expect, it } from "vitest";
import { keepRuns } from "#workers/host/kept-runs.ts";

it("go each their way through the engine: they buy and sell", () => {
  const reasons = keepRuns().map(({ report }) => report.positions.map(({ exitReason }) => exitReason));
  expect(reasons.map((own) => new Set(own.filter((reason) => reason !== "open")))).toEqual([
    new Set(["trailing-stop"]),
    new Set(["rule"]),
    new Set(["rule"]),
  ]);
});
