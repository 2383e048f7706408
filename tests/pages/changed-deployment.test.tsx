/** The page of a deployment whose stored ledger is not what was recorded. The worker and the chart's canvas need a real browser. */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fakeClient } from "#tests/support/fake-client.ts";
import { accessibilityFaults, openApp } from "./open-app.tsx";
import { goneOn, smallMarket, smallStart } from "../deploy/small-deployment.ts";
import { smallDataset } from "../storage/sample-dataset.ts";
import { itemAt } from "#tests/support/reference-series.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { addDataset } from "#src/storage/datasets.ts";
import { addDeployment, takeInDeployment } from "#src/storage/deployments.ts";
import type { drawTimeChart } from "#src/ui/time-drawing.ts";
import { doOnMarket, doWithout } from "#workers/run/deploy-desk.ts";
import type { Deployment, DeploymentEntry } from "#workers/model/deployment.ts";

vi.mock("#src/run/step-deployments.ts", () => ({ stepAll: () => Promise.resolve([]) }));
vi.mock("#src/run/browser-client.ts", () => ({
  browserClient: fakeClient({
    deploy: async (work) => ("source" in work ? doOnMarket(work, smallMarket) : doWithout(work)),
  }),
}));
vi.mock("#src/ui/time-drawing.ts", () => ({
  drawTimeChart: vi.fn<typeof drawTimeChart>(() => ({
    fill: () => {},
    picture: () => document.createElement("canvas"),
    remove: () => {},
  })),
}));

const LONG = { timeout: 60_000 };
const whole = goneOn(smallStart());
const MEND = "Restore another backup of it, or take in a file of it that was exported.";

/** With another second entry. */
function changed(change: Partial<DeploymentEntry>): Deployment {
  const ledger = whole.ledger.map((entry, at) => (at === 1 ? { ...entry, ...change } : entry));
  return { ...whole, ledger };
}

async function openPage(deployment: Deployment) {
  valueOf(await addDataset(smallDataset("first")));
  valueOf(await addDeployment(deployment));
  const user = openApp(`/deployments?id=${whole.id}`);
  await screen.findByRole("heading", { level: 1, name: "Small" }, LONG);
  return user;
}

it("names at its head the entry that was changed, and how to mend it", async () => {
  await openPage(changed({ equity: 12_345 }));
  const { session } = itemAt(whole.ledger, 1);
  const alert = await screen.findByText(/It is not what was recorded/, undefined, LONG);
  expect(alert.closest("[role=alert]")).toBeTruthy();
  expect(alert.textContent).toContain(`ledger[1] (session ${session}): its hash is not that of what`);
  expect(alert.textContent).toContain(MEND);
  const figures = screen.getByText("Account", { selector: "dt" });
  expect(alert.compareDocumentPosition(figures)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(await accessibilityFaults()).toEqual([]);
});

it("says so no more once an unchanged copy was taken in", async () => {
  await openPage(changed({ cash: 1 }));
  await screen.findByText(/It is not what was recorded/, undefined, LONG);
  valueOf(await takeInDeployment(whole));
  await waitFor(() => expect(screen.queryByText(/It is not what was recorded/)).toBeNull(), LONG);
});

it("does not say of a changed record that it follows from the prices", async () => {
  const user = await openPage(changed({ recorded: "2020-01-02T03:04:05Z" }));
  const record = within(
    (await screen.findByRole("heading", { name: "The record" }, LONG)).closest("section") ?? document.body,
  );
  await user.click(record.getByRole("button", { name: "Check it against today's prices" }));
  await record.findByText(/It can't be replayed: the deployment was changed or damaged: ledger\[1\]/);
  expect(record.queryByText(/The account follows/)).toBeNull();
});

it("says nothing of one that is as it was recorded", async () => {
  const user = await openPage(whole);
  await user.click(await screen.findByRole("button", { name: "Check it against today's prices" }, LONG));
  await screen.findByText(/The account follows from these prices/, undefined, LONG);
  expect(screen.queryByText(/It is not what was recorded/)).toBeNull();
});
