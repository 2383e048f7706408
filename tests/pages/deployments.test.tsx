/** The pages of virtual deployments, on ledgers as they are stored. The worker and the chart's canvas need a real browser. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fakeClient } from "#tests/support/fake-client.ts";
import { accessibilityFaults, currentAddress, openApp } from "./open-app.tsx";
import { setScreenWidth } from "./screen-width.ts";
import { goneOn, smallMarket, smallStart, smallStrategy } from "../deploy/small-deployment.ts";
import { smallDataset } from "../storage/sample-dataset.ts";
import { bareDeployment, withSessions } from "../storage/sample-deployment.ts";
import { dateOf } from "#tests/support/market-builder.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { database } from "#src/storage/database.ts";
import { addDataset } from "#src/storage/datasets.ts";
import type { stepDeployment } from "#src/run/step-deployments.ts";
import {
  addDeployment,
  changeDeployment,
  listDeployments,
  loadDeployment,
} from "#src/storage/deployments.ts";
import { drawTimeChart } from "#src/ui/time-drawing.ts";
import { doOnMarket, doWithout } from "#workers/run/deploy-desk.ts";
import type { Deployment } from "#workers/model/deployment.ts";

const steps = vi.hoisted(() => ({
  stepDeployment: vi.fn<typeof stepDeployment>(() =>
    Promise.resolve({ ok: true, value: { type: "nothing" } }),
  ),
}));
vi.mock("#src/run/step-deployments.ts", () => ({
  ...steps,
  stepAll: () => Promise.resolve([]),
}));
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
/** Ends with orders for the next session. */
const withOrders: Deployment = {
  ...whole,
  ledger: whole.ledger.slice(
    0,
    1 + whole.ledger.findIndex(({ decisions }) => decisions.buys.length + decisions.sells.length > 1),
  ),
};
const STOP = "2020-01-06T18:00:00Z";
const ADDRESS = `/deployments?id=${whole.id}`;

/** As many purchases, each of another instrument, in one entry. What pages show is not verified. */
function withFills(count: number): Deployment {
  const fill = { side: "buy", reason: null, quantity: 1, price: 10, commission: 0 } as const;
  const [first] = withSessions(bareDeployment, dateOf(3)).ledger;
  if (!first) throw new Error("there is an entry");
  const fills = Array.from({ length: count }, (_, at) => ({ ...fill, instrument: `S${at}` }));
  return { ...bareDeployment, id: whole.id, ledger: [{ ...first, fills }] };
}

function descriptionOf(field: HTMLElement): string {
  const ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
}

function cardOf(link: HTMLElement) {
  return within(link.closest("li") ?? document.body);
}

beforeEach(() => {
  steps.stepDeployment.mockClear();
});

/** Of the upper pane, as it was drawn last. */
function namesOfLines(): readonly string[] {
  const [, drawn] = vi.mocked(drawTimeChart).mock.lastCall ?? [];
  return drawn?.panes[0]?.series.map(({ name }) => name) ?? [];
}

async function openDeployment(deployment: Deployment = withOrders) {
  valueOf(await addDeployment(deployment));
  const user = openApp(ADDRESS);
  await screen.findByRole("heading", { level: 1, name: deployment.name }, LONG);
  return user;
}

describe("the list of deployments", () => {
  it("says what to do where there is none", async () => {
    openApp("/deployments");
    await screen.findByText("No deployment yet", undefined, LONG);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("shows of each its account, what changed, and what waits", async () => {
    valueOf(await addDeployment(withOrders));
    openApp("/deployments");
    const link = await screen.findByRole("link", { name: "Small" }, LONG);
    const card = cardOf(link);
    const last = withOrders.ledger.at(-1);
    expect(card.getByText("Orders waiting").nextSibling?.textContent).toBe(
      String((last?.decisions.buys.length ?? 0) + (last?.decisions.sells.length ?? 0)),
    );
    expect(card.getByText("Open positions").nextSibling?.textContent).toBe(String(last?.positions.length));
    expect(card.getByText(/Waiting for prices since/)).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("shows of each what index and average share made since it began, as its page does", async () => {
    valueOf(await addDataset(smallDataset("first")));
    const strategy = smallStrategy({ simulation: { benchmark: "EF" } });
    valueOf(await addDeployment({ ...whole, strategy }));
    openApp("/deployments");
    const card = cardOf(await screen.findByRole("link", { name: "Small" }, LONG));
    // EF from 20 to 26; 102, 48 and 20 to 105, 49 and 26 in equal parts.
    const beside = await card.findByText(/^Since its start/, undefined, LONG);
    expect(beside.textContent).toBe("Since its start: EF +30.0%, average share +11.7%");
  });

  it("shows an account on a dataset in pence in pence, not in pounds", async () => {
    const defaults = { exchange: "LSE", instrumentType: "EQUITY", currency: "GBX" };
    valueOf(await addDataset({ ...smallDataset(), id: "london", defaults }));
    const dataset = { id: "london", name: "London" };
    const strategy = smallStrategy({ scanner: { exchange: "LSE" } });
    valueOf(await addDeployment({ ...withOrders, strategy, dataset }));
    openApp("/deployments");
    const card = cardOf(await screen.findByRole("link", { name: "Small" }, LONG));
    expect(card.getByText("Account").nextSibling?.textContent).toMatch(/^GBX/);
  });

  it("expects a session as often as the last ones came, as the deployment's page does", async () => {
    const today = new Date();
    const monthsAgo = (months: number) =>
      new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months, 1)).toISOString().slice(0, 10);
    const monthly = { ...bareDeployment, begins: monthsAgo(5), replayedTo: monthsAgo(5) };
    const daily = { ...monthly, id: "d-2", name: "Days" };
    valueOf(await addDeployment(withSessions(monthly, ...[4, 3, 2, 1, 0].map(monthsAgo))));
    valueOf(await addDeployment(withSessions(daily, monthsAgo(1))));
    openApp("/deployments");
    const months = cardOf(await screen.findByRole("link", { name: "Evenings" }, LONG));
    expect(months.queryByText(/Waiting for prices/)).toBeNull();
    const days = cardOf(await screen.findByRole("link", { name: "Days" }, LONG));
    expect(days.getByText(/Waiting for prices since/)).toBeTruthy();
  });

  it("leads to a deployment whatever signs its id has", async () => {
    valueOf(await addDeployment({ ...withOrders, id: "a&b=1 #2%" }));
    const user = openApp("/deployments");
    await user.click(await screen.findByRole("link", { name: "Small" }, LONG));
    expect(await screen.findByRole("heading", { level: 1, name: "Small" }, LONG)).toBeTruthy();
  });
});

describe("a deployment's page", () => {
  it("lists the orders of the next session, and keeps which are placed", async () => {
    const user = await openDeployment();
    const table = screen.getByRole("table", { name: "Orders for the next session" });
    const [tick] = within(table).getAllByRole("checkbox");
    if (!tick) throw new Error("there is an order");
    await user.click(tick);
    const session = withOrders.ledger.at(-1)?.session;
    await waitFor(async () => {
      const { placed } = valueOf(await loadDeployment(whole.id)).record;
      expect(placed).toMatchObject({ session });
      expect(placed?.orders).toHaveLength(1);
    });
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("keeps both of two orders that are ticked off at a stroke", async () => {
    await openDeployment();
    const table = screen.getByRole("table", { name: "Orders for the next session" });
    const ticks = within(table).getAllByRole("checkbox").slice(0, 2);
    expect(ticks).toHaveLength(2);
    for (const tick of ticks) fireEvent.click(tick);
    await waitFor(async () => {
      const { placed } = valueOf(await loadDeployment(whole.id)).record;
      expect(placed?.orders).toHaveLength(2);
    });
  });

  it("has the figures of its ledger in sight, in front of fills of whatever length", async () => {
    await openDeployment();
    const ledger = within(await screen.findByRole("table", { name: "Ledger" }, LONG));
    expect(ledger.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Session",
      "Recorded",
      "Cash",
      "Account",
      "Positions",
      "Fills",
    ]);
  });

  it("has orders and positions as rows of two lines on a phone", async () => {
    setScreenWidth(360);
    await openDeployment();
    const last = withOrders.ledger.at(-1);
    const { buys = [], sells = [] } = last?.decisions ?? {};
    const orders = within(screen.getByRole("table", { name: "Orders for the next session" }));
    expect(orders.getAllByRole("columnheader")).toHaveLength(2);
    expect(orders.getAllByRole("rowheader").map((cell) => cell.textContent)).toEqual(
      [...sells, ...buys].map(({ instrument }) =>
        expect.stringMatching(new RegExp(`^${instrument}(?:Buy ≈|Sell) `)),
      ),
    );
    expect(orders.getAllByRole("checkbox")).toHaveLength(buys.length + sells.length);
    const held = within(await screen.findByRole("table", { name: "Open positions" }, LONG));
    expect(held.getAllByRole("columnheader")).toHaveLength(2);
    expect(held.getAllByRole("rowheader")).toHaveLength(last?.positions.length ?? 0);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("has its index and the average share since it began, as figures and as lines", async () => {
    await database.datasets.put(smallDataset("first"));
    const deployment = goneOn(smallStart({ simulation: { benchmark: "EF" } }));
    const user = await openDeployment(deployment);
    // EF from 20 to 26; AB from 102 to 105, CD from 48 to 49: a mean of 11.67 %
    await screen.findByText("EF +30.0%, average share +11.7%", undefined, LONG);
    await waitFor(() => expect(namesOfLines()).toEqual(["EF", "Average share", "Account"]), LONG);
    expect(screen.getByText(/while the same money made: EF \+30\.0%, Average share \+11\.7%\./)).toBeTruthy();
    await user.click(screen.getByRole("checkbox", { name: "Average share on the chart" }));
    await waitFor(() => expect(namesOfLines()).toEqual(["EF", "Account"]), LONG);
  });

  it("says why what it is held against can't be worked out", async () => {
    const user = await openDeployment(); // its dataset is not on this device
    const subject = screen.getByRole("button", { name: "What Since the start means" });
    await user.hover(subject);
    await waitFor(
      () => expect(screen.getByRole("tooltip").textContent).toMatch(/made since then can't be worked out: /),
      LONG,
    );
  });

  it("asks about doubtful sessions, and records them only when told to", async () => {
    valueOf(await addDeployment(withOrders));
    const asks = { upTo: dateOf(9), messages: ["on 2020-01-10 only 1 of the 3 instruments have a bar"] };
    await changeDeployment(whole.id, "What is asked", (record) => ({ ...record, asks }));
    const user = openApp(ADDRESS);
    await screen.findByText(/only 1 of the 3 instruments/, undefined, LONG);
    expect(steps.stepDeployment).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Record them as they are" }));
    expect(steps.stepDeployment).toHaveBeenCalledWith(whole.id, { accepted: dateOf(9) });
  });

  it("asks nothing while it is paused, where a yes would record nothing", async () => {
    valueOf(await addDeployment(withOrders));
    const asks = { upTo: dateOf(9), messages: ["on 2020-01-10 only 1 of the 3 instruments have a bar"] };
    await changeDeployment(whole.id, "The pause", (record) => ({ ...record, asks, isPaused: true }));
    openApp(ADDRESS);
    await screen.findByText(/It is paused/, undefined, LONG);
    expect(screen.queryByRole("button", { name: "Record them as they are" })).toBeNull();
  });

  it("says why it waits, and that two copies parted", async () => {
    valueOf(await addDeployment(withOrders));
    await changeDeployment(whole.id, "Why it waits", (record) => ({
      ...record,
      waits: "the dataset has lost sessions of the ledger: 2020-01-04.",
      parted: { session: dateOf(3) },
    }));
    openApp(ADDRESS);
    expect(
      (await screen.findByText(/has lost sessions of the ledger/, undefined, LONG)).closest("[role=alert]"),
    ).toBeTruthy();
    expect(screen.getByText(/they differ from 04\/01\/2020/)).toBeTruthy();
  });

  it("is paused and goes on, and can be renamed, but not to nothing", async () => {
    const user = await openDeployment();
    await user.click(screen.getByRole("button", { name: "Pause" }));
    await user.click(await screen.findByRole("button", { name: "Go on" }, LONG));
    await waitFor(() => expect(steps.stepDeployment).toHaveBeenCalled());
    await user.click(screen.getByRole("button", { name: "Rename" }));
    const dialog = within(screen.getByRole("dialog"));
    fireEvent.change(dialog.getByLabelText("New name"), { target: { value: "\u200B" } });
    expect(dialog.getByRole("button", { name: "Rename" }).hasAttribute("disabled")).toBe(true);
    fireEvent.change(dialog.getByLabelText("New name"), { target: { value: "Evenings" } });
    await user.click(dialog.getByRole("button", { name: "Rename" }));
    await screen.findByRole("heading", { level: 1, name: "Evenings" }, LONG);
  });

  it("is stopped only after a question", async () => {
    const user = await openDeployment();
    await user.click(screen.getByRole("button", { name: "Stop…" }));
    await user.click(screen.getByRole("button", { name: "Stop it" }));
    await screen.findByText(/You stopped it/, undefined, LONG);
    expect(valueOf(await loadDeployment(whole.id)).record.head.stop).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it("waits for prices also when it is stopped, until everything is sold", async () => {
    await openDeployment({ ...withOrders, stop: STOP });
    expect(screen.getByText(/Waiting for prices since/)).toBeTruthy();
    expect(screen.getByText(/what is open is sold at the next session/)).toBeTruthy();
  });

  it("has nothing left to be done when everything is sold, nor prices to be played forward", async () => {
    const over = goneOn({ ...withOrders, stop: STOP });
    valueOf(await addDeployment(over, { playedTo: dateOf(9) }));
    openApp(ADDRESS);
    await screen.findByText(/everything is sold, and the record has ended/, undefined, LONG);
    expect(screen.queryByText(/is sold at the next session/)).toBeNull();
    expect(screen.queryByText(/Waiting for prices/)).toBeNull();
    expect(screen.getByText(/These are invented prices/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Next session" })).toBeNull();
  });

  it("says that prices are overdue when the person comes back to a page that lay open", async () => {
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.parse(`${dateOf(9)}T12:00:00Z`));
    await openDeployment({ ...whole, stop: null });
    expect(screen.queryByText(/Waiting for prices/)).toBeNull();
    clock.mockReturnValue(Date.parse(`${dateOf(29)}T12:00:00Z`));
    fireEvent(document, new Event("visibilitychange"));
    expect(await screen.findByText(/Waiting for prices since 10\/01\/2020/)).toBeTruthy();
    clock.mockRestore();
  });

  it("is deleted with its ledger, and comes back", async () => {
    const user = await openDeployment();
    await user.click(screen.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(currentAddress()).toBe("/deployments"));
    expect((await listDeployments()).records).toEqual([]);
    await user.click(await screen.findByRole("button", { name: "Undo" }, LONG));
    await waitFor(async () => expect(valueOf(await loadDeployment(whole.id)).deployment).toEqual(withOrders));
  });

  it("that is damaged comes back too when its deletion is taken back", async () => {
    const damaged = { id: "d-9", head: { name: "Old evenings" } };
    await database.table("deployments").add(damaged);
    const user = openApp("/deployments");
    await user.click(await screen.findByRole("button", { name: "Delete the damaged record" }, LONG));
    await waitFor(async () => expect(await database.deployments.count()).toBe(0));
    await user.click(await screen.findByRole("button", { name: "Undo" }, LONG));
    await waitFor(async () => expect(await database.table("deployments").get("d-9")).toEqual(damaged));
  });

  it("takes what was really paid beside what is recorded", async () => {
    const user = await openDeployment(whole);
    await user.click(await screen.findByText(/^The last \d+ fills?$/, undefined, LONG));
    const [write] = await screen.findAllByRole("button", { name: /^Enter what was paid/ }, LONG);
    if (!write) throw new Error("there is a fill");
    await user.click(write);
    const dialog = within(screen.getByRole("dialog"));
    await user.clear(dialog.getByLabelText("Price"));
    await user.type(dialog.getByLabelText("Price"), "0");
    expect(dialog.getByText("Type a price above 0.")).toBeTruthy();
    await user.clear(dialog.getByLabelText("Price"));
    await user.type(dialog.getByLabelText("Price"), "55.5");
    await user.click(dialog.getByRole("button", { name: "Enter" }));
    await screen.findByText(/With what you actually paid the account would be/, undefined, LONG);
    const { deployment } = valueOf(await loadDeployment(whole.id));
    expect(deployment.real).toMatchObject([{ price: 55.5 }]);
    expect(deployment.ledger).toEqual(whole.ledger);
  });

  it("shows older fills than the last forty when they are asked for", async () => {
    const user = await openDeployment(withFills(90));
    await user.click(await screen.findByText("The last 40 fills", undefined, LONG));
    const table = await screen.findByRole("table", { name: /^Fills/ }, LONG);
    const count = () => within(table).getAllByRole("row").length - 1;
    expect(count()).toBe(40);
    await user.click(screen.getByRole("button", { name: "Show 40 older fills" }));
    expect(count()).toBe(80);
    await user.click(screen.getByRole("button", { name: "Show 10 older fills" }));
    expect(count()).toBe(90);
    expect(screen.queryByRole("button", { name: /older fill/ })).toBeNull();
    expect(within(table).getByRole("rowheader", { name: "Bought 1 S0" })).toBeTruthy();
  });

  it("shows fills on a phone as rows of two lines, with what was paid in reach", async () => {
    setScreenWidth(360);
    const user = await openDeployment(withFills(1));
    await user.click(await screen.findByText("The last 1 fill", undefined, LONG));
    const table = await screen.findByRole("table", { name: /^Fills/ }, LONG);
    expect(screen.queryByRole("region", { name: /^Fills.*scrolling/ })).toBeNull();
    expect(within(table).getAllByRole("columnheader")).toHaveLength(2);
    expect(within(table).getByRole("rowheader").textContent).toBe(
      "Bought 1 S0Session 04/01/2020 · Actual – · Slippage –",
    );
    await user.click(within(table).getByRole("button", { name: "Enter what was paid: Bought 1 S0" }));
    expect(screen.getByRole("dialog", { name: /What was actually paid: S0/ })).toBeTruthy();
  });

  it.each([
    ["NSE", "Basket for Kite (Zerodha)", "-kite.json", '"transaction_type"'],
    ["NYSE", "Basket for Interactive Brokers", "-ibkr.csv", "Action,"],
  ])("saves the orders of %s as a %s", async (exchange, label, ending, holds) => {
    const saved = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:orders");
    const user = await openDeployment({ ...withOrders, strategy: smallStrategy({ scanner: { exchange } }) });
    await user.click(screen.getByRole("button", { name: "Download: Orders" }));
    expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
      "Save as CSV",
      label,
    ]);
    const names: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    await user.click(screen.getByRole("menuitem", { name: label }));
    await waitFor(() => expect(saved).toHaveBeenCalled());
    click.mockRestore();
    const [blob] = saved.mock.lastCall ?? [];
    saved.mockRestore();
    if (!(blob instanceof Blob)) throw new Error("a file is saved");
    expect(names).toEqual([`orders-after-${withOrders.ledger.at(-1)?.session}${ending}`]);
    const text = await blob.text();
    expect(text).toContain(holds);
    const { buys = [], sells = [] } = withOrders.ledger.at(-1)?.decisions ?? {};
    for (const { instrument } of [...buys, ...sells]) expect(text).toContain(instrument);
  });

  it("rings where the account is far enough below its highest close", async () => {
    const fallen = whole.ledger.findIndex(({ equity }) => equity < whole.startMargin);
    expect(fallen).toBeGreaterThanOrEqual(0);
    valueOf(await addDeployment({ ...whole, ledger: whole.ledger.slice(0, fallen + 1) }));
    await changeDeployment(whole.id, "The alarms", (record) => ({ ...record, alarms: { drawdown: 0.001 } }));
    openApp(ADDRESS);
    await screen.findByText(/below its highest close; you asked to be told/, undefined, LONG);
  });

  it("says what it can't tell where the run that it was made of is not here", async () => {
    await openDeployment();
    await screen.findByText(/there is no backtest to compare it with/, undefined, LONG);
    const field = await screen.findByLabelText(/More or fewer trades than expected/, undefined, LONG);
    await waitFor(() => expect(descriptionOf(field)).toMatch(/this alarm can't ring/));
  });

  it("says that one which is not here is not here", async () => {
    openApp("/deployments?id=gone");
    expect(await screen.findByText(/not on this device: it was deleted/, undefined, LONG)).toBeTruthy();
  });
});
