import { describe, expect, it } from "vitest";
import { bareDeployment, quietEntry, withSessions } from "./sample-deployment.ts";
import { DEMO_DATASET_ID } from "#src/storage/demo-market.ts";
import { recordOf } from "#src/storage/deployment-record.ts";
import type { DeploymentRecord, StoredDeployment } from "#src/storage/deployment-record.ts";
import { arrive } from "#src/storage/join-deployments.ts";
import type { Deployment } from "#workers/model/deployment.ts";

const SECOND = { freshId: "fresh", now: 2 };

function stored(deployment: Deployment, beside: Partial<DeploymentRecord> = {}): StoredDeployment {
  return {
    record: recordOf(deployment.id, deployment, { createdAt: 1, updatedAt: 1, ...beside }),
    deployment,
  };
}

function here(...whole: StoredDeployment[]) {
  return { whole, damaged: [] };
}

const short = withSessions(bareDeployment, "2025-03-21");
const long = withSessions(short, "2025-03-24");
const onDemo = (deployment: Deployment): Deployment => ({
  ...deployment,
  dataset: { id: DEMO_DATASET_ID, name: "Demo" },
});

describe("how far invented prices are played", () => {
  it.each([
    ["the last session of a file", onDemo(long), "2025-03-24"],
    ["the beginning, before any session", onDemo(bareDeployment), "2025-03-20"],
    ["nothing, on prices that grow by themselves", long, undefined],
  ])("is %s", (_what, deployment, playedTo) => {
    expect(arrive(deployment, here(), SECOND).stored.record.playedTo).toBe(playedTo);
  });

  it("is never before the end of the longer ledger", () => {
    const own = stored(onDemo(short), { playedTo: "2025-03-21" });
    const brought = stored(onDemo(long), { playedTo: "2025-03-24" }).record;
    const { type, stored: joined } = arrive(onDemo(long), here(own), { ...SECOND, brought });
    expect(type).toBe("longer");
    expect(joined.record.playedTo).toBe("2025-03-24");
  });

  it("stays where it is beyond the ledger", () => {
    const own = stored(onDemo(short), { playedTo: "2025-03-28" });
    expect(arrive(onDemo(long), here(own), SECOND).stored.record.playedTo).toBe("2025-03-28");
  });
});

it("a copy of a backup that parted stays paused, with its alarms and its run, and looks anew for what is in its way", () => {
  const late = quietEntry(short, "2025-03-24", "2025-03-25T08:00:00Z");
  const other = onDemo({ ...short, ledger: [...short.ledger, late] });
  const kept = { isPaused: true, alarms: { drawdown: 10 }, runId: "run-1", playedTo: "2025-03-26" } as const;
  const brought = stored(other, { ...kept, waits: "No prices.", stepped: "key" }).record;
  const { type, stored: parted } = arrive(other, here(stored(long)), { ...SECOND, brought });
  expect(type).toBe("parted");
  expect(parted.record).toMatchObject({ ...kept, id: "fresh", parted: { session: "2025-03-24" } });
  expect(parted.record).not.toHaveProperty("waits");
  expect(parted.record).not.toHaveProperty("stepped");
});

it("a deployment of a backup that is not here comes as it was", () => {
  const brought = stored(long, { isPaused: true, waits: "No prices." }).record;
  const { type, stored: added } = arrive(long, here(), { ...SECOND, brought: { ...brought, id: "own" } });
  expect(type).toBe("new");
  expect(added.record).toEqual({ ...brought, id: "own" });
});
