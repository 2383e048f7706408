/** What follows the data: each change of the catalogue is a step, whatever became of the one before. */
import "fake-indexeddb/auto";
import { afterEach, expect, it, vi } from "vitest";
import { followDatasets } from "#src/app/follow-datasets.ts";
import type { stepAll } from "#src/run/step-deployments.ts";
import { database } from "#src/storage/database.ts";
import { smallDataset } from "#tests/storage/sample-dataset.ts";

const steps = vi.hoisted(() => ({ stepAll: vi.fn<typeof stepAll>() }));
vi.mock("#src/run/step-deployments.ts", () => steps);

const LONG = { timeout: 30_000 };
const end = new AbortController();

afterEach(() => {
  end.abort();
  vi.unstubAllGlobals();
});

it("goes on after a step that failed, and has the failure shown", async () => {
  const shown = vi.fn<(error: unknown) => void>();
  vi.stubGlobal("reportError", shown);
  const failure = new Error("the database was closed");
  steps.stepAll.mockRejectedValueOnce(failure).mockResolvedValue([]);
  followDatasets({ showStatus: () => undefined, navigate: () => undefined }, end.signal);
  await vi.waitFor(() => expect(steps.stepAll).toHaveBeenCalledTimes(1), LONG);
  await vi.waitFor(() => expect(shown).toHaveBeenCalledWith(failure), LONG);
  await database.datasets.add(smallDataset());
  await vi.waitFor(() => expect(steps.stepAll).toHaveBeenCalledTimes(2), LONG);
  expect(shown).toHaveBeenCalledTimes(1);
});
