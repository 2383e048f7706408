import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { simulateCommand } from "#workers/commands/simulate-command.ts";

const PRICES = "symbol,date,open,high,low,close,volume\n";

/** Weekdays of January 2020, rising by 1 a session from 100. */
function risingPrices(symbol: string): string {
  const days = [2, 3, 6, 7, 8, 9, 10, 13, 14, 15];
  const rows = days.map((day, at) => {
    const close = 100 + at;
    return `${symbol},2020-01-${String(day).padStart(2, "0")},${close},${close},${close},${close},1000\n`;
  });
  return rows.join("");
}

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "simulate-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function run(...argv: string[]): Promise<{ code: number; out: string; said: string }> {
  let [out, said] = ["", ""];
  const code = await simulateCommand(argv, {
    out: (text) => (out += text),
    progress: (text) => (said += text),
  });
  return { code, out, said };
}

const DOUBLE =
  "function compute(bars: any): number[] { return bars.close.map((close: number) => 2 * close) }";

async function runOwn(source: string, ...more: readonly string[]) {
  await writeFile(join(folder, "prices.csv"), PRICES + risingPrices("ABB"));
  const strategy = {
    format: "strategy/2",
    buy: { closeDays: 1, movingAverageDays: 1, rules: ["twice > 208"] },
    simulation: { maxPositions: 1 },
    computed: [{ name: "twice", language: "typescript", source }],
  };
  await writeFile(join(folder, "s.json"), JSON.stringify(strategy));
  return run("--data", folder, "--strategy", join(folder, "s.json"), "--out", "-", ...more);
}

describe("npm run simulate", () => {
  it("prints a summary without --out and the result/1 JSON with --out -", async () => {
    await writeFile(join(folder, "prices.csv"), PRICES + risingPrices("ABB"));
    const summary = await run("--data", folder);
    expect(summary.code).toBe(0);
    expect(summary.out).toContain("Period        2020-01-02 to 2020-01-15, 10 sessions");
    const json = await run("--data", folder, "--out", "-");
    expect(JSON.parse(json.out)).toMatchObject({
      format: "result/1",
      metadata: { sessions: 10, instruments: 1, bars: 10, currency: "INR" },
      performance: { startValue: 100_000, endValue: 100_000, winRate: null, trades: 0 },
    });
  });

  it("tells falls in the summary with a minus sign, not a hyphen", async () => {
    await writeFile(join(folder, "prices.csv"), PRICES + risingPrices("ABB"));
    const strategy = {
      buy: { closeDays: 1, movingAverageDays: 1 },
      simulation: { maxPositions: 1, commissionPercent: 5 },
    };
    await writeFile(join(folder, "s.json"), JSON.stringify(strategy));
    const { out } = await run("--data", folder, "--strategy", join(folder, "s.json"));
    expect(out).toMatch(/^Max drawdown {2}−\d/m);
  });

  it("buys and holds a rising share to the last session", async () => {
    await writeFile(join(folder, "prices.csv"), PRICES + risingPrices("ABB"));
    const strategy = { buy: { closeDays: 1, movingAverageDays: 1 }, simulation: { maxPositions: 1 } };
    await writeFile(join(folder, "s.json"), JSON.stringify(strategy));
    const { code, out } = await run("--data", folder, "--strategy", join(folder, "s.json"), "--out", "-");
    expect(code).toBe(0);
    // Close of 3 January (101) is above that of the 2nd (100): bought on the 6th at its open, 102.
    // 100,000 / 102 = 980 whole shares; on the 15th they are worth 109 each: 980 x (109 - 102) = 6,860.
    expect(JSON.parse(out)).toMatchObject({
      performance: { endValue: 106_860 },
      positions: [
        {
          instrument: "ABB",
          entryDate: "2020-01-06",
          exitDate: "2020-01-15",
          entryPrice: 102,
          exitPrice: 109,
          quantity: 980,
          profit: 6860,
          daysHeld: 7,
          exitReason: "open",
        },
      ],
    });
  });

  describe("numbers from own code", () => {
    it("run with --allow-code", async () => {
      const { code, out } = await runOwn(DOUBLE, "--allow-code");
      expect(code).toBe(0);
      // The close of 9 January is 105, twice 210: bought on the 10th at its open, 106.
      expect(JSON.parse(out)).toMatchObject({
        positions: [{ instrument: "ABB", entryDate: "2020-01-10", entryPrice: 106 }],
        warnings: [
          { code: "market-cap-missing" },
          { code: "code-checked", message: expect.stringContaining("twice (typescript), worked out by V8") },
        ],
      });
    });

    it("are refused without it, by name", async () => {
      const { code, said } = await runOwn(DOUBLE);
      expect(code).toBe(1);
      expect(said).toContain(
        "own code, twice (typescript): code runs only where it is allowed. Read it, and add --allow-code.",
      );
    });

    it("are refused where a wall is missing, which is named, until the person says that the code is theirs", async () => {
      const here = process.platform;
      Object.defineProperty(process, "platform", { value: "darwin" });
      try {
        const { code, said } = await runOwn(DOUBLE, "--allow-code");
        expect(code).toBe(1);
        expect(said).toContain(
          "twice (typescript): this system does not say what memory a process takes, so that nothing bounds it for code. Run it where none is missing, or add --allow-code=open if the code is yours.",
        );
        expect(await runOwn(DOUBLE, "--allow-code=open")).toMatchObject({ code: 0 });
      } finally {
        Object.defineProperty(process, "platform", { value: here });
      }
    });

    it("end the run with the place in the person's own source", async () => {
      const { code, said } = await runOwn(
        "function compute(bars) {\n  return bars.clos.map(String)\n}",
        "--allow-code",
      );
      expect(code).toBe(1);
      expect(said).toContain('code-failed: number "twice", line 2, column 20, ABB: TypeError: ');
    });

    it("that look ahead end the run", async () => {
      const { code, said } = await runOwn(
        DOUBLE.replace("2 * close", "2 * Math.max(...bars.close)"),
        "--allow-code",
      );
      expect(code).toBe(1);
      expect(said).toContain("on 2020-01-02 it gives 218, and 200 where the bars end on 2020-01-02");
    });

    it("take no other word than open", async () => {
      expect(await run("--data", folder, "--allow-code=all")).toMatchObject({ code: 2 });
    });
  });

  it("writes the result to the file that --out names", async () => {
    await writeFile(join(folder, "prices.csv"), PRICES + risingPrices("ABB"));
    const target = join(folder, "result.json");
    expect((await run("--data", folder, "--out", target)).code).toBe(0);
    expect(JSON.parse(await readFile(target, "utf8"))).toMatchObject({ format: "result/1" });
  });

  it("explains a day: each rule with its parts, the account and what was decided", async () => {
    await writeFile(join(folder, "prices.csv"), PRICES + risingPrices("ABB"));
    const strategy = {
      scanner: { match: "all", priceGrowth: null, minPrice: 50, marketCapRank: null, avgDailyValue: null },
      buy: { closeDays: 1, lastPriceVsMA: false, rules: ["close crosses above 100.5"] },
      sell: { rules: ["profit > 1"], minHoldingDays: 0, trailingStopLoss: null },
      simulation: { maxPositions: 1 },
    };
    await writeFile(join(folder, "s.json"), JSON.stringify({ format: "strategy/2", ...strategy }));
    const { code, out } = await run(
      "--data",
      folder,
      "--strategy",
      join(folder, "s.json"),
      "--explain",
      "ABB",
      "2020-01-03",
    );
    expect(code).toBe(0);
    // 100 on 2 January, 101 on the 3rd, which the rule crosses; bought on the 6th at 102: 980 shares for 99,960.
    // The profit is 103 / 102 - 1, 0.98 %, on the 7th and 1.96 % on the 8th.
    expect(out).toBe(`ABB on 2020-01-03: close 101
Scanner, all of: passed
  rawClose >= 50: true
    rawClose = 101
Buy rules, all of: passed
  close >= close[1]: true
    close = 101
    close[1] = 100
  close crosses above 100.5: true
    close > 100.5: true
      close = 101
    close[1] <= 100.5: true
      close[1] = 100
Order priority, the highest first
  growth(300) = unknown (only 2 bars so far)
Account
  equity 100000, cash 100000
  0 of 1 positions open, 1 to fill, 1 candidates
  a position of it may cost 100000
Decided on this day
  2020-01-03 candidate, number 1, ordered
What came of it
  2020-01-06 bought 980 at 102
  2020-01-08 to be sold: rule
  2020-01-09 sold 980 at 105
`);
  });

  it.each([
    { asked: ["XYZ", "2020-01-03"], says: "XYZ" },
    { asked: ["ABB", "2019-12-31"], says: "before the run's first session, 2020-01-02" },
  ])("ends with 1 where $asked can't be explained", async ({ asked, says }) => {
    await writeFile(join(folder, "prices.csv"), PRICES + risingPrices("ABB"));
    const { code, said, out } = await run("--data", folder, "--explain", ...asked);
    expect(code).toBe(1);
    expect(said).toContain(says);
    expect(out).toBe("");
  });

  it.each([
    { argv: ["--data", "x", "--explain", "ABB"], says: "a symbol and a day" },
    { argv: ["--data", "x", "--explain", "ABB", "today"], says: "a symbol and a day" },
    { argv: ["--data", "x", "2020-01-03"], says: "2020-01-03 belongs to no option" },
    { argv: [], says: "--data is missing" },
    { argv: ["--data", "x", "--margin", "5"], says: "--margin" },
  ])("ends with 2 and its usage for wrong usage: $argv", async ({ argv, says }) => {
    const { code, said } = await run(...argv);
    expect(code).toBe(2);
    expect(said).toContain(says);
    expect(said).toContain("usage: npm run --silent simulate");
  });

  it("names files of other kinds that it passes over, and what reads them", async () => {
    await writeFile(join(folder, "prices.csv"), PRICES + risingPrices("ABB"));
    const names = ["a.xlsx", "b.json", "c.parquet", "d.txt"];
    await Promise.all(names.map((name) => writeFile(join(folder, name), "x")));
    const { code, said } = await run("--data", folder);
    expect(code).toBe(0);
    expect(said).toContain(
      `not read, since they are no CSV: a.xlsx, b.json, c.parquet. If they hold prices, npm run import-check -- ${folder} --bars prices.csv makes a CSV of them.\n`,
    );
  });

  it.each([
    { title: "a folder that is not there", data: "nowhere", says: "cannot be read" },
    { title: "a folder without price files", data: ".", says: "no instrument of exchange NSE" },
  ])("ends with 1 for $title", async ({ data, says }) => {
    const { code, said } = await run("--data", join(folder, data));
    expect(code).toBe(1);
    expect(said).toContain(says);
  });

  it("names file, line and mend of a strategy that is no JSON", async () => {
    await writeFile(join(folder, "s.json"), '{\n  "name": "x",\n}');
    const { code, said } = await run("--data", folder, "--strategy", join(folder, "s.json"));
    expect(code).toBe(1);
    expect(said).toMatch(/s\.json: cannot be read as JSON: line 3: .+ Correct the file there\./);
  });

  it("says on standard error which rows were left out", async () => {
    await writeFile(join(folder, "prices.csv"), `${PRICES}${risingPrices("ABB").repeat(2)}`);
    const conflicting = "ABB,2020-01-02,1,1,1,1,1\n";
    await writeFile(join(folder, "z.csv"), PRICES + risingPrices("ACC").repeat(3) + conflicting);
    const { code, said } = await run("--data", folder);
    expect(code).toBe(0);
    expect(said).toContain("z.csv:32");
  });

  it.each(["--exchange", "--instrument-type"])("refuses an empty %s as wrong usage", async (option) => {
    await writeFile(join(folder, "prices.csv"), PRICES + risingPrices("ABB"));
    const { code, said } = await run("--data", folder, option, " ");
    expect(code).toBe(2);
    expect(said).toContain(`${option} is empty: name one, or leave the option out`);
  });

  it.skipIf(process.platform === "win32")(
    "refuses a named pipe among the files, and doesn't wait",
    async () => {
      await writeFile(join(folder, "prices.csv"), PRICES + risingPrices("ABB"));
      execFileSync("mkfifo", [join(folder, "pipe.csv")]);
      for (const data of [folder, join(folder, "pipe.csv")]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const { code, said } = await run("--data", data);
        expect(code).toBe(1);
        expect(said).toContain("pipe.csv is not a file but a named pipe; take it out, or make it a file");
      }
    },
  );

  it("reads a file that names a column twice, and says so", async () => {
    const header = PRICES.replace("volume\n", "volume,Close\n");
    await writeFile(join(folder, "prices.csv"), header + risingPrices("ABB"));
    const { code, said } = await run("--data", folder);
    expect(code).toBe(0);
    expect(said).toContain('prices.csv: columns 6 and 8 are both named "close"; the first was read.');
  });

  it("lets no text of a file steer the terminal", async () => {
    const hostile = "Red\u001b[31m\u009b2J\u202eleft\u0007\nWin rate      99.00 %";
    await writeFile(join(folder, "prices.csv"), PRICES + risingPrices("ABB"));
    await writeFile(join(folder, "s.json"), JSON.stringify({ name: hostile }));
    const { out } = await run("--data", folder, "--strategy", join(folder, "s.json"));
    expect(out).toContain(
      String.raw`Strategy      Red\u001b[31m\u009b2J\u202eleft\u0007\u000aWin rate      99.00 %`,
    );
    expect(out).not.toMatch(STEERING);
    await writeFile(join(folder, "s.json"), JSON.stringify({ [hostile]: 1 }));
    const refused = await run("--data", folder, "--strategy", join(folder, "s.json"));
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining(String.raw`Red\u001b[31m`)]);
    expect(refused.said).not.toMatch(STEERING);
  });
});

/** Control characters but the line break, and marks of direction. */
const STEERING = /(?!\n)[\p{Cc}\u202e]/u;
