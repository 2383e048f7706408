import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { accessibilityFaults } from "./open-app.tsx";
import { openResult } from "./open-result.tsx";
import { handReport } from "./results-report.ts";
import { readStrategyLink } from "#src/share/strategy-link.ts";
import { saveFile } from "#src/ui/save-file.ts";

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

const HEADER =
  "instrument,label,entryDate,exitDate,entryPrice,exitPrice,quantity,profit,profitPercent,daysHeld,exitReason";

function shownInstruments(): (string | undefined)[] {
  const table = screen.getByRole("table", { name: "All Positions" });
  return within(table)
    .getAllByRole("rowheader")
    .map((header) => header.firstChild?.textContent ?? undefined);
}

function totals(): string {
  return screen.getByRole("status", { name: "Totals" }).textContent;
}

function heading(name: string): HTMLElement {
  const table = screen.getByRole("table", { name: "All Positions" });
  return within(table).getByRole("columnheader", { name });
}

function focusedRow(): string | null | undefined {
  return document.activeElement?.getAttribute("aria-rowindex");
}

describe("all positions", () => {
  it("are sorted by a column's heading, figures the largest first, and the other way at the second press", async () => {
    const user = await openResult(handReport);
    expect(heading("Entry Date").getAttribute("aria-sort")).toBe("ascending");
    await user.click(within(heading("Profit")).getByRole("button"));
    expect(shownInstruments()).toEqual(["AAA", "CCC", "BBB"]);
    expect(heading("Profit").getAttribute("aria-sort")).toBe("descending");
    expect(heading("Entry Date").getAttribute("aria-sort")).toBe("none");
    await user.click(within(heading("Profit")).getByRole("button"));
    expect(shownInstruments()).toEqual(["BBB", "CCC", "AAA"]);
    await user.click(within(heading("Instrument")).getByRole("button"));
    expect(shownInstruments()).toEqual(["AAA", "BBB", "CCC"]);
  });

  it.each([
    ["Instrument", "AAA"],
    ["Entry Date", "AAA"],
    ["Exit Date", "AAA"],
    ["Entry Price", "AAA"],
    ["Exit Price", "AAA"],
    ["Quantity", "AAA"],
    ["Profit", "AAA"],
    ["Profit %", "AAA"],
    ["Days Held", "AAA"],
    ["Reason", "CCC"], // Still open, Stop loss, Trailing stop
  ])("can be sorted by %s", async (name, first) => {
    const user = await openResult(handReport);
    if (heading(name).getAttribute("aria-sort") === "none")
      await user.click(within(heading(name)).getByRole("button"));
    expect(heading(name).getAttribute("aria-sort")).not.toBe("none");
    expect(shownInstruments()[0]).toBe(first);
  });

  it("tell how long each was held in sessions, and say so", async () => {
    await openResult(handReport); // entered on the second of its six sessions, and sold on the last: 31/12/2020 to 31/12/2022
    const table = screen.getByRole("table", { name: "All Positions" });
    const at = within(table)
      .getAllByRole("columnheader")
      .findIndex(({ textContent }) => textContent === "Days Held");
    const row = within(table).getByRole("rowheader", { name: /^AAA/ }).closest("tr");
    expect(row?.children[at]?.textContent).toBe("4");
    expect(screen.getByText("Days Held counts sessions: trading days from entry to exit.")).toBeTruthy();
  });

  it("have totals, which follow search and filters", async () => {
    const user = await openResult(handReport);
    expect(totals()).toBe("3 positionsProfit +₹306.80Won 50.0% of 2 closed trades");
    await user.type(screen.getByRole("searchbox", { name: "Search" }), "beta");
    expect(shownInstruments()).toEqual(["BBB"]);
    expect(totals()).toBe("1 of 3 positionsProfit −₹100.00Won 0.0% of 1 closed trade");
    await user.clear(screen.getByRole("searchbox", { name: "Search" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Outcome" }), "Gains only");
    expect(shownInstruments()).toEqual(["AAA", "CCC"]);
    await user.selectOptions(screen.getByRole("combobox", { name: "Exit reason" }), "Still open (1)");
    expect(shownInstruments()).toEqual(["CCC"]);
    expect(totals()).toBe("1 of 3 positionsProfit +₹106.80Won – of no closed trades");
    await user.selectOptions(screen.getByRole("combobox", { name: "Outcome" }), "Losses only");
    expect(screen.getByText("No position matches the search and the filters.")).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Show all" }));
    expect(shownInstruments()).toEqual(["AAA", "BBB", "CCC"]);
  });

  it("are searched from anywhere with /, which a person who types can still write", async () => {
    const user = await openResult(handReport);
    await user.keyboard("/");
    const search = screen.getByRole<HTMLInputElement>("searchbox", { name: "Search" });
    expect(document.activeElement).toBe(search);
    expect(search.value).toBe("");
    await user.keyboard("a/b");
    expect(search.value).toBe("a/b");
  });

  it("are walked with the arrow keys in the box, and with [ and ] from anywhere", async () => {
    const user = await openResult(handReport);
    screen.getByRole("region", { name: "All Positions, scrolling" }).focus();
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(focusedRow()).toBe("3");
    await user.keyboard("{ArrowUp}");
    expect(focusedRow()).toBe("2");
    await user.keyboard("{End}{ArrowDown}");
    expect(focusedRow()).toBe("4");
    await user.keyboard("{Home}");
    expect(focusedRow()).toBe("2");
    screen.getByRole("link", { name: "Edit Strategy" }).focus();
    await user.keyboard("]");
    expect(focusedRow()).toBe("3");
    await user.keyboard("[[");
    expect(focusedRow()).toBe("2");
  });
});

describe("the files of a run", () => {
  it("hold the positions that are shown, in that order, with no text that a spreadsheet would run", async () => {
    const user = await openResult(handReport);
    await user.selectOptions(screen.getByRole("combobox", { name: "Outcome" }), "Gains only");
    await user.click(screen.getByRole("button", { name: "Profit" }));
    await user.click(screen.getByRole("button", { name: "Profit" }));
    await user.click(screen.getByRole("button", { name: "Save as CSV" }));
    expect(saveFile).toHaveBeenLastCalledWith(
      "by-hand-2020-12-30-2022-12-31-positions.csv",
      "text/csv",
      [
        HEADER,
        "CCC,CCC,2020-12-31,2022-12-31,100,130,10,106.8,10.68,4,open",
        `AAA,"'=Alpha, Ltd",2020-12-31,2022-12-31,100,130,10,300,30,4,trailing-stop`,
        "",
      ].join("\r\n"),
    );
  });

  it("are offered by the Export button, which Esc closes", async () => {
    const user = await openResult(handReport);
    const button = screen.getByRole("button", { name: "Export" });
    await user.click(button);
    expect(button.getAttribute("aria-expanded")).toBe("true");
    expect(await accessibilityFaults()).toEqual([]);
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("menu")).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it("have a link to the strategy among them, which begins at the address that every host has", async () => {
    const user = await openResult(handReport);
    await user.click(screen.getByRole("button", { name: "Export" }));
    await user.click(screen.getByRole("menuitem", { name: /Link to the strategy/ }));
    await screen.findByText(/The link was copied/);
    const { pathname, hash } = new URL(await navigator.clipboard.readText());
    expect(pathname).toBe("/");
    expect((await readStrategyLink(hash)).ok).toBe(true);
  });

  it.each([
    {
      choice: /Account growth/,
      name: "by-hand-2020-12-30-2022-12-31-equity.csv",
      begins: "date,value,benchmark,openPositions\r\n2020-12-30,1000,1000,0\r\n2020-12-31,1100,1020,1\r\n",
    },
    {
      choice: /Yearly growth/,
      name: "by-hand-2020-12-30-2022-12-31-yearly.csv",
      begins:
        "year,startValue,endValue,growth,growthPercent,benchmarkPercent\r\n2020,1000,1100,100,10,2\r\n2022,1100,1306.8,206.8,18.8,-7.5\r\n",
    },
    {
      choice: /All positions/,
      name: "by-hand-2020-12-30-2022-12-31-positions.csv",
      begins: `${HEADER}\r\nAAA,"'=Alpha, Ltd",`,
    },
    {
      choice: /Whole result/,
      name: "by-hand-2020-12-30-2022-12-31-result.json",
      begins: '{"format":"result/1","metadata":{"strategyName":"By hand"',
    },
  ])("are named after the run: $name", async ({ choice, name, begins }) => {
    const user = await openResult(handReport);
    await user.click(screen.getByRole("button", { name: "Export" }));
    await user.click(screen.getByRole("menuitem", { name: choice }));
    const [savedName, , text] = vi.mocked(saveFile).mock.lastCall ?? [];
    expect(savedName).toBe(name);
    expect(text?.slice(0, begins.length)).toBe(begins);
    expect(screen.queryByRole("menu")).toBeNull();
  });
});
