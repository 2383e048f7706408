/** Opens the results page on a run of the built-in strategy with a given report. Mock the drawing: see its own words. */
import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { openApp } from "./open-app.tsx";
import { valueOf } from "#tests/support/value-of.ts";
import { createRun, finishRun } from "#src/storage/runs.ts";
import type { Report } from "#workers/model/report.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";

export const RUN_ADDRESS = "/simulation-result?run=run-1";

export async function recordRun(strategy: Strategy = defaultStrategy): Promise<void> {
  valueOf(
    await createRun({
      id: "run-1",
      strategyId: "builtin-1",
      strategy,
      datasetId: "demo",
      datasetTitle: "Demo market (invented)",
      datasetFingerprint: "abc123",
      engineVersion: "1",
    }),
  );
}

/** Waits until the last part of the page is there. */
export async function openResult(report: Report, strategy?: Strategy): Promise<UserEvent> {
  await recordRun(strategy);
  valueOf(await finishRun("run-1", report));
  const user = openApp(RUN_ADDRESS);
  if (report.positions.length === 0)
    await screen.findByRole("heading", { name: "No position was opened" }, { timeout: 60_000 });
  else await screen.findByRole("table", { name: "Yearly Growth Breakdown" }, { timeout: 60_000 });
  return user;
}
