/**
 * The ten commonest questions of people with a portfolio, each from the list of strategies to the answer. Answers are held
 * against the same plans on paper (paper-portfolio.ts), and against sums that need no prices.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser } from "playwright";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { column, holdOnPaper, isFirstOf, readPaperPrices } from "#tests/support/paper-portfolio.ts";
import type { PaperPlan, PaperPrices } from "#tests/support/paper-portfolio.ts";
import { flowsOnPaper, lastedOnPaper, rateOfMoney } from "#tests/support/paper-money.ts";
import {
  askAt,
  beginPortfolio,
  numberIn,
  read,
  runTemplate,
  start,
  typeInto,
} from "#tests/support/question-walk.ts";
import type { Asker, Read } from "#tests/support/question-walk.ts";
import { waitForChecks } from "#tests/support/screens.ts";

const SHARES = "TIDESHARES";
const BONDS = "TIDEBONDS";
const LIQUID = "TIDELIQUID";
const WORLD = "TIDEWORLD";
const FIVE = [SHARES, WORLD, BONDS, "TIDEGOLD", "TIDEPROPERTY"];
/** What whole shares, or the rounding of the page, may make of a value: fractions of it. */
const WHOLE_SHARES = 0.01;
const ROUNDING = 0.0005;

let browser: Browser;
let app: AppPage;
let prices: PaperPrices;
/** Without the funds, which are of another type. */
let companies: readonly string[];
beforeAll(async () => {
  browser = await launchBrowser();
  app = await openApp(browser);
  prices = readPaperPrices(null);
  companies = [...prices.close.keys()].filter((symbol) => !symbol.startsWith("TID"));
});
afterAll(() => leaveBrowser(browser));

/** How far the money at the end lies from that of the plan on paper, as a fraction of it. */
function offBy(found: Read, plan: Omit<PaperPlan, "costs">) {
  const paper = holdOnPaper(prices, { ...plan, costs: found.costs });
  const worth = paper.values.at(-1) ?? Number.NaN;
  return { off: Math.abs(found.number("End Value") / worth - 1), paper };
}

function expectTally(asker: Asker, actions: number): void {
  expect(asker.tally()).toEqual({ actions, isQuick: true });
  expect(app.troubles).toEqual([]);
}

/** Sets back to the plan where one is off by so many points, or by such a fraction of its plan. */
function whenOff(plan: ReadonlyMap<string, number>, points: number, part: number): PaperPlan["decide"] {
  return (_session, shares) => {
    const isOff = [...plan].some(
      ([symbol, planned]) =>
        Math.abs((shares.get(symbol) ?? 0) - planned) > Math.min(points / 100, planned * part),
    );
    return shares.size === 0 || isOff ? plan : null;
  };
}

/** At the first close of each month from the `first`-th session on. */
function eachMonth(
  first: number,
  decide: (session: number, shares: ReadonlyMap<string, number>) => ReadonlyMap<string, number>,
): PaperPlan["decide"] {
  return (session, shares) =>
    session >= first && isFirstOf(prices.days, session, 7) ? decide(session, shares) : null;
}

function close(symbol: string, session: number): number {
  return column(prices.close, symbol)[session] ?? Number.NaN;
}

/** What one put in a year of sessions ago is now. */
function yearGrowth(symbol: string, session: number): number {
  return close(symbol, session) / close(symbol, session - 252);
}

/** Whether a fund closed above the mean of its last 210 closes. */
function isAbove(symbol: string, session: number): boolean {
  const closes = column(prices.close, symbol).slice(session - 209, session + 1);
  return close(symbol, session) > closes.reduce((sum, each) => sum + each, 0) / 210;
}

/** One divided by the standard deviation of the last 60 daily changes. */
function calm(symbol: string, session: number): number {
  const changes = Array.from(
    { length: 60 },
    (_, back) => close(symbol, session - back) / close(symbol, session - back - 1) - 1,
  );
  const mean = changes.reduce((sum, each) => sum + each, 0) / 60;
  return 1 / Math.sqrt(changes.reduce((sum, each) => sum + (each - mean) ** 2, 0) / 59);
}

describe("60 in shares and 40 in bonds, set back when 5 points or a quarter off", () => {
  const plan = new Map([
    [SHARES, 0.6],
    [BONDS, 0.4],
  ]);

  it("is typed in eleven actions, and says what it came to", async () => {
    const asker = await askAt(app);
    await beginPortfolio(asker, "Sixty forty");
    await typeInto(asker, "Symbol of row 1", SHARES);
    await typeInto(asker, "Percent of row 1", "60");
    await typeInto(asker, "Symbol of row 2", BONDS);
    await typeInto(asker, "Percent of row 2", "40");
    await asker.act(asker.page.getByLabel("Set back to plan").selectOption("daily"));
    await typeInto(asker, "by points", "5");
    await typeInto(asker, "or by a part of its plan", "25");
    await start(app, asker, "Sixty forty");
    const found = await read(asker.page);
    const margin = found.number("Start Value");
    const { off, paper } = offBy(found, { start: margin, decide: whenOff(plan, 5, 0.25) });
    expect(off).toBeLessThan(ROUNDING);
    expect(found.number("Days with orders")).toBe(paper.decided.length);
    found.line(/TIDESHARES (59|60|61)\.\d%, TIDEBONDS (39|40|41)\.\d%/);
    expectTally(asker, 11);
  });

  it("and whether setting back is worth it is one click away", async () => {
    const { page } = app;
    await waitForChecks(app);
    await page.getByText(/^Show all: is setting back worth it/).click();
    const table = page.getByRole("table", { name: "Is setting back worth it?" });
    await table.waitFor();
    const part = page.getByRole("region", { name: "Is setting back worth it?", exact: true });
    const rows = await table.getByRole("row").allInnerTexts();
    const ways = [
      "Never",
      "Each year",
      "When 5 points or a quarter off (this run)",
      "Each quarter",
      "Each month",
    ];
    for (const way of ways) expect(rows.filter((row) => row.startsWith(way))).toHaveLength(1);
    const found = await read(page);
    const held = holdOnPaper(prices, {
      start: 1,
      costs: found.costs,
      decide: (session) => (session === 0 ? plan : null),
    });
    const years =
      (Date.parse(prices.days.at(-1) ?? "") - Date.parse(prices.days[0] ?? "")) / (365.25 * 864e5);
    const growth = ((held.values.at(-1) ?? Number.NaN) ** (1 / years) - 1) * 100;
    const never = rows.find((row) => row.startsWith("Never")) ?? "";
    expect(Math.abs(numberIn(never.replace("Never", "")) - growth)).toBeLessThan(0.06);
    const leads = rows.slice(1).map((row) => Number(/(\d+) of \d+ days/.exec(row)?.[1]));
    const days = Number(/of (\d+) days/.exec(rows[1] ?? "")?.[1]);
    const best = Math.max(...leads);
    const verdict =
      2 * best > days
        ? `made most on ${best} of ${days} days`
        : `No way made most on more than half of ${days} days`;
    expect(await part.innerText()).toContain(verdict);
  });
});

it("10,000 a month, a tenth more each year: what was put in, what it is worth, what it earned", async () => {
  const asker = await askAt(app);
  await beginPortfolio(asker, "Monthly plan");
  await typeInto(asker, "Symbol of row 1", SHARES);
  await typeInto(asker, "Percent of row 1", "100");
  await asker.act(asker.page.getByRole("button", { name: "Remove row 2" }).click());
  await asker.act(asker.page.getByRole("button", { name: "Put money in" }).click());
  await typeInto(asker, "Put in", "10,000");
  await asker.act(asker.page.getByText("Until when, and how it grows").click());
  await typeInto(asker, "More each year, by", "10");
  await start(app, asker, "Monthly plan");
  const found = await read(asker.page);
  const margin = found.number("Start Value");
  const flow = flowsOnPaper(prices.days, { amount: 10_000, months: 1, growth: 0.1 });
  const put = prices.days.reduce((sum, _day, session) => sum + flow(session), 0);
  expect(Math.abs(found.number("Put in") - margin - put)).toBeLessThan(1);
  const all = new Map([[SHARES, 1]]);
  const decide = (session: number) => (session === 0 || flow(session) > 0 ? all : null);
  expect(offBy(found, { start: margin, flow, decide }).off).toBeLessThan(ROUNDING);
  const own = rateOfMoney(prices.days, margin, flow, found.number("Worth now"));
  expect(Math.abs(found.number("Your own return (XIRR)") - own)).toBeLessThan(0.06);
  found.line(/The strategy's return counts each day alike, yours by how much of your money was there/);
  expectTally(asker, 11);
});

it("4% a year out of 60/40, from every start: how many lasted, the worst, what was left", async () => {
  const asker = await askAt(app);
  await runTemplate(app, asker, "Living on 4%");
  await waitForChecks(app);
  await asker.act(asker.page.getByText(/^Show all: .*would the money have lasted/).click());
  const part = asker.page.getByRole("region", { name: "Would the money have lasted?" });
  await part.waitFor();
  const said = await part.innerText();
  const { costs } = await read(asker.page);
  const years = numberIn(/(\d+) years from every month of the run that leaves them/.exec(said)?.[1] ?? "");
  expect(years).toBe(20);
  expect(said).toContain("the run is too short for more");
  const paper = lastedOnPaper(prices, {
    years,
    costs,
    start: 1_000_000,
    taken: 40_000,
    growBy: "TIDEPRICES",
  });
  const [, lasted, starts] = /(\d+) of (\d+) starts \(\d+%\)/.exec(said) ?? [];
  expect(Number(starts)).toBe(paper.starts);
  expect(Math.abs(Number(lasted) - paper.lasted)).toBeLessThanOrEqual(1);
  expect(said).toMatch(/Worst start\s+\w+ \d{4}: (₹[\d,]+ left|gone on)/);
  const [, median = ""] = /^(₹[\d,]+)$/m.exec(said.slice(said.indexOf("Median left"))) ?? [];
  expect(Math.abs(numberIn(median) / paper.medianLeft - 1)).toBeLessThan(WHOLE_SHARES);
  expectTally(asker, 4);
});

it("the ten-month line over five funds: what waiting in the liquid fund did to return and fall", async () => {
  const asker = await askAt(app);
  await runTemplate(app, asker, "The ten-month line");
  const found = await read(asker.page);
  const decide = eachMonth(
    209,
    (session) => new Map(FIVE.map((symbol) => [symbol, isAbove(symbol, session) ? 0.2 : 0])),
  );
  expect(offBy(found, { start: found.number("Start Value"), cash: LIQUID, decide }).off).toBeLessThan(
    WHOLE_SHARES,
  );
  const [, fall, average] = found.line(/Deepest fall −([\d.]+)%.*average share −([\d.]+)%/);
  expect(Number(fall)).toBeLessThan(Number(average));
  found.line(/Idle cash earned ₹[\d,]+\./);
  found.line(/Invested on average: (5|6|7)\d%/);
  expectTally(asker, 3);
});

it("two worlds and a refuge: the stronger fund, or bonds", async () => {
  const asker = await askAt(app);
  await runTemplate(app, asker, "Two worlds and a refuge");
  const found = await read(asker.page);
  const decide = eachMonth(252, (session) => {
    const [home = 0, abroad = 0, idle = 0] = [SHARES, WORLD, LIQUID].map((symbol) =>
      yearGrowth(symbol, session),
    );
    const risky = home >= abroad ? SHARES : WORLD;
    return new Map([[Math.max(home, abroad) > idle ? risky : BONDS, 1]]);
  });
  expect(offBy(found, { start: found.number("Start Value"), decide }).off).toBeLessThan(WHOLE_SHARES);
  found.line(/On average TIDE\w+ \d+\.\d%, TIDE\w+ \d+\.\d%, TIDE\w+ \d+\.\d% and cash/);
  expectTally(asker, 3);
});

it("the permanent portfolio: three clicks from the list", async () => {
  const asker = await askAt(app);
  const { page } = asker;
  await asker.act(page.getByRole("button", { name: "Browse all templates" }).click());
  await asker.act(page.getByLabel("Kind", { exact: true }).selectOption("portfolio"));
  await asker.act(page.getByRole("button", { name: "Run: Permanent portfolio" }).click());
  await page.getByRole("heading", { level: 1, name: "Permanent portfolio" }).waitFor();
  const found = await read(page);
  const plan = new Map([SHARES, BONDS, "TIDEGOLD", LIQUID].map((symbol) => [symbol, 0.25]));
  const decide = whenOff(plan, 10, 1);
  const { off, paper } = offBy(found, { start: found.number("Start Value"), decide });
  expect(off).toBeLessThan(WHOLE_SHARES);
  expect(Math.abs(found.number("Days with orders") - paper.decided.length)).toBeLessThanOrEqual(2);
  expectTally(asker, 3);
});

it("the calm ones more: parts by inverse volatility, set back each month", async () => {
  const asker = await askAt(app);
  const { page } = asker;
  await beginPortfolio(asker, "Calm");
  await typeInto(asker, "Symbol of row 1", SHARES);
  await typeInto(asker, "Symbol of row 2", BONDS);
  await asker.act(page.getByRole("button", { name: "By calmness (inverse volatility)" }).click());
  await asker.act(page.getByLabel("Set back to plan").selectOption("monthly"));
  await start(app, asker, "Calm");
  const found = await read(page);
  const decide = eachMonth(60, (session) => {
    const [shares, bonds] = [calm(SHARES, session), calm(BONDS, session)];
    return new Map([
      [SHARES, shares / (shares + bonds)],
      [BONDS, bonds / (shares + bonds)],
    ]);
  });
  expect(offBy(found, { start: found.number("Start Value"), decide }).off).toBeLessThan(ROUNDING);
  const [, bonds] = found.line(/On average TIDEBONDS ([\d.]+)%/);
  expect(Number(bonds)).toBeGreaterThan(60);
  expectTally(asker, 8);
});

it("everything equally: the index that weighs all alike, near the average share by its costs", async () => {
  const asker = await askAt(app);
  await runTemplate(app, asker, "Everything equally");
  const found = await read(asker.page);
  const decide = eachMonth(0, (session) => {
    const priced = companies.filter((symbol) => !Number.isNaN(close(symbol, session)));
    return new Map(priced.map((symbol) => [symbol, 1 / priced.length]));
  });
  expect(offBy(found, { start: found.number("Start Value"), decide }).off).toBeLessThan(WHOLE_SHARES);
  const [, average] = found.line(/^Benchmark [\d.]+%, average share ([\d.]+)%$/);
  expect(found.number("CAGR")).toBeLessThan(Number(average));
  expect(found.number("CAGR")).toBeGreaterThan(Number(average) - 1);
  expectTally(asker, 3);
});

it("momentum ten with a buffer: the ten strongest, kept while among twenty", async () => {
  const asker = await askAt(app);
  await runTemplate(app, asker, "Momentum ten, with a buffer");
  const found = await read(asker.page);
  const decide = eachMonth(252, (session, shares) => {
    const growth = (symbol: string) => close(symbol, session - 21) / close(symbol, session - 252);
    const ranked = companies
      .filter((symbol) => !Number.isNaN(close(symbol, session)) && !Number.isNaN(growth(symbol)))
      .toSorted((a, b) => growth(b) - growth(a));
    const kept = ranked.slice(0, 20).filter((symbol) => (shares.get(symbol) ?? 0) > 0);
    const fresh = ranked.slice(0, 10).filter((symbol) => !kept.includes(symbol));
    const held = [...kept, ...fresh].slice(0, 10);
    return new Map(held.map((symbol) => [symbol, 1 / held.length]));
  });
  // with whole shares each is held in another part: who is held hangs on the ranks alone
  const { costs } = found;
  const paper = holdOnPaper(prices, { start: found.number("Start Value"), costs, decide });
  const held = [...(paper.lastDecision ?? new Map()).keys()];
  await asker.act(asker.page.getByLabel("Exit reason").selectOption({ label: "Still open (10)" }));
  const open = await asker.page.getByRole("table", { name: "All Positions" }).innerText();
  expect(held.filter((symbol) => open.includes(symbol))).toHaveLength(10);
  expectTally(asker, 4);
});
