/** Strategies of rules through the app: stored data and the demo market, every call of the worker that runs one. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commands } from "vitest/browser";
import { requestToRun } from "#src/run/ask.ts";
import { createClient } from "#tests/support/create-client.ts";
import { importFiles } from "#tests/support/import-files.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { formatIsoDay, toEpochDay } from "#workers/model/day.ts";
import type { Result } from "#workers/model/problem.ts";
import type { RunRequest } from "#workers/model/protocol.ts";
import { toResultFile } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";

const DAYS = 60;
const FIRST_DAY = toEpochDay(2020, 1, 1);

/** Closes of 100 on every day of LOW, HIGH and BANK; the highs of HIGH and BANK are 150. */
const PRICES = [
  "symbol,date,open,high,low,close,volume",
  ...["BANK", "HIGH", "LOW"].flatMap((symbol) =>
    Array.from({ length: DAYS }, (_, day) => {
      const high = symbol === "LOW" ? 100 : 150;
      return `${symbol},${formatIsoDay(FIRST_DAY + day)},100,${high},100,100,1000`;
    }),
  ),
].join("\n");
const INSTRUMENTS = "symbol,sector\nBANK,Banks\nHIGH,Shipping\nLOW,Shipping\n";
const FACTS = "symbol,date,score\nBANK,2020-01-10,1\nHIGH,2020-01-10,2\nLOW,2020-01-10,3\n";

const FILES = { "prices.csv": PRICES, "instruments.csv": INSTRUMENTS, "facts.csv": FACTS };

/** Nothing but these rules decides what is bought; sold it is never. */
function buying(...rules: string[]): Strategy {
  return strategyOf({
    scanner: { priceGrowth: null, minPrice: null, marketCapRank: null, avgDailyValue: null },
    buy: { lastPriceVsClose: false, lastPriceVsMA: false, rules },
    sell: { trailingStopLoss: null },
    simulation: { startDate: "2020-01-01", endDate: "2020-12-31" },
  });
}

const plain = buying("close > 5");
const byHigh = buying("high > 1.2 * close");

describe("strategies of rules on a stored dataset", () => {
  const source = { type: "stored", datasetId: crypto.randomUUID() } as const;
  let client = createClient();

  beforeAll(async () => {
    const files = Object.entries(FILES).map(([name, text]) => new File([text], name));
    const defaults = { exchange: "NSE", instrumentType: "EQUITY", currency: "" };
    valueOf(await importFiles(createClient(), { datasetId: source.datasetId, files, defaults }));
  });
  afterAll(() => createClient().call("deleteDataset", source.datasetId));

  /** A worker that has the prices, but neither highs nor lows. */
  async function withPlainPrices(): Promise<void> {
    client.endIdle();
    client = createClient();
    valueOf(await client.call("run", { strategy: plain, source }));
  }

  /** What a run on a worker of its own buys. */
  async function bought(strategy: Strategy): Promise<string[]> {
    const own = createClient();
    const report = valueOf(await own.call("run", { strategy, source }));
    own.endIdle();
    return report.positions.map(({ instrument, entryDate }) => `${instrument} ${entryDate}`);
  }

  it("buy what their rules are true of, by highs, facts, sectors, ranks and another instrument", async () => {
    expect(await bought(byHigh)).toEqual(["BANK 2020-01-02", "HIGH 2020-01-02"]);
    expect(await bought(buying("score >= 2"))).toEqual(["HIGH 2020-01-12", "LOW 2020-01-12"]); // known a day after
    expect(await bought(buying('rank(score, "sector") < 10'))).toEqual(["BANK 2020-01-12", "LOW 2020-01-12"]);
    expect(await bought(buying('of("HIGH", high) > 120', "high < 120"))).toEqual(["LOW 2020-01-02"]);
    const banks = { ...plain, scanner: { ...plain.scanner, sectors: ["Banks"] } };
    expect(await bought(banks)).toEqual(["BANK 2020-01-02"]);
  });

  it("look at highs and lows in every call, where the worker has prices without them", async () => {
    const request: RunRequest = { strategy: byHigh, source };
    await withPlainPrices();
    expect(valueOf(await client.rehearse(request))).toBeNull(); // it reads nothing
    expect(valueOf(await client.rehearse({ strategy: plain, source }))).not.toBeNull();
    const report = valueOf(await client.call("run", request));
    expect(report.positions).toHaveLength(2);
    expect(valueOf(await client.rehearse(request))).not.toBeNull();

    await withPlainPrices();
    expect(valueOf(await client.call("preview", request)).together).toBe(2);

    await withPlainPrices();
    const variants = { strategies: [plain, byHigh], source };
    const figures = valueOf(await client.call("runVariants", variants));
    expect(figures.map((one) => valueOf(one).performance.trades)).toHaveLength(2);
    expect(valueOf(figures[1] ?? missing).performance).toEqual(report.performance);

    await withPlainPrices();
    const chained = valueOf(await client.call("chainRuns", { strategies: [byHigh], source }));
    expect(chained.performances).toEqual([report.performance]);

    await withPlainPrices();
    const why = await client.call("explain", { ...request, instrument: "HIGH", date: "2020-01-01" });
    expect(valueOf(why).passesBuy).toBe(true);

    await withPlainPrices();
    const verdict = valueOf(await client.call("checkLookAhead", request));
    expect(verdict.changed).toBe(0);
    expect(verdict.decisions).toBeGreaterThan(0);
  });

  it("are refused where the dataset has no such fact, with the nearest names", async () => {
    const request = { strategy: buying("scroe > 1", "close > 5"), source };
    const { problem } = { problem: null, ...(await createClient().call("run", request)) };
    // The counts of the other lines are told; of this one they say the same.
    const counted = valueOf(await createClient().call("preview", request));
    expect(counted.rules.map(({ place }) => place)).toEqual(["buy.rules[1]"]);
    for (const told of [problem, counted.lacks]) {
      expect(told).toMatchObject({ code: "rules-unknown-name", place: "buy.rules[0]" });
      expect(told?.message).toMatch(
        /^buy\.rules\[0\], column 1: scroe is not known, .+nearest names are score/,
      );
    }
  });

  it("are refused before any price is read where a line says nothing", async () => {
    const request = { strategy: buying("sam(20) > 1", "close >"), source: nowhere };
    expect(await createClient().call("run", request)).toMatchObject({
      ok: false,
      problem: {
        code: "rules-invalid",
        details: [expect.stringContaining("did you mean sma?"), expect.stringContaining("column 8")],
      },
    });
  });
});

const missing: Result<never> = { ok: false, problem: { code: "not-found", message: "no variant" } };
const nowhere = { type: "stored", datasetId: "none" } as const;

describe("the templates on the demo market", async () => {
  const templates = await commands.listTemplates();
  const client = createClient();
  afterAll(() => client.endIdle());

  async function runTemplate(file: string): Promise<unknown> {
    const strategy = strategyOf(Object(await commands.readTemplate(file)));
    const request = valueOf(await requestToRun({ strategy, datasetId: "demo" }));
    return toResultFile(valueOf(await client.call("run", request)));
  }

  it.each(templates)("trade from the app: %s", async (file) => {
    expect(await runTemplate(file)).toMatchObject({ positions: expect.arrayContaining([expect.anything()]) });
  });

  it.each(["stocks-on-the-move.json", "quality-and-growth.json"])(
    "have the result of the command line, to the bit: %s",
    async (file) => {
      expect(await runTemplate(file)).toEqual(await commands.simulateTemplate(file));
    },
  );
});
