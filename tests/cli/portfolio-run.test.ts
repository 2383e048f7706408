/** `npm run simulate` with money in and out: both returns and every fill. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { simulateCommand } from "#workers/commands/simulate-command.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "portfolio-"));
  const closes = { "2020-01-01": 100, "2021-01-01": 120, "2022-01-01": (120 * 210) / 220 };
  const lines = Object.entries(closes).map(
    ([day, close]) => `FUND,${day},${close},${close},${close},${close},1000\n`,
  );
  await writeFile(join(folder, "prices.csv"), `symbol,date,open,high,low,close,volume\n${lines.join("")}`);
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function run(simulation: object, ...more: readonly string[]) {
  let [out, said] = ["", ""];
  const path = join(folder, "strategy.json");
  const strategy = {
    format: "strategy/3",
    name: "One fund",
    simulation: {
      startMargin: 100,
      startDate: "2020-01-01",
      maxPositions: 1,
      positionSizing: "weights",
      weight: "100",
      weightsAre: "percents",
      rebalance: "daily",
      fillAt: "same-close",
      fractionalShares: true,
      ...simulation,
    },
  };
  await writeFile(path, JSON.stringify(strategy));
  const code = await simulateCommand(["--data", join(folder, "prices.csv"), "--strategy", path, ...more], {
    out: (text) => (out += text),
    progress: (text) => (said += text),
  });
  return { code, out, said };
}

/** What stands behind the name of a line of the summary; null without such a line. */
function lineOf(out: string, name: string): string | null {
  const line = out.split("\n").find((each) => each.startsWith(name));
  return line === undefined ? null : line.slice(name.length).trim();
}

/** 100 worth 120 after a year, 100 more that day, 210 a year later: 120 x 210 / 220 = 114.545 of 100. */
const DEPOSIT = { flows: [{ amount: 100, every: "once", from: "2021-01-01" }] };

describe("a run with money in and out", () => {
  it("has two returns: growth 14.545 %, and 3.294 % a year of a person's own money", async () => {
    const { out } = await run(DEPOSIT, "--out", "-");
    const { performance, money, equity, yearlyPerformance } = JSON.parse(out);
    expect(performance).toMatchObject({ startValue: 100, endValue: expect.closeTo(210, 9) });
    expect(performance.totalGrowth).toBeCloseTo(10, 9); // 210 - 100 - 100
    expect(performance.totalGrowthPercent).toBeCloseTo(14.545_454_545, 8);
    expect(money.moneyWeighted).toBeCloseTo(3.294, 3);
    expect(equity.growth).toEqual([100, 120, expect.closeTo(114.545_454_545, 8)]);
    expect(yearlyPerformance).toMatchObject([{ flows: 0 }, { growth: 20, flows: 100 }, { flows: 0 }]);
  });

  it("says both in the summary, with what was put in and how much of it was invested", async () => {
    const { out } = await run(DEPOSIT);
    expect(lineOf(out, "Put in")).toBe("100.00 INR, beside the start value");
    expect(lineOf(out, "Taken out")).toBe("0.00 INR");
    expect(lineOf(out, "End value")).toBe("210.00 INR");
    expect(lineOf(out, "Total growth")).toBe("14.55 %, as if no money had come or gone");
    expect(lineOf(out, "Own return")).toMatch(
      /^3\.29 % \(.+ 3\.29 %, the average share 3\.29 %\) a year, XIRR$/,
    );
    expect(lineOf(out, "Invested")).toBe("51.52 % on average"); // at the marks 0, 120 of 220, and all of 210
    expect(lineOf(out, "Rebalances")).toBe(
      "2 closes with orders by weight, 72.73 % of the account turned over on average", // 100 and 100 of 220
    );
    expect([lineOf(out, "Missed"), lineOf(out, "Still owed"), lineOf(out, "Interest")]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it("says what was taken out, what could not be, when it began, and what idle cash earned", async () => {
    // never a candidate: cash alone, 10 % a year of 365 days; 366 days from 2020-01-01 to 2021-01-01
    const idle = { weight: "0", cash: { percent: 10 } };
    const flows = [{ amount: -80, every: "yearly", from: "2021-01-01" }];
    const { out } = await run({ ...idle, flows });
    // 100 x (1 + 0.1 x 366/365) = 110.0274, less 80 = 30.0274; x 1.1 = 33.0301, of which 80 are asked
    expect(lineOf(out, "Taken out")).toBe("113.03 INR");
    expect(lineOf(out, "Missed")).toBe("46.97 INR could not be paid out, the first of it on 2022-01-01");
    expect(lineOf(out, "Interest")).toBe("13.03 INR on idle cash");
    expect(lineOf(out, "End value")).toBe("0.00 INR");
    expect(lineOf(out, "Total growth")).toBe("21.03 %, as if no money had come or gone"); // 1.10027 x 1.1
  });

  it("tells nothing of flows where there are none", async () => {
    const { out } = await run({});
    expect(["Put in", "Taken out", "Own return", "Interest"].map((name) => lineOf(out, name))).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(lineOf(out, "Total growth")).toBe("14.55 %");
  });
});

describe("--fills", () => {
  it("writes every fill beside the summary, and beside the result", async () => {
    const path = join(folder, "fills.csv");
    const { code, out, said } = await run(DEPOSIT, "--fills", path);
    expect({ code, hasSummary: out.startsWith("Strategy      One fund") }).toEqual({
      code: 0,
      hasSummary: true,
    });
    expect(said).toContain(`written to ${path}\n`);
    const text = await readFile(path, "utf8");
    expect(text).toBe(
      "date,instrument,side,reason,quantity,price,commission\n" +
        "2020-01-01,FUND,buy,,1,100,0\n" +
        "2021-01-01,FUND,buy,,0.833333333333,120,0\n", // 100 / 120
    );
    const withResult = await run(DEPOSIT, "--fills", path, "--out", "-");
    expect(JSON.parse(withResult.out)).toMatchObject({ format: "result/1" });
    expect(await readFile(path, "utf8")).toBe(text);
  });

  it("has parts with their reasons", async () => {
    const path = join(folder, "fills.csv");
    await run({ weight: "50" }, "--fills", path);
    // half of 100 at 100; of 110 then 60 are held, 5 too many at 120; of 107.5 then 52.5, too few by 1.25
    expect((await readFile(path, "utf8")).trimEnd().split("\n").slice(1)).toEqual([
      "2020-01-01,FUND,buy,,0.5,100,0",
      "2021-01-01,FUND,sell,rebalance,0.0416666666667,120,0",
    ]);
  });

  it("has slippage in the price, and the commission in money", async () => {
    const path = join(folder, "fills.csv");
    const costs = { commissionPercent: 1, slippagePercent: 2 };
    await run({ weight: "50", rebalance: "never", fillAt: "next-close", ...costs }, "--fills", path);
    const [, buy = "", ...rest] = (await readFile(path, "utf8")).trimEnd().split("\n");
    const [quantity, price, commission] = buy.split(",").slice(4).map(Number);
    expect(buy).toMatch(/^2021-01-01,FUND,buy,,/);
    expect(price).toBe(122.4); // 120 x 1.02
    expect(quantity).toBeCloseTo(50 / (122.4 * 1.01), 9);
    expect(commission).toBeCloseTo((0.01 * 50) / 1.01, 9);
    expect(rest).toEqual([]);
  });

  it("names a place that can't be written, and no result is given", async () => {
    const { code, out, said } = await run(DEPOSIT, "--fills", join(folder, "no", "fills.csv"));
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(said).toContain("fills.csv: cannot be written");
  });

  it("belongs to a run alone", async () => {
    const { code, said } = await run(DEPOSIT, "--fills", "f.csv", "--explain", "FUND", "2021-01-01");
    expect({ code, said: said.split("\n")[0] }).toEqual({
      code: 2,
      said: "--fills belongs to a run: leave out --explain",
    });
  });
});
