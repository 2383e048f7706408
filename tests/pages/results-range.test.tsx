import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { accessibilityFaults, currentAddress, openApp } from "./open-app.tsx";
import { openResult, recordRun, RUN_ADDRESS } from "./open-result.tsx";
import { handReport, position } from "./results-report.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { finishRun } from "#src/storage/runs.ts";
import type { drawGrowth, GrowthDrawing } from "#src/ui/growth-drawing.ts";
import { analyse, measurePeriod as measure } from "#workers/analysis/analyse.ts";
import { err, ok } from "#workers/model/problem.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

vi.setConfig({ testTimeout: 120_000 }); // whole pages, on a machine that may be busy

const { show, measured } = vi.hoisted(() => ({
  show: vi.fn<GrowthDrawing["show"]>(),
  measured: vi.fn<GrowthDrawing["measure"]>(),
}));
vi.mock("#src/ui/growth-drawing.ts", () => ({
  drawGrowth: (): ReturnType<typeof drawGrowth> => ({
    measure: measured,
    show,
    mark: () => {},
    shade: () => {},
    picture: () => document.createElement("canvas"),
    remove: () => {},
  }),
}));
vi.mock("#src/ui/time-drawing.ts", () => ({
  drawTimeChart: () => ({ fill: () => {}, picture: () => null, remove: () => {} }),
}));

/** AAA ended on 04/01/2022, BBB with the year, CCC is open. */
const report = {
  ...handReport,
  positions: [
    position({ instrument: "AAA", exitDate: "2022-01-04", profit: 300 }),
    position({ instrument: "BBB", exitDate: "2022-12-31", profit: -100 }),
    position({ instrument: "CCC", exitReason: "open" }),
  ],
};

beforeEach(() => {
  vi.clearAllMocks();
  asked.analyse.mockResolvedValue(ok(analyse({ report, strategy: defaultStrategy, trials: 1 })));
  asked.measurePeriod.mockImplementation(async (request) => measure({ ...request, riskFreePercent: 0 }));
});

const ADDRESS = `${RUN_ADDRESS}&period=2022-01-03%2C2022-01-05`;
const chart = () => within(screen.getByRole("figure", { name: "Account growth curve" }));
const verdict = () => screen.getByRole("region", { name: "Verdict" }).textContent;
const card = (text: string) => within(screen.getByRole("region", { name: "Summary" })).queryByText(text);
const years = () =>
  within(screen.getByRole("table", { name: "Yearly Growth Breakdown" }))
    .getAllByRole("rowheader")
    .map(({ textContent }) => textContent);

/** As a person does it: the button, the two days, Enter. */
async function setDays(user: UserEvent, from: string, to: string): Promise<void> {
  await user.click(chart().getByRole("button", { name: "From – to" }));
  await user.clear(chart().getByLabelText("From"));
  await user.type(chart().getByLabelText("From"), from);
  await user.clear(chart().getByLabelText("To"));
  await user.type(chart().getByLabelText("To"), `${to}{Enter}`);
}

async function openAt(address: string): Promise<UserEvent> {
  await recordRun();
  valueOf(await finishRun("run-1", report));
  const user = openApp(address);
  await screen.findByText("Trailing returns a year", {}, { timeout: 60_000 });
  return user;
}

/** From 1,100 at the close of 31/12/2020 to 1,188: +8.0 %, 7.9 % a year of 370 days; the index from 1,020 to 1,060. */
async function expectPart(): Promise<void> {
  await waitFor(() => expect(verdict()).toContain("Ahead of =INDEX by 4.0 points a year"));
  expect(verdict()).toContain(
    "Verdict, cards and tables: 03/01/2022 – 05/01/2022, measured from the close of 31/12/2020",
  );
  expect(card("₹1,100")).toBeTruthy();
  expect(card("₹1,188")).toBeTruthy();
  expect(card("+8.0%")).toBeTruthy();
  expect(years()).toEqual(["2022"]);
  expect(screen.getByText("1 position, 100.0% of 1 closed trade won.")).toBeTruthy();
  // the run has three
  expect(screen.getByLabelText("Totals").textContent).toBe(
    "1 positionProfit +₹300.00Won 100.0% of 1 closed trade",
  );
  expect(screen.getByRole("region", { name: "Positions" }).textContent).toContain(
    "Those that ended after 31/12/2020 and by 05/01/2022; what was open at that close is not among them",
  );
  expect(show).toHaveBeenLastCalledWith({ fromRow: 1, toRow: 4 });
  expect(measured).toHaveBeenLastCalledWith({ isLog: false, baseRow: null, startRow: 1, hasAverage: true });
  // 1,020 of the index are the account's 1,100 there: 1,060 are 1,143.14 at the end
  expect(chart().getByText("=INDEX").parentElement?.textContent).toBe("=INDEX₹1,143");
}

describe("a period from a day to a day", () => {
  it("moves verdict, cards, tables and chart, and is undone by Back", async () => {
    const user = await openResult(report);
    await screen.findByText("Trailing returns a year", {}, { timeout: 60_000 });
    await setDays(user, "2022-01-03", "2022-01-05");
    await expectPart();
    expect(currentAddress()).toBe(ADDRESS);
    expect(document.activeElement).toBe(chart().getByLabelText("To")); // where Enter was pressed
    expect(chart().queryByRole("radio", { checked: true, name: "Max" })).toBeNull();
    expect(screen.getAllByText("Of the whole run, whichever years are shown")).toHaveLength(4);
    expect(await accessibilityFaults()).toEqual([]);
    history.back();
    await waitFor(() => expect(card("₹1,000")).toBeTruthy());
    expect(currentAddress()).toBe(RUN_ADDRESS);
    expect(show).toHaveBeenLastCalledWith({ fromRow: 0, toRow: 5 });
  });

  it("stands in the address: a link and a reload show it, with its days in the fields", async () => {
    const user = await openAt(ADDRESS);
    await expectPart();
    expect(chart().getByLabelText<HTMLInputElement>("From").value).toBe("2022-01-03");
    expect(chart().getByLabelText<HTMLInputElement>("To").value).toBe("2022-01-05");
    await user.click(screen.getByRole("button", { name: "Whole run" }));
    expect(card("₹1,000")).toBeTruthy();
    expect(currentAddress()).toBe(RUN_ADDRESS);
  });

  it("stays while a position's chart is opened", async () => {
    await openAt(ADDRESS);
    await expectPart();
    const link = within(screen.getByRole("table", { name: "All Positions" })).getByRole("link");
    expect(link.getAttribute("href")).toBe(`${ADDRESS}&position=AAA%2C2020-12-31`);
  });

  it.each([
    ["2022-01-05", "2022-01-03", "05/01/2022 comes after 03/01/2022. Swap the two days."],
    ["2019-01-01", "2022-01-03", "The run covers 30/12/2020 – 31/12/2022. Choose days within it."],
  ])("from %s to %s is refused in words, and nothing moves", async (from, to, message) => {
    const user = await openResult(report);
    await setDays(user, from, to);
    const field = chart().getByLabelText("From");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(chart().getByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(field);
    expect(currentAddress()).toBe(RUN_ADDRESS);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it.each([
    ["rubbish", "The period in the address can't be read. Choose one here."],
    ["10Y", "The run is no longer than 10 years. Choose a shorter period."],
    ["2022-01-05,2022-01-03", "05/01/2022 comes after 03/01/2022. Swap the two days."],
  ])(
    "that an address names wrongly (%s) is refused in words: the whole run is shown",
    async (text, message) => {
      await openAt(`${RUN_ADDRESS}&period=${text}`);
      expect(chart().getByText(message)).toBeTruthy();
      expect(card("₹1,000")).toBeTruthy();
      expect(screen.getByRole<HTMLInputElement>("radio", { name: "Max" }).checked).toBe(true);
    },
  );

  it("says why its figures can't be worked out", async () => {
    asked.measurePeriod.mockResolvedValue(err({ code: "worker-lost", message: "The worker is gone." }));
    await openAt(ADDRESS);
    await waitFor(() =>
      expect(verdict()).toContain("Verdict, cards and tables are of the whole run: The worker is gone."),
    );
    expect(card("₹1,000")).toBeTruthy();
  });
});

it("of so many years stands in the address too", async () => {
  const user = await openResult(report);
  await user.click(screen.getByRole("radio", { name: "1Y" }));
  expect(currentAddress()).toBe(`${RUN_ADDRESS}&period=1Y`);
});
