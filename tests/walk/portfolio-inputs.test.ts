/** Portfolios that go wrong in the built app: each bad input is said where it stands, with its mend, and nothing is lost. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Browser, Page } from "playwright";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { faultsInAllSizes } from "#tests/support/all-sizes.ts";
import { goTo, openTerms, waitForResult } from "#tests/support/screens.ts";
import { settled } from "#tests/support/settled.ts";
import { weekdays } from "../import/good-rows.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

const SLOWLY = { timeout: 20_000 };

async function beginPortfolio(app: AppPage): Promise<void> {
  const { page } = app;
  await goTo(app, "/strategy");
  await page.getByPlaceholder("Enter strategy name").fill("Portfolio");
  await page.getByRole("combobox", { name: "Begin with" }).selectOption("portfolio");
  await page.getByRole("button", { name: "BEGIN" }).click();
  await page.getByRole("heading", { name: "How much of each" }).waitFor();
}

const symbolOf = (page: Page, row: number) =>
  page.getByRole("combobox", { name: `Symbol of row ${row}`, exact: true });
const percentOf = (page: Page, row: number) =>
  page.getByRole("textbox", { name: `Percent of row ${row}`, exact: true });

async function fillRow(page: Page, row: number, symbol: string, percent: string): Promise<void> {
  await symbolOf(page, row).fill(symbol);
  await percentOf(page, row).fill(percent);
  await page.keyboard.press("Tab");
}

async function pasteRows(page: Page, text: string): Promise<void> {
  const field = page.getByRole("textbox", { name: "Symbols and percents" });
  if (!(await field.isVisible())) await page.getByText("Paste", { exact: false }).first().click();
  await field.fill(text);
  await page.getByRole("button", { name: "Take these rows" }).click();
}

async function orderOf(page: Page): Promise<readonly string[]> {
  const rows = page.getByRole("list", { name: "Instruments" }).getByRole("listitem");
  return rows.evaluateAll((items) => items.map((item) => item.getAttribute("aria-label") ?? ""));
}

const says = (page: Page, text: RegExp | string) => page.getByText(text).first().waitFor(SLOWLY);
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

interface Way {
  readonly x: number;
  readonly from: number;
  readonly to: number;
}

/** From the handle of one row to just above another, both in sight. */
async function wayTo(page: Page, symbol: string, above: string): Promise<Way> {
  const handleOf = (name: string) => page.getByRole("button", { name: new RegExp(`^Move ${name}`) });
  await handleOf(symbol).evaluate((handle) => handle.scrollIntoView({ block: "center" }));
  const [own, other] = [await handleOf(symbol).boundingBox(), await handleOf(above).boundingBox()];
  if (!own || !other) throw new Error("the rows are not in sight");
  return { x: own.x + own.width / 2, from: own.y + own.height / 2, to: other.y - other.height / 2 };
}

async function dragTo(page: Page, symbol: string, above: string): Promise<void> {
  const { x, from, to } = await wayTo(page, symbol, above);
  await page.mouse.move(x, from);
  await page.mouse.down();
  await page.mouse.move(x, from - 20, { steps: 4 });
  await page.mouse.move(x, to, { steps: 8 });
  await page.mouse.up();
}

async function thumbTo(page: Page, symbol: string, above: string): Promise<void> {
  const { x, from, to } = await wayTo(page, symbol, above);
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at: readonly number[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: at.map((y) => ({ x, y })) });
  await touch("touchStart", [from]);
  for (let part = 1; part <= 10; part++) await touch("touchMove", [from + ((to - from) * part) / 10]);
  await touch("touchEnd", []);
  await session.detach();
}

describe("a portfolio", () => {
  let app: AppPage;
  beforeEach(async () => {
    app = await openApp(browser);
    await beginPortfolio(app);
  });
  afterEach(async () => {
    expect(app.troubles).toEqual([]);
    await app.context.close();
  });

  it("of percents over 100, below 0 and none", async () => {
    const { page } = app;
    await fillRow(page, 1, "TIDESHARES", "120");
    await says(page, "120% is more than the whole account: use 100 or less.");
    await fillRow(page, 1, "TIDESHARES", "-5");
    await says(page, /5 is below 0, and nothing can be sold short/);
    await fillRow(page, 1, "TIDESHARES", "80");
    await fillRow(page, 2, "TIDEBONDS", "45");
    await says(page, /Sum 125%, more than there is/);
    await press(page, "Make the sum 100%");
    await says(page, "Sum 100%: all of the account.");
    await percentOf(page, 2).fill("");
    await press(page, "Start Simulation");
    await says(page, "Type how much: a number, or a formula.");
    await expect
      .poll(() => percentOf(page, 2).evaluate((field) => field === document.activeElement))
      .toBe(true);
  });

  it("pasted with names that the data lacks: the nearest is offered, and found by its name", async () => {
    const { page } = app;
    await pasteRows(page, "TIDESHERES 50, TIDEBONDZ 30, Tide gold fund (invented) 20");
    await says(page, "Not in this data.");
    await press(page, "Use TIDESHARES");
    await press(page, "Use TIDEBONDS");
    expect(await symbolOf(page, 1).inputValue()).toBe("TIDESHARES");
    expect(await symbolOf(page, 2).inputValue()).toBe("TIDEBONDS");
    expect(await symbolOf(page, 3).inputValue()).toBe("TIDEGOLD");
  });

  it("of funds and a share: the scanner looks at one type", async () => {
    const { page } = app;
    await fillRow(page, 1, "TIDESHARES", "60");
    await fillRow(page, 2, "AMBAKUN", "40");
    await says(page, /AMBAKUN is not among what the scanner looks at, FUND of NSE/);
    await press(page, "Leave it out");
    await says(page, "Sum 60%: the rest, 40%, stays in cash and earns nothing.");
    await press(page, "Undo");
    expect(await symbolOf(page, 2).inputValue()).toBe("AMBAKUN");
  });

  it("whose money is gone: the date is said, before and in the result", async () => {
    const { page } = app;
    await fillRow(page, 1, "TIDESHARES", "60");
    await fillRow(page, 2, "TIDEBONDS", "40");
    await page.getByRole("button", { name: "Take money out" }).click();
    await page.getByRole("textbox", { name: "Take out" }).fill("50,000");
    const told = page.getByText(/The money is gone on/).first();
    await told.waitFor(SLOWLY);
    const [day] = /\d\d\/\d\d\/\d{4}/.exec(await told.innerText()) ?? [];
    expect(day).toBeDefined();
    await press(page, "Start Simulation");
    await waitForResult(app);
    expect(await page.getByText(`gone on ${day}`).count()).toBeGreaterThan(0);
  });

  it("of places, with deposits that lie idle: the same places by weights take them", async () => {
    const { page } = app;
    await page.getByText("More options").last().click();
    await page.getByRole("combobox", { name: "How positions are sized" }).selectOption("equal-weight");
    await page.getByText("Money in and out, and what idle money earns").click();
    await page.getByRole("button", { name: "Put money in" }).click();
    await says(page, /What is put in waits for the next new position/);
    await press(page, "Buy more of what is held");
    await page.getByRole("heading", { name: "How much of each" }).waitFor();
    await says(page, /hold at most 20 positions by weight/);
    await press(page, "Undo");
    await says(page, /What is put in waits for the next new position/);
    expect(await page.getByRole("heading", { name: "How much of each" }).count()).toBe(0);
  });

  it("whose idle money is in a fund that the data lacks, and in one that it has", async () => {
    const { page } = app;
    await fillRow(page, 1, "TIDESHARES", "60");
    await fillRow(page, 2, "TIDEBONDS", "20");
    await page.getByRole("combobox", { name: "What idle money earns" }).selectOption("price");
    await page.getByRole("combobox", { name: "Fund" }).fill("NOSUCHFUND");
    await page.keyboard.press("Tab");
    await says(page, /goes by a series that has no price on the first day/);
    await press(page, "Let it earn nothing");
    await says(page, "Sum 80%: the rest, 20%, stays in cash and earns nothing.");
    await page.getByRole("combobox", { name: "What idle money earns" }).selectOption("price");
    await page.getByRole("combobox", { name: "Fund" }).fill("TIDELIQUID");
    await page.keyboard.press("Tab");
    await says(page, /stays in cash and earns what TIDELIQUID does, [\d.]+% a year on average/);
    await page.getByRole("combobox", { name: "Set back to plan" }).selectOption("daily");
    const plan = page.locator("[data-part=plan]");
    await plan
      .getByText(/^(Buy|Sell) [\d.,]+ TIDE(SHARES|BONDS)/)
      .first()
      .waitFor(SLOWLY);
    expect(await faultsInAllSizes(page)).toEqual([]);
  });

  it("in another order by mouse, thumb and keys, on a phone too, and as it was after a reload", async () => {
    const { page } = app;
    await page.setViewportSize({ width: 360, height: 740 });
    await pasteRows(page, "TIDESHARES 50, TIDEBONDS 30, TIDEGOLD 20");
    expect(await orderOf(page)).toEqual(["TIDESHARES", "TIDEBONDS", "TIDEGOLD"]);
    await dragTo(page, "TIDEGOLD", "TIDEBONDS");
    await says(page, "TIDEGOLD is row 2 of 3 now.");
    expect(await orderOf(page)).toEqual(["TIDESHARES", "TIDEGOLD", "TIDEBONDS"]);
    await thumbTo(page, "TIDEGOLD", "TIDESHARES");
    const told = page.getByRole("listitem").filter({ hasText: "TIDEGOLD is row 1 of 3 now." });
    await told.getByRole("button", { name: "Undo" }).click();
    expect(await orderOf(page)).toEqual(["TIDESHARES", "TIDEGOLD", "TIDEBONDS"]);
    await page.getByRole("button", { name: /^Move TIDEGOLD/ }).focus();
    await page.keyboard.press("ArrowDown");
    expect(await orderOf(page)).toEqual(["TIDESHARES", "TIDEBONDS", "TIDEGOLD"]);
    await says(page, "TIDEGOLD is row 3 of 3 now.");
    await page.getByRole("button", { name: /^Move TIDEGOLD/ }).focus();
    await page.keyboard.press("ArrowUp");
    await page.getByText(/^Draft saved/).waitFor(SLOWLY);
    await settled(page);
    await page.reload();
    await page.getByRole("heading", { name: "How much of each" }).waitFor(SLOWLY);
    expect(await orderOf(page)).toEqual(["TIDESHARES", "TIDEGOLD", "TIDEBONDS"]);
  });

  it("of a sheet of 300 rows: none of it is taken, and why is said", async () => {
    const { page } = app;
    await pasteRows(page, Array.from({ length: 300 }, (_, at) => `S${at}X\t0.3`).join("\n"));
    await says(page, /These are 300 rows, and a portfolio may list 200/);
    expect(await orderOf(page)).toEqual(["Row 1", "Row 2"]);
  });
});

const DAYS = weekdays(400);

/** Prices of some of the days, all the same where they stand still. */
function prices(symbol: string, [from, to]: readonly [number, number], isFlat = false) {
  const lines = DAYS.slice(from, to).map((day, at) => {
    const close = isFlat ? 100 : 100 + at;
    return `${day},${close},${close},${close},${close},1000`;
  });
  const text = `date,open,high,low,close,volume\n${lines.join("\n")}\n`;
  return { name: `${symbol}.csv`, mimeType: "text/csv", buffer: Buffer.from(text) };
}

function instruments(rows: readonly string[]) {
  const text = ["symbol,exchange,instrumentType,currency", ...rows].join("\n");
  return { name: "instruments.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
}

describe("a portfolio of a person's own prices", () => {
  let app: AppPage;
  beforeEach(async () => {
    app = await openApp(browser, "/data");
    const { page } = app;
    await page
      .getByLabel("Choose files")
      .setInputFiles([
        prices("WHOLE", [0, 400]),
        prices("LATE", [100, 400]),
        prices("ENDED", [0, 300]),
        prices("FLAT", [0, 400], true),
        prices("ABROAD", [0, 400]),
        instruments([
          "WHOLE,NSE,FUND,INR",
          "LATE,NSE,FUND,INR",
          "ENDED,NSE,FUND,INR",
          "FLAT,NSE,FUND,INR",
          "ABROAD,NYSE,FUND,USD",
        ]),
      ]);
    await page.getByRole("region", { name: "What the files hold" }).waitFor(SLOWLY);
    await page.getByRole("button", { name: "Import", exact: true }).click(SLOWLY);
    await page.getByRole("region", { name: "What to do with it" }).waitFor(SLOWLY);
    await beginPortfolio(app);
    const options = page.getByLabel("Dataset").locator("option");
    const own = await options.evaluateAll((all) =>
      all.flatMap((option) => (option.textContent?.startsWith("Demo") ? [] : [option.getAttribute("value")])),
    );
    await openTerms(page);
    await page.getByLabel("Dataset").selectOption(own[0] ?? "");
  });
  afterEach(async () => {
    expect(app.troubles).toEqual([]);
    await app.context.close();
  });

  it("begins late, ends early, earns nothing and is in other money: each said, each with its mend", async () => {
    const { page } = app;
    await fillRow(page, 1, "WHOLE", "40");
    await fillRow(page, 2, "LATE", "20");
    await press(page, "Add an instrument");
    await fillRow(page, 3, "ENDED", "20");
    await says(page, /There is no price of LATE before \d\d\/\d\d\/2024: until then its part lies in cash/);
    await says(page, /There is no price of ENDED after \d\d\/\d\d\/2025/);
    await page.getByRole("combobox", { name: "What idle money earns" }).selectOption("price");
    await page.getByRole("combobox", { name: "Fund" }).fill("FLAT");
    await page.keyboard.press("Tab");
    await says(page, /Idle money earns nothing: FLAT does not move in the period/);
    expect(await faultsInAllSizes(page)).toEqual([]);
    await press(page, "Let it earn a percent a year");
    await says(page, "Sum 80%: the rest, 20%, stays in cash and earns 4% a year.");
    const [late] = DAYS.slice(100, 101);
    await page.getByRole("button", { name: /^Begin on/ }).click();
    expect(await page.getByLabel("Start date").inputValue()).toBe(late);
    await page.getByRole("button", { name: /^End on/ }).click();
    expect(await page.getByLabel("End date").inputValue()).toBe(DAYS[299]);
    await press(page, "Add an instrument");
    await fillRow(page, 4, "ABROAD", "20");
    await says(page, /Prices of ABROAD in USD, the others in INR/);
    await page.getByRole("button", { name: "Leave it out" }).first().click();
    await says(page, "Sum 80%: the rest, 20%, stays in cash and earns 4% a year.");
    await press(page, "Start Simulation");
    await waitForResult(app);
  });

  it("whose data is gone stays as it was typed, and says that there is none", async () => {
    const { page } = app;
    await fillRow(page, 1, "WHOLE", "40");
    await fillRow(page, 2, "LATE", "20");
    await press(page, "Save Strategy");
    await says(page, "Strategy saved successfully!");
    const address = page.url();
    await page.goto(app.url("/data"));
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await says(page, /was deleted/);
    await page.goto(address);
    await page.getByRole("heading", { name: "How much of each" }).waitFor(SLOWLY);
    await says(page, /The chosen dataset is no longer on this device/);
    expect(await orderOf(page)).toEqual(["WHOLE", "LATE"]);
    await press(page, "Start Simulation");
    await says(page, /The simulation was not started. The chosen dataset is no longer on this device/);
    expect(await faultsInAllSizes(page)).toEqual([]);
  });
});

it("two tabs on one portfolio: nothing is written over before it is asked", async () => {
  const first = await openApp(browser);
  await beginPortfolio(first);
  const { page } = first;
  await fillRow(page, 1, "TIDESHARES", "60");
  await fillRow(page, 2, "TIDEBONDS", "40");
  await press(page, "Save Strategy");
  await says(page, "Strategy saved successfully!");
  const other: AppPage = { ...first, page: await first.context.newPage() };
  await other.page.goto(page.url());
  await other.page.getByRole("heading", { name: "How much of each" }).waitFor(SLOWLY);
  await percentOf(other.page, 2).fill("30");
  await press(other.page, "Save Strategy");
  await says(other.page, "Strategy saved successfully!");
  await percentOf(page, 2).fill("20");
  await press(page, "Save Strategy");
  await says(page, "This strategy was saved in another tab");
  await press(page, "Load theirs");
  await says(page, "Sum 90%: the rest, 10%, stays in cash and earns nothing.");
  expect(await percentOf(page, 2).inputValue()).toBe("30");
  expect(first.troubles).toEqual([]);
  await first.context.close();
});
