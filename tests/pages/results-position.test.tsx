import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { worked } from "#tests/analysis/worked-day.ts";
import { dateOf, dayOf } from "#tests/support/market-builder.ts";
import { accessibilityFaults, currentAddress, openApp } from "./open-app.tsx";
import { openResult, recordRun, RUN_ADDRESS } from "./open-result.tsx";
import { handReport, position } from "./results-report.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { finishRun } from "#src/storage/runs.ts";
import { drawCandles } from "#src/ui/candle-drawing.ts";
import { saveFile } from "#src/ui/save-file.ts";
import { followPosition } from "#workers/analysis/follow-position.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { RunFill } from "#workers/model/report.ts";

vi.setConfig({ testTimeout: 120_000 }); // whole pages, on a machine that may be busy

vi.mock("#src/ui/candle-drawing.ts", () => ({ drawCandles: vi.fn<typeof drawCandles>() }));
vi.mock("#src/ui/growth-drawing.ts", () => ({
  drawGrowth: () => ({
    measure: () => {},
    show: () => {},
    mark: () => {},
    shade: () => {},
    remove: () => {},
  }),
}));
vi.mock("#src/ui/save-file.ts", () => ({ saveFile: vi.fn<typeof saveFile>() }));

/** One instrument whose close rises by 1 a session from 100: bought on session 3 at 103, still held on session 9. */
const { plan } = worked();

const report = {
  ...handReport,
  positions: [
    position({
      instrument: "AAA",
      label: "Alpha",
      entryDate: dateOf(3),
      exitDate: dateOf(9),
      entryPrice: 103,
      exitPrice: 109,
      quantity: 9,
      profit: 54,
      profitPercent: 5.83,
      daysHeld: 6,
      exitReason: "open",
    }),
    position({ instrument: "BBB", label: "Beta", entryDate: "2021-02-01", profit: -20 }),
    position({ instrument: "CCC", label: "CCC", entryDate: "2021-03-01", profit: 10 }),
  ],
};

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(drawCandles).mockReturnValue({
    show: vi.fn<() => void>(),
    follow: () => () => undefined,
    picture: () => document.createElement("canvas"),
    remove: vi.fn<() => void>(),
  });
  asked.follow.mockImplementation(({ position: key }) =>
    Promise.resolve(
      key.instrument === "AAA"
        ? followPosition(plan, key)
        : err({ code: "dataset-unavailable", message: "This dataset is not on this device any more." }),
    ),
  );
});

async function openAt(address: string): Promise<ReturnType<typeof openApp>> {
  await recordRun();
  valueOf(await finishRun("run-1", report));
  return openApp(address);
}

function addressOf(instrument: string, entryDate: string): string {
  return `${RUN_ADDRESS}&position=${instrument}%2C${entryDate}`;
}

const FIRST = addressOf("AAA", dateOf(3));

describe("a position on its chart", () => {
  it("is opened by its link, has an address, and Back closes it", async () => {
    const user = await openResult(report);
    await user.click(screen.getByRole("link", { name: "AAA" }));
    const heading = await screen.findByRole("heading", { name: "AAA · Alpha" });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(currentAddress()).toBe(FIRST);
    history.back();
    await waitFor(() => expect(screen.queryByRole("heading", { name: "AAA · Alpha" })).toBeNull());
    expect(currentAddress()).toBe(RUN_ADDRESS);
  });

  it("is opened by Enter on its row and by a click on it", async () => {
    const user = await openResult(report);
    screen.getByRole("region", { name: "All Positions, scrolling" }).focus();
    await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    await screen.findByRole("heading", { name: "BBB · Beta" });
    await user.click(screen.getByRole("button", { name: "Close the chart" }));
    expect(screen.queryByRole("heading", { name: "BBB · Beta" })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("region", { name: "All Positions, scrolling" }));
    await user.click(screen.getByRole("cell", { name: "+₹10.00" }));
    await screen.findByRole("heading", { name: "CCC" });
    expect(currentAddress()).toBe(addressOf("CCC", "2021-03-01"));
  });

  it("is there again after a reload, drawn with its levels and marks", async () => {
    await openAt(FIRST);
    await screen.findByRole("heading", { name: "AAA · Alpha" });
    await waitFor(() => expect(drawCandles).toHaveBeenCalled());
    const scene = vi.mocked(drawCandles).mock.lastCall?.[1];
    expect(scene?.marks).toEqual([
      { day: dayOf(3), text: "Bought ₹103.00", place: "below" },
      { day: dayOf(9), text: "Peak ₹109.00", place: "above" },
    ]);
    expect(scene?.lines.map(({ name, level }) => [name, level[0], level.at(-1)])).toEqual([
      ["3-day average", 101, 108],
      ["Entry price", 103, 103],
      ["Peak", 103, 109],
      ["Trailing stop", 92.7, 98.10000000000001],
    ]);
  });

  it("is described in words and as a table, and saved as a file", async () => {
    const user = await openAt(FIRST);
    const part = within(await screen.findByRole("region", { name: "AAA · Alpha" }));
    await part.findByText(
      "AAA was bought on 04/01/2020 at ₹103.00; at the end of the run it was still held, at ₹109.00. " +
        "Its highest close was ₹109.00 on 10/01/2020. The trailing stop began at ₹92.70 and ended at ₹98.10. " +
        "Lines of its rules when the buy was decided: 3-day average ₹101.00.",
    );
    await user.click(part.getByText("Position as a table"));
    const days = within(part.getByRole("table", { name: "Position, day by day" })).getAllByRole("row");
    expect(days[1]?.textContent).toBe("04/01/2020₹103.00₹103.00₹92.70₹102.00");
    await user.click(part.getByRole("button", { name: "Download: Position" }));
    await user.click(screen.getByRole("menuitem", { name: "Save as CSV" }));
    const [name, , text] = vi.mocked(saveFile).mock.lastCall ?? [];
    expect(name).toBe("by-hand-2020-12-30-2022-12-31-position-AAA-2020-01-04.csv");
    expect(String(text).split("\r\n").slice(0, 2)).toEqual([
      "date,open,high,low,close,volume,peak,trailingStop,stopLoss,takeProfit,sma(3)",
      "2020-01-04,103,103,103,103,0,103,92.7,,,102",
    ]);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("shows the rules with their values on the days of the decisions", async () => {
    await openAt(FIRST);
    // Decided on session 2: 102 against 100 two days before and a mean of 101.
    const buy = within(await screen.findByRole("region", { name: "Decision to buy" }));
    buy.getByRole("heading", { name: "Decision to buy, 03/01/2020" });
    expect(buy.getAllByRole("row").map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining([
        "Price₹102.00₹50.00✓ holds",
        "Close against the one 30 days before₹102.00₹100.00✓ holds",
      ]),
    );
    const sell = within(screen.getByRole("region", { name: "Decision to sell" }));
    sell.getByRole("heading", { name: "Last day of the run, 10/01/2020" });
    expect(sell.getAllByRole("row").map(({ textContent }) => textContent)).toContain(
      "Trailing stop₹109.00₹98.10✗ does not hold",
    );
  });

  it("gives way to the next and the previous of the table by ] and [, in the table's order", async () => {
    const user = await openResult(report);
    await user.click(screen.getByRole("button", { name: "Profit" })); // AAA 54, CCC 10, BBB -20
    await user.click(screen.getByRole("link", { name: "AAA" }));
    await screen.findByText("Bought on 04/01/2020; 1 of 3 in the table's order");
    await user.keyboard("]");
    await screen.findByRole("heading", { name: "CCC" });
    expect(currentAddress()).toBe(addressOf("CCC", "2021-03-01"));
    await user.keyboard("]]");
    await screen.findByRole("heading", { name: "BBB · Beta" });
    expect(screen.getByText(/3 of 3 in the table's order/)).toBeTruthy();
    await user.keyboard("[[[["); // two of them: one stands for a key code
    await screen.findByRole("heading", { name: "AAA · Alpha" });
    history.back(); // not through every position that was looked at
    await waitFor(() => expect(currentAddress()).toBe(RUN_ADDRESS));
  });

  it("says plainly that the dataset is gone, beside what the report knows", async () => {
    await openAt(addressOf("BBB", "2021-02-01"));
    expect((await screen.findByText("This dataset is not on this device any more.")).role).toBe("alert");
    expect(screen.getByRole("heading", { name: "BBB · Beta" })).toBeTruthy();
    expect(drawCandles).not.toHaveBeenCalled();
  });

  it("that the run hasn't is told", async () => {
    await openAt(addressOf("ZZZ", "2021-02-01"));
    expect(
      await screen.findByText("This run has no position ZZZ from 2021-02-01. Choose one from the table."),
    ).toBeTruthy();
  });
});

/** Answers with the position's path, and these fills in place of its own. */
function answerWith(fills: readonly RunFill[]): void {
  asked.follow.mockImplementation((key) => {
    const path = followPosition(plan, key.position);
    return Promise.resolve(path.ok ? ok({ ...path.value, fills }) : path);
  });
}

describe("a position that was bought and sold in parts", () => {
  const bought = {
    date: dateOf(3),
    instrument: "AAA",
    side: "buy",
    reason: null,
    price: 103,
    commission: 1,
  } as const;
  const sold = { ...bought, side: "sell", reason: "rebalance", date: dateOf(5), price: 105 } as const;

  it("is opened into its fills, with what was held behind each", async () => {
    answerWith([
      { ...bought, quantity: 6 },
      { ...sold, quantity: 0.8 },
      { ...bought, date: dateOf(7), quantity: 2.08 },
    ]);
    await openAt(FIRST);
    const table = await screen.findByRole("table", { name: "Purchases and sales of the position" });
    const cells = within(table)
      .getAllByRole("row")
      .slice(1)
      .map((row) => Array.from(row.querySelectorAll("th, td"), ({ textContent }) => textContent));
    expect(cells.map(([, what, quantity, , , held]) => [what, quantity, held])).toEqual([
      ["Bought", "6", "6"],
      ["Sold: Set back to plan", "0.8", "5.2"],
      ["Bought", "2.08", "7.28"],
    ]);
  });

  it("has no such table where it was bought and sold whole", async () => {
    answerWith([
      { ...bought, quantity: 6 },
      { ...sold, reason: "rule", quantity: 6 },
    ]);
    await openAt(FIRST);
    await screen.findByRole("region", { name: "Decision to buy" });
    expect(screen.queryByRole("table", { name: "Purchases and sales of the position" })).toBeNull();
  });
});
