/** A deployment made of another one's strategy, with another start: a new id, an empty ledger, and the old one as it was. */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fakeClient } from "#tests/support/fake-client.ts";
import { currentAddress, openApp } from "./open-app.tsx";
import { accountStrategy } from "../deploy/small-account.ts";
import { goneOn, smallStart, smallStrategy } from "../deploy/small-deployment.ts";
import { own } from "../deploy/own-code-desk.ts";
import { smallDataset } from "../storage/sample-dataset.ts";
import { dateOf } from "#tests/support/market-builder.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { database } from "#src/storage/database.ts";
import { addDeployment, listDeployments, loadDeployment } from "#src/storage/deployments.ts";
import { createRun } from "#src/storage/runs.ts";
import { parseStrategy } from "#workers/model/strategy.ts";

/** The kinds of work that the worker was asked for. */
const asked = vi.hoisted((): string[] => []);
vi.mock("#src/run/browser-client.ts", async () => {
  const { deployWithOwnCode } = await import("../deploy/own-code-desk.ts");
  const deploy: typeof deployWithOwnCode = (work) => {
    asked.push(work.type);
    return deployWithOwnCode(work);
  };
  return { browserClient: fakeClient({ deploy }) };
});
vi.mock("#src/ui/time-drawing.ts", () => ({
  drawTimeChart: () => ({ fill: () => {}, picture: () => null, remove: () => {} }),
}));

const LONG = { timeout: 60_000 };

/** How often the worker was asked to go on with a ledger. */
const stepsAsked = () => asked.filter((type) => type === "append").length;

it("begins where the person says, with the margin that is typed in, and leaves the other as it is", async () => {
  const whole = goneOn(smallStart());
  valueOf(await addDeployment(whole));
  await database.datasets.put(smallDataset("first"));
  const user = openApp(`/deployments?id=${whole.id}`);
  await user.click(await screen.findByRole("button", { name: "Duplicate with another start" }, LONG));
  const name = await screen.findByLabelText("Name", undefined, LONG);
  const dialog = within(screen.getByRole("dialog"));
  expect(name).toHaveProperty("value", "Small (2)");
  await user.clear(name);
  await user.type(name, "\u200B");
  expect(dialog.getByRole("button", { name: "Begin" }).hasAttribute("disabled")).toBe(true);
  await user.clear(name);
  await user.type(name, "Small (2)");
  const margin = dialog.getByLabelText("Start margin");
  expect(margin).toHaveProperty("value", "10000");
  await user.clear(margin);
  await user.type(margin, "5000");
  const begins = dialog.getByLabelText("Begins after");
  await user.clear(begins);
  await user.type(begins, dateOf(5));
  await user.click(dialog.getByRole("button", { name: "Begin" }));
  await waitFor(() => expect(currentAddress()).not.toBe(`/deployments?id=${whole.id}`), LONG);
  const { records } = await listDeployments();
  const copy = records.find(({ id }) => id !== whole.id);
  if (!copy) throw new Error("there is a second one");
  await waitFor(async () => {
    const { deployment } = valueOf(await loadDeployment(copy.id));
    expect(deployment.ledger.map(({ session }) => session)).toEqual([6, 7, 8, 9].map(dateOf));
  }, LONG);
  const { deployment } = valueOf(await loadDeployment(copy.id));
  expect(deployment).toMatchObject({ name: "Small (2)", begins: dateOf(5), startMargin: 5000, real: [] });
  expect(deployment.ledger[0]).toMatchObject({ cash: 5000, fills: [], replayed: true });
  expect(parseStrategy(deployment.strategy)).toEqual(parseStrategy(whole.strategy));
  // its prices are of every day of the week, which the other takes for those of five
  expect(deployment).toMatchObject({ format: "deployment/2", frequency: "daily", sessionsOfYear: 365 });
  expect(valueOf(await loadDeployment(whole.id)).deployment).toEqual(whole);
});

it("asks about code that was not allowed on this device, and begins once it is", async () => {
  const strategy = { ...Object(smallStrategy()), computed: [own] };
  const first = { ...smallStart(), strategy };
  valueOf(await addDeployment(first));
  await database.datasets.put(smallDataset("first"));
  const user = openApp(`/deployments?id=${first.id}`);
  await user.click(await screen.findByRole("button", { name: "Duplicate with another start" }, LONG));
  await screen.findByLabelText("Name", undefined, LONG);
  const dialog = within(screen.getByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Begin" }));
  await dialog.findByText(/Own code was not allowed/, undefined, LONG);
  expect((await dialog.findByLabelText("Source of own", undefined, LONG)).textContent).toBe(own.source);
  await user.click(dialog.getByRole("button", { name: "Allow this code to run" }));
  await waitFor(() => expect(dialog.queryByText(/Own code was not allowed/)).toBe(null), LONG);
  const before = stepsAsked();
  await user.click(dialog.getByRole("button", { name: "Begin" }));
  await waitFor(() => expect(currentAddress()).not.toBe(`/deployments?id=${first.id}`), LONG);
  await waitFor(() => expect(stepsAsked()).toBeGreaterThan(before), LONG); // it goes on by itself
});

it("begins nothing that fills at the close of its own signal", async () => {
  const strategy = valueOf(parseStrategy(accountStrategy({ simulation: { fillAt: "same-close" } })));
  const run = {
    id: "at-signal",
    strategyId: "s",
    strategyName: "At its signal",
    strategy,
    datasetId: "first",
    datasetTitle: "First",
    datasetFingerprint: "abc",
    engineVersion: "1",
  };
  valueOf(await createRun(run));
  openApp(`/deployments?run=${run.id}`);
  await screen.findByText(/fills at the very close that gives its signal/, undefined, LONG);
  expect(screen.queryByRole("button", { name: "Begin" })).toBe(null);
});
