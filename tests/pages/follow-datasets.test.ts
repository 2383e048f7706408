/** What follows the data: each change of the catalogue is a step, whatever became of the one before. */
import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { followDatasets } from "#src/app/follow-datasets.ts";
import type { stepAll, Stepped } from "#src/run/step-deployments.ts";
import { database } from "#src/storage/database.ts";
import { recordOf } from "#src/storage/deployment-record.ts";
import type { ShowStatus } from "#src/ui/status-messages.tsx";
import { bareDeployment, withSessions } from "#tests/storage/sample-deployment.ts";
import { smallDataset } from "#tests/storage/sample-dataset.ts";

const steps = vi.hoisted(() => ({ stepAll: vi.fn<typeof stepAll>() }));
vi.mock("#src/run/step-deployments.ts", () => steps);

const LONG = { timeout: 30_000 };
let end: AbortController;

beforeEach(() => {
  end = new AbortController();
});
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

describe("news", () => {
  const record = recordOf(bareDeployment.id, bareDeployment, { createdAt: 0, updatedAt: 0 });
  const [quiet] = withSessions(bareDeployment, "2025-03-21").ledger;
  if (!quiet) throw new Error("there is an entry");
  const buys = [{ instrument: "AB", slotValue: 5000, quantity: 20 }];
  const withOrder = { ...quiet, decisions: { sells: [], buys } };

  it.each<[string, Stepped, string]>([
    [
      "of a new entry with orders",
      { type: "recorded", entries: [withOrder] },
      '"Evenings": 1 session recorded, 1 order for the next one.',
    ],
    [
      "of new entries without orders",
      { type: "recorded", entries: [withOrder, quiet] },
      '"Evenings": 2 sessions recorded, no orders for the next one.',
    ],
    ["of a question", { type: "asks" }, '"Evenings" has a question before it records the next session.'],
    [
      "of what is in the way",
      { type: "waits", message: "the dataset is gone." },
      '"Evenings" waits: the dataset is gone.',
    ],
  ])("%s are told in the app, and by the system where the person is elsewhere", async (_, stepped, text) => {
    const notices = vi.fn<(title: string, options: NotificationOptions) => void>();
    class Notice extends EventTarget {
      static readonly permission = "granted";
      constructor(title: string, options: NotificationOptions) {
        super();
        notices(title, options);
      }
    }
    vi.stubGlobal("Notification", Notice);
    vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: true }));
    steps.stepAll.mockResolvedValueOnce([{ record, stepped }]).mockResolvedValue([]);
    const showStatus = vi.fn<ShowStatus>();
    const navigate = vi.fn<(address: string) => void>();
    followDatasets({ showStatus, navigate }, end.signal);
    await vi.waitFor(() => expect(showStatus).toHaveBeenCalled(), LONG);
    const [[shown, action] = []] = showStatus.mock.calls;
    expect(shown).toBe(text);
    action?.act();
    expect(navigate).toHaveBeenCalledWith("/deployments?id=d-1");
    expect(notices).toHaveBeenCalledExactlyOnceWith("Tidemark", { body: text, tag: "d-1" });
  });
});
