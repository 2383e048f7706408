/** Another dataset for a deployment that waits: the check is shown, and the person says yes to it. */
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fakeClient } from "#tests/support/fake-client.ts";
import { accessibilityFaults, currentAddress, openApp } from "./open-app.tsx";
import { marketUpTo } from "../deploy/filter-market.ts";
import { goneOn, smallMarket, smallStart } from "../deploy/small-deployment.ts";
import { smallDataset } from "../storage/sample-dataset.ts";
import { dateOf, dayOf } from "#tests/support/market-builder.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { database } from "#src/storage/database.ts";
import { addDeployment, changeDeployment, loadDeployment } from "#src/storage/deployments.ts";
import { doOnMarket, doWithout } from "#workers/run/deploy-desk.ts";

vi.mock("#src/run/browser-client.ts", () => ({
  browserClient: fakeClient({
    deploy: async (work) => ("source" in work ? doOnMarket(work, smallMarket) : doWithout(work)),
  }),
}));
vi.mock("#src/ui/time-drawing.ts", () => ({
  drawTimeChart: () => ({ fill: () => {}, picture: () => null, remove: () => {} }),
}));

const LONG = { timeout: 60_000 };

it("holds the record against the chosen dataset, says what it comes to, and records after the yes", async () => {
  const half = goneOn(smallStart(), marketUpTo(smallMarket, dayOf(5)));
  valueOf(await addDeployment(half));
  await changeDeployment(half.id, "Why", (record) => ({ ...record, waits: "it is gone." }));
  await database.datasets.put({ ...smallDataset("first"), id: "other", title: "Other shares" });
  const user = openApp(`/deployments?id=${half.id}`);
  const choice = await screen.findByRole("combobox", { name: "Go on with another dataset" }, LONG);
  await user.selectOptions(choice, "Other shares");
  await screen.findByText(
    /The account follows from these prices, to the bit: all 4 sessions/,
    undefined,
    LONG,
  );
  expect(screen.getByText(/^Its sessions from 07\/01\/2020 on get entries/)).toBeTruthy();
  expect(valueOf(await loadDeployment(half.id)).deployment).toEqual(half);
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(screen.getByRole("button", { name: 'Go on with "Other shares"' }));
  await waitFor(async () => {
    const { record, deployment } = valueOf(await loadDeployment(half.id));
    expect(record.head.dataset).toEqual({ id: "other", name: "Other shares" });
    expect(deployment.ledger.map(({ session }) => session).slice(4)).toEqual([6, 7, 8, 9].map(dateOf));
  });
});

it("leads to the Data page where there is no other dataset to go on with", async () => {
  const half = goneOn(smallStart(), marketUpTo(smallMarket, dayOf(5)));
  valueOf(await addDeployment(half));
  await changeDeployment(half.id, "Why", (record) => ({ ...record, waits: "it is gone." }));
  const user = openApp(`/deployments?id=${half.id}`);
  await user.click(await screen.findByRole("link", { name: "Bring its prices on the Data page" }, LONG));
  expect(currentAddress()).toBe("/data");
});
