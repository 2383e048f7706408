/** The page of a deployment/2: orders of parts, and the money that its plan moves. */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fakeClient } from "#tests/support/fake-client.ts";
import { accessibilityFaults, openApp } from "./open-app.tsx";
import { accountStart, bars } from "../deploy/small-account.ts";
import { goneOn, smallMarket } from "../deploy/small-deployment.ts";
import { buildMarket, dateOf } from "#tests/support/market-builder.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { addDeployment } from "#src/storage/deployments.ts";
import { drawTimeChart } from "#src/ui/time-drawing.ts";
import { doOnMarket, doWithout } from "#workers/run/deploy-desk.ts";
import type { Deployment } from "#workers/model/deployment.ts";

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

async function openDeployment(deployment: Deployment): Promise<void> {
  valueOf(await addDeployment(deployment));
  openApp(`/deployments?id=${deployment.id}`);
  await screen.findByRole("heading", { level: 1, name: deployment.name }, LONG);
}

function factOf(name: string): string | undefined {
  return screen.getByText(name).closest("div")?.textContent;
}

/** Of the upper pane, as it was drawn last. */
function namesOfLines(): readonly string[] {
  const [, drawn] = vi.mocked(drawTimeChart).mock.lastCall ?? [];
  return drawn?.panes[0]?.series.map(({ name }) => name) ?? [];
}

it("says of money in and out what came, what to do about it, and what comes next", async () => {
  const flows = [
    { amount: 100, every: "weekly" },
    { amount: -700, every: "once", from: dateOf(8) },
  ];
  const start = accountStart({ simulation: { flows } }, { begins: dateOf(1) });
  const moved = goneOn(start, buildMarket([bars("X", Array<number>(10).fill(100))]));
  await openDeployment(moved);
  // weekly from session 1: 100 on 8, where 700 go out; 600 are owed until 3 of the 10 shares and 3 more are sold
  expect(await screen.findByText(/₹600 was paid out by the plan: take it out/, undefined, LONG)).toBeTruthy();
  expect(factOf("Put in so far")).toContain("₹100");
  expect(factOf("Taken out so far")).toContain("₹700");
  expect(factOf("From 16/01/2020")).toContain("put in ₹100");
  const figures = screen.getByLabelText("Figures of the account");
  expect(within(figures).getByText("Put in, less taken out").closest("div")?.textContent).toContain("₹400");
  const ledger = await screen.findByRole("table", { name: "Ledger" }, LONG);
  expect(within(ledger).getByText("₹100 in, ₹100 paid out, ₹600 owed")).toBeTruthy();
  await waitFor(() => expect(namesOfLines()).toContain("Put in, less taken out"), LONG);
  expect(await accessibilityFaults()).toEqual([]);
});

it("says of a part how much is held, and what an order is for", async () => {
  const half = { positionSizing: "weights", weight: "50", weightsAre: "percents", rebalance: "daily" };
  const market = buildMarket([bars("X", [100, 100, [100, 125]])]);
  await openDeployment(goneOn(accountStart({ simulation: half }), market));
  const orders = await screen.findByRole("table", { name: "Orders for the next session" }, LONG);
  const cells = within(orders)
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);
  expect(cells.slice(0, 4)).toEqual(["Sell", "0.5 of 5", "₹63", "Set back to plan"]);
  expect(await screen.findByText("Paid on average", undefined, LONG)).toBeTruthy();
});
