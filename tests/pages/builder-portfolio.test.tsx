/** A portfolio in the builder: begun from the list, its rows typed and pasted, set back to plan. */
import { openApp, accessibilityFaults } from "./open-app.tsx";
import { press, preview, retype } from "./open-builder.tsx";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { valueOf } from "#tests/support/value-of.ts";
import type { startRun } from "#src/run/start-run.ts";
import { listStrategies } from "#src/storage/strategies.ts";
import type { UniverseNames } from "#workers/model/instruments.ts";
import type { Result } from "#workers/model/problem.ts";
import type { RehearsedSketch } from "#workers/model/run-sketch.ts";
import type { Strategy } from "#workers/model/strategy.ts";

vi.mock("#src/run/start-run.ts", () => ({
  startRun: vi.fn<typeof startRun>(),
  markInterruptedRuns: async () => ({ ok: true, value: [] }),
}));

const SLOWLY = { timeout: 30_000 };
const listed = (symbol: string, name: string, instrumentType = "FUND", currency = "") => ({
  symbol,
  name,
  exchange: "NSE",
  instrumentType,
  currency,
  firstDate: "2000-01-03",
});
const universe: UniverseNames = {
  instruments: [],
  symbols: [],
  sectors: [],
  listed: [
    listed("SHARES", "Tide share fund"),
    listed("BONDS", "Tide bond fund"),
    listed("MOON", "Moon Mills", "EQUITY"),
    listed("PRICES", "Consumer prices", "INDEX"),
    { ...listed("ABROAD", "Fund of another exchange", "FUND", "USD"), exchange: "NYSE" },
  ],
};

beforeEach(() => {
  asked.preview.mockReset().mockResolvedValue({ ok: true, value: preview });
  asked.nameUniverse.mockReset().mockResolvedValue({ ok: true, value: universe });
});

/** Answers once its function is called: the data is still being read until then. */
function answerLate(): () => void {
  const waiting: (() => void)[] = [];
  const names: Result<UniverseNames> = { ok: true, value: universe };
  asked.nameUniverse.mockImplementation(
    () => new Promise((resolve) => void waiting.push(() => resolve(names))),
  );
  return () => {
    asked.nameUniverse.mockResolvedValue(names);
    for (const answer of waiting) answer();
  };
}

async function beginPortfolio(): Promise<UserEvent> {
  const user = openApp("/strategy");
  await user.type(await screen.findByPlaceholderText("Enter strategy name"), "Sixty forty");
  await user.selectOptions(screen.getByRole("combobox", { name: "Begin with" }), "portfolio");
  await press(user, "BEGIN");
  await screen.findByRole("heading", { name: "How much of each" }, SLOWLY);
  await waitFor(() => expect(asked.nameUniverse).toHaveBeenCalled(), SLOWLY);
  return user;
}

const symbolOf = (row: number) =>
  screen.getByRole<HTMLInputElement>("combobox", { name: `Symbol of row ${row}` });

async function fillRow(user: UserEvent, row: number, symbol: string, percent: string): Promise<void> {
  await user.clear(symbolOf(row));
  await user.type(symbolOf(row), symbol);
  await retype(user, `Percent of row ${row}`, percent);
}

const candidates = () => screen.getByRole("region", { name: /^Candidates on/ });
const select = (name: string) => screen.getByRole("combobox", { name });

async function saved(user: UserEvent): Promise<Strategy> {
  await press(user, "Save Strategy");
  await screen.findByText("Strategy saved successfully!");
  const { records } = await listStrategies();
  const [record] = records;
  if (!record) throw new Error("nothing was saved");
  return record.strategy;
}

describe("a portfolio that is begun", () => {
  it("is what its rows say, set back each year, in fractions, with every condition off", async () => {
    const user = await beginPortfolio();
    await fillRow(user, 1, "shares", "60");
    await fillRow(user, 2, "tide bond fund", "40");
    await user.tab();
    expect([symbolOf(1).value, symbolOf(2).value]).toEqual(["SHARES", "BONDS"]);
    expect(screen.getByText("Tide bond fund, prices since 03/01/2000")).toBeTruthy();
    expect(screen.getByText("Sum 100%: all of the account.")).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
    const strategy = await saved(user);
    expect(strategy.format).toBe("strategy/3");
    expect(strategy.scanner).toMatchObject({ instrumentType: "FUND", priceGrowth: null, minPrice: null });
    expect(strategy.buy).toMatchObject({ lastPriceVsClose: false, lastPriceVsMA: false });
    expect(strategy.sell).toMatchObject({ trailingStopLoss: null, minHoldingDays: 0 });
    expect(strategy.simulation).toMatchObject({
      positionSizing: "weights",
      weights: [
        { symbol: "SHARES", weight: "60" },
        { symbol: "BONDS", weight: "40" },
      ],
      weightsAre: "percents",
      rebalance: "yearly",
      schedule: "yearly",
      fractionalShares: true,
    });
  });

  it("has no candidates before something to hold is named, whatever passes, and says so", async () => {
    const passing = { symbol: "MOON", name: "Moon Mills" };
    asked.preview.mockImplementation(async ({ strategy }: { readonly strategy: Strategy }) => {
      const isNamed = strategy.simulation.positionSizing === "weights";
      return { ok: true, value: { ...preview, candidates: [passing], ...(isNamed && { held: [] }) } };
    });
    const user = await beginPortfolio();
    await screen.findByText(
      "None yet. No row of the portfolio has a symbol and a number.",
      undefined,
      SLOWLY,
    );
    expect(within(candidates()).queryByRole("button")).toBeNull();
    expect(
      screen.getByText("No candidates yet. No row of the portfolio has a symbol and a number."),
    ).toBeTruthy();
    await fillRow(user, 1, "MOON", "60");
    expect(await within(candidates()).findByRole("button", { name: "MOON" }, SLOWLY)).toBeTruthy();
    expect(screen.queryByText(/No row of the portfolio/)).toBeNull();
  });

  it("knows what was typed and pasted before the data was read, once it is", async () => {
    const answer = answerLate();
    const user = await beginPortfolio();
    await fillRow(user, 1, "tide share fund", "60");
    await user.click(symbolOf(2));
    await user.paste("bonds\t40%");
    await user.tab();
    answer();
    await waitFor(() => expect([symbolOf(1).value, symbolOf(2).value]).toEqual(["SHARES", "BONDS"]), SLOWLY);
    await screen.findByText(/Instruments of the type FUND are looked at now/);
    expect((await saved(user)).scanner.instrumentType).toBe("FUND");
  });

  it("leaves the row alone in which somebody types while the data arrives", async () => {
    const answer = answerLate();
    const user = await beginPortfolio();
    await fillRow(user, 1, "SHARES", "60");
    await user.type(symbolOf(2), "Tide bond");
    answer();
    await screen.findByText(/Instruments of the type FUND are looked at now/, undefined, SLOWLY);
    expect(symbolOf(2).value).toBe("Tide bond");
    await user.tab();
    expect(symbolOf(2).value).toBe("BONDS");
  });

  it("is saved once it is known what the data has, the row in hand with it", async () => {
    const answer = answerLate();
    const user = await beginPortfolio();
    await fillRow(user, 1, "SHARES", "60");
    await retype(user, "Percent of row 2", "40");
    await user.type(symbolOf(2), "Tide bond");
    await user.keyboard("{Control>}s{/Control}");
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    expect(screen.queryByText("Strategy saved successfully!")).toBeNull();
    answer();
    await screen.findByText("Strategy saved successfully!", undefined, SLOWLY);
    const { records } = await listStrategies();
    expect(records[0]?.strategy).toMatchObject({
      scanner: { instrumentType: "FUND" },
      simulation: { weights: [{ symbol: "SHARES" }, { symbol: "BONDS" }] },
    });
  });

  it("says at the field what is wrong, and offers the nearest symbol", async () => {
    const user = await beginPortfolio();
    await fillRow(user, 1, "SHAERS", "120");
    await user.tab();
    expect(screen.getByText("120% is more than the whole account: use 100 or less.")).toBeTruthy();
    await retype(user, "Percent of row 1", "-5");
    expect(screen.getByText(/5 is below 0, and nothing can be sold short/)).toBeTruthy();
    expect(screen.getByText("Not in this data.")).toBeTruthy();
    await press(user, "Use SHARES");
    expect(symbolOf(1).value).toBe("SHARES");
    await press(user, "Save Strategy");
    expect(await screen.findByText("Choose a symbol.")).toBeTruthy();
  });

  it("takes a sheet that is pasted into a row, all of it or nothing, and gives it back", async () => {
    const user = await beginPortfolio();
    await user.click(symbolOf(1));
    await user.paste("shares\t50%\nbonds\t60%");
    expect([symbolOf(1).value, symbolOf(2).value]).toEqual(["SHARES", "BONDS"]);
    expect(screen.getByText(/Sum 110%, more than there is/)).toBeTruthy();
    await press(user, "Make the sum 100%");
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Percent of row 1" }).value).toBe("45.4545");
    const sheet = Array.from({ length: 300 }, (_, at) => `S${at}x\t1`).join("\n");
    fireEvent.change(screen.getByRole("textbox", { name: "Symbols and percents" }), {
      target: { value: sheet },
    });
    await user.click(screen.getByRole("button", { name: "Take these rows", hidden: true }));
    expect(screen.getByText(/These are 300 rows, and a portfolio may list 200/)).toBeTruthy();
    expect(within(screen.getByRole("list", { name: "Instruments" })).getAllByRole("listitem")).toHaveLength(
      2,
    );
  });

  it("holds the calm ones more by one button, which can be undone", async () => {
    const user = await beginPortfolio();
    await fillRow(user, 1, "SHARES", "60");
    await fillRow(user, 2, "BONDS", "40");
    await press(user, "By calmness (inverse volatility)");
    expect(screen.getByRole("textbox", { name: "Formula of row 1" }).textContent).toContain(
      "1 / volatility(60)",
    );
    expect(screen.getAllByText(/1 divided by the 60-day volatility/).length).toBeGreaterThan(1);
    await press(user, "Undo");
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Percent of row 1" }).value).toBe("60");
  });

  it("buys new ones on the days of setting back until a person parts them", async () => {
    const user = await beginPortfolio();
    await fillRow(user, 1, "SHARES", "60");
    await fillRow(user, 2, "BONDS", "40");
    await user.selectOptions(select("Set back to plan"), "monthly");
    await retype(user, "by points", "5");
    await retype(user, "Day of the schedule", "3");
    expect((await saved(user)).simulation).toMatchObject({
      rebalance: "monthly",
      schedule: "monthly",
      scheduleDay: 3,
      rebalanceBand: { points: 5, percent: null },
    });
    await user.click(screen.getByRole("checkbox", { name: "New holdings on the same days" }));
    await user.selectOptions(select("New holdings"), "quarterly");
    await user.selectOptions(select("Set back to plan"), "yearly");
    await waitFor(() => expect(screen.queryByText("Strategy saved successfully!")).toBeNull(), SLOWLY);
    expect((await saved(user)).simulation).toMatchObject({ rebalance: "yearly", schedule: "quarterly" });
  });
});

const sketch: RehearsedSketch = {
  from: "2000-01-03",
  to: "2025-03-20",
  priceBasis: "adjusted",
  cagr: 12.34,
  maxDrawdown: -43.5,
  trades: 3,
  positions: 5,
  invested: 100,
  benchmark: { label: "TIDAL120", cagr: 10.3, maxDrawdown: -59.9 },
  account: [1, 2, 4],
  index: [1, 1.5, 2],
  next: {
    date: "2025-03-20",
    sells: [{ instrument: "SHARES", reason: "rebalance", quantity: 12 }],
    buys: [{ instrument: "BONDS", slotValue: 7000, quantity: 7.25 }],
  },
  ranOut: "2009-05-04",
};

describe("a portfolio beside its table", () => {
  it("has rows in the order of a person, moved by the arrow keys and put back", async () => {
    const user = await beginPortfolio();
    await fillRow(user, 1, "SHARES", "60");
    await fillRow(user, 2, "BONDS", "40");
    const handle = screen.getByRole("button", { name: /^Move BONDS/ });
    handle.focus();
    await user.keyboard("{ArrowDown}"); // it is the last
    expect([symbolOf(1).value, symbolOf(2).value]).toEqual(["SHARES", "BONDS"]);
    await user.keyboard("{ArrowUp}");
    expect([symbolOf(1).value, symbolOf(2).value]).toEqual(["BONDS", "SHARES"]);
    expect(screen.getByText("BONDS is row 1 of 2 now.")).toBeTruthy();
    const moved = screen.getByRole("button", { name: /^Move BONDS/ });
    await waitFor(() => expect(document.activeElement).toBe(moved));
    await press(user, "Undo");
    expect([symbolOf(1).value, symbolOf(2).value]).toEqual(["SHARES", "BONDS"]);
    expect((await saved(user)).simulation.weights).toEqual([
      { symbol: "SHARES", weight: "60" },
      { symbol: "BONDS", weight: "40" },
    ]);
  });

  it("says what the money that it leaves earns", async () => {
    asked.preview.mockResolvedValue({ ok: true, value: { ...preview, cashPerYear: 5.94 } });
    const user = await beginPortfolio();
    await fillRow(user, 1, "SHARES", "60");
    await fillRow(user, 2, "BONDS", "25");
    expect(screen.getByText("Sum 85%: the rest, 15%, stays in cash and earns nothing.")).toBeTruthy();
    const money = screen.getByText("Money in and out, and what idle money earns").closest("details");
    if (money) fireEvent(money, new Event("toggle")); // the browser's own, which this DOM leaves out
    const earns = await screen.findByRole("combobox", { name: "What idle money earns" }, SLOWLY);
    await user.selectOptions(earns, "percent");
    expect(screen.getByText(/stays in cash and earns 4% a year/)).toBeTruthy();
    await user.selectOptions(earns, "price");
    await user.type(screen.getByRole("combobox", { name: "Fund" }), "BONDS");
    expect(
      await screen.findByText(/stays in cash and earns what BONDS does, 5.9% a year on average/, {}, SLOWLY),
    ).toBeTruthy();
  });

  it("says tomorrow's orders, and on which day the money is gone", async () => {
    asked.rehearse.mockReset().mockResolvedValue({ ok: true, value: sketch });
    const user = await beginPortfolio();
    await fillRow(user, 1, "SHARES", "60");
    await fillRow(user, 2, "BONDS", "40");
    await user.tab();
    const plan = await screen.findByRole("heading", { name: "Tomorrow's plan" }, SLOWLY);
    const orders = within(plan.closest("section") ?? document.body).getAllByRole("listitem");
    expect(orders.map(({ textContent }) => textContent)).toEqual([
      "Sell 12 SHARES",
      "Buy 7.25 BONDS, for ₹7,000",
    ]);
    expect(await screen.findByText(/The money is gone on 04\/05\/2009/, {}, SLOWLY)).toBeTruthy();
  });

  it("is told of rows in other money, and leaves them out and back in", async () => {
    const user = await beginPortfolio();
    await fillRow(user, 1, "SHARES", "60");
    await fillRow(user, 2, "ABROAD", "40");
    await user.tab();
    const note = await screen.findByText(/Prices of ABROAD in USD, the others in INR/, {}, SLOWLY);
    expect((await saved(user)).scanner).toMatchObject({ exchange: "NSE", instrumentType: "FUND" });
    await user.click(within(note).getByRole("button", { name: "Leave it out" }));
    expect(screen.queryByText(/Prices of ABROAD in USD/)).toBeNull();
    expect(screen.queryByRole("combobox", { name: "Symbol of row 2" })).toBeNull();
    await press(user, "Undo");
    expect(symbolOf(2).value).toBe("ABROAD");
  });

  it("is told of rows that the scanner does not look at, and leaves them out and back in", async () => {
    const moon = { symbol: "MOON", instrumentType: "EQUITY", since: null, until: null, firstClose: null };
    asked.preview.mockImplementation(async ({ strategy }) => {
      const isThere = strategy.simulation.weights?.some(({ symbol }) => symbol === "MOON");
      return { ok: true, value: { ...preview, held: isThere ? [{ ...moon, isTraded: false }] : [] } };
    });
    const user = await beginPortfolio();
    await fillRow(user, 1, "SHARES", "60");
    await fillRow(user, 2, "MOON", "40");
    await user.tab();
    await screen.findByText(/MOON is not among what the scanner looks at, FUND of NSE/, {}, SLOWLY);
    await press(user, "Leave it out");
    await waitFor(() => expect(screen.queryByText(/MOON is not among/)).toBeNull(), SLOWLY);
    await press(user, "Undo");
    expect(symbolOf(2).value).toBe("MOON");
  });
});

it("begins empty, and leads to the templates", async () => {
  const user = openApp("/strategy");
  await user.type(await screen.findByPlaceholderText("Enter strategy name"), "Nothing yet");
  await user.selectOptions(screen.getByRole("combobox", { name: "Begin with" }), "empty");
  await press(user, "BEGIN");
  await screen.findByRole("form", undefined, SLOWLY);
  const { records } = await listStrategies();
  const found = valueOf({ ok: true, value: records.find(({ name }) => name === "Nothing yet") });
  expect(found?.strategy).toMatchObject({
    format: "strategy/1",
    scanner: { priceGrowth: null },
    sell: { trailingStopLoss: null },
    simulation: { positionSizing: "equal-weight", fractionalShares: false },
  });
});
