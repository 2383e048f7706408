/** The page of a start that was refused: why, and the mend in one click, in the stored strategy or beside a built-in one. */
import { openApp } from "./open-app.tsx";
import { record as imported } from "./import-checks.tsx";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { noteRefused } from "#src/run/run-store.ts";
import { startRun, startVariant } from "#src/run/start-run.ts";
import { addDataset } from "#src/storage/datasets.ts";
import { refusedRun } from "#src/storage/runs.ts";
import { findSample } from "#src/storage/samples.ts";
import { addStrategy, loadStrategy } from "#src/storage/strategies.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { ok } from "#workers/model/problem.ts";
import type { Problem } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";

vi.mock("#src/run/start-run.ts", () => ({
  startRun: vi.fn<typeof startRun>(),
  startVariant: vi.fn<typeof startVariant>(),
  cancelRun: vi.fn<() => void>(),
  markInterruptedRuns: () => Promise.resolve(ok([])),
}));

function refuse(strategyId: string, strategy: Strategy, problem: Problem): void {
  const engineVersion = "1";
  const data = { datasetId: "mine", datasetTitle: "My shares", datasetFingerprint: "abc", engineVersion };
  noteRefused(refusedRun({ id: "refused", strategyId, strategy, ...data }, problem));
}

const adjusted = strategyOf({ simulation: { priceBasis: "adjusted", benchmark: "GONE" } });

it.each([
  {
    problem: { code: "adjclose-missing", message: "no adjClose" },
    says: /was not started\. This data has no adjusted prices\./,
    button: "Use prices as traded",
    mended: { priceBasis: "as-traded", benchmark: "GONE" },
  },
  {
    problem: { code: "benchmark-invalid", message: 'it is "GONE", which is not in the data.' },
    says: /was not started\. The benchmark GONE is not in this data\./,
    button: "Use the dataset's own index",
    mended: { priceBasis: "adjusted", benchmark: null },
  },
] as const)("offers $button, saves it and starts", async ({ problem, says, button, mended }) => {
  valueOf(await addDataset(imported));
  const { id } = valueOf(await addStrategy(adjusted, "mine"));
  vi.mocked(startRun).mockResolvedValue(ok({ runId: "next" }));
  refuse(id, adjusted, problem);
  const user = openApp("/simulation-result?run=refused");
  await screen.findByText(says);
  await user.click(await screen.findByRole("button", { name: button }));
  await waitFor(() => expect(startRun).toHaveBeenCalledWith(id));
  expect(valueOf(await loadStrategy(id)).strategy.simulation).toMatchObject(mended);
});

it("runs a built-in one with the mend and leaves it as it is", async () => {
  valueOf(await addDataset(imported));
  vi.mocked(startVariant).mockResolvedValue(ok({ runId: "next" }));
  refuse("builtin-1", adjusted, { code: "adjclose-missing", message: "no adjClose" });
  const user = openApp("/simulation-result?run=refused");
  await user.click(await screen.findByRole("button", { name: "Use prices as traded" }));
  await waitFor(() => expect(startVariant).toHaveBeenCalled());
  expect(vi.mocked(startVariant).mock.lastCall?.[1].simulation.priceBasis).toBe("as-traded");
  expect(findSample("builtin-1")).not.toBeNull();
});
