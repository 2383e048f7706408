/** A deployment that goes on with another dataset: what replay says of it comes first, and nothing is recorded before the yes. */
import "../storage/empty-database.ts";
import { beforeEach, expect, it } from "vitest";
import { growingDataset } from "./deploy-client.ts";
import type { GrowingDataset } from "./deploy-client.ts";
import { filterMarket, marketUpTo } from "../deploy/filter-market.ts";
import { goneOn, smallMarket, smallStart } from "../deploy/small-deployment.ts";
import { smallDataset } from "../storage/sample-dataset.ts";
import { dateOf, dayOf } from "#tests/support/market-builder.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { checkDataset, nameDataset, pauseDeployment } from "#src/run/change-deployment.ts";
import { stepAll } from "#src/run/step-deployments.ts";
import { database } from "#src/storage/database.ts";
import { addDeployment, changeDeployment, loadDeployment } from "#src/storage/deployments.ts";

const ID = smallStart().id;
const OTHER = { id: "other", name: "Other shares" };
const now = () => Date.UTC(2020, 0, 20, 18);
let data: GrowingDataset;

/** Recorded up to session 5 on a dataset that was deleted then; another one has all sessions. */
beforeEach(async () => {
  data = growingDataset();
  await addDeployment(smallStart());
  await data.become(marketUpTo(smallMarket, dayOf(5)));
  await stepAll({ client: data, now });
  await data.become(smallMarket);
  await database.datasets.delete("data");
  await database.datasets.put({ ...smallDataset("first"), id: OTHER.id, title: OTHER.name });
  await stepAll({ client: data, now });
});

async function stored() {
  return valueOf(await loadDeployment(ID));
}

it("is told what replay says, and neither moves nor records anything by that", async () => {
  const before = await stored();
  const { report } = valueOf(await checkDataset(before.deployment, OTHER, data));
  expect(report).toMatchObject({ verdict: "same", entries: 4, next: dateOf(6), loss: null });
  expect(await stored()).toEqual(before);
  expect(before.record.waits).toContain("not on this device");
});

it("records on the other dataset after the yes", async () => {
  const before = await stored();
  const checked = valueOf(await checkDataset(before.deployment, OTHER, data));
  const done = valueOf(await nameDataset(before, checked, { client: data, now }));
  expect(done).toMatchObject({ type: "recorded" });
  const { record, deployment } = await stored();
  expect(record.head.dataset).toEqual(OTHER);
  expect(record.waits).toBeUndefined();
  expect(deployment.ledger).toEqual(goneOn(smallStart()).ledger);
});

it("does not move to a dataset that has changed since it was looked at", async () => {
  const before = await stored();
  const checked = valueOf(await checkDataset(before.deployment, OTHER, data));
  await database.datasets.put({ ...smallDataset("second"), id: OTHER.id, title: OTHER.name });
  const refused = await nameDataset(before, checked, { client: data, now });
  expect(refused).toMatchObject({ ok: false, problem: { code: "deployment-data" } });
  expect(await stored()).toEqual(before);
});

it("is told that a dataset without a session of the ledger can't be gone on with", async () => {
  await data.become(filterMarket(smallMarket, (_, day) => day !== dayOf(4)));
  const { deployment } = await stored();
  const { report } = valueOf(await checkDataset(deployment, OTHER, data));
  expect(report.verdict).toBe("different");
  expect(report.loss).toContain(`has lost sessions of the ledger: ${dateOf(4)}`);
});

it("stays paused, and records when it goes on", async () => {
  valueOf(await pauseDeployment(ID));
  const before = await stored();
  const checked = valueOf(await checkDataset(before.deployment, OTHER, data));
  expect(valueOf(await nameDataset(before, checked, { client: data, now })).type).toBe("nothing");
  const { record, deployment } = await stored();
  expect(record).toMatchObject({ isPaused: true, head: { dataset: OTHER } });
  expect(deployment.ledger).toEqual(before.deployment.ledger);
});

it("of the demo market is cut no more where it was played to", async () => {
  valueOf(await changeDeployment(ID, "How far", (record) => ({ ...record, playedTo: dateOf(5) })));
  const before = await stored();
  const checked = valueOf(await checkDataset(before.deployment, OTHER, data));
  expect(checked.report.next).toBe(dateOf(6));
  valueOf(await nameDataset(before, checked, { client: data, now }));
  const { record } = await stored();
  expect(record.playedTo).toBeUndefined();
  expect(record.lastSession).toBe(dateOf(9));
});
