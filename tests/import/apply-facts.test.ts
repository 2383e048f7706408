import { describe, expect, it } from "vitest";
import type { ImportPlan } from "#workers/model/import-plan.ts";
import type { Market } from "#workers/model/market.ts";
import { look, planOf, readPlan } from "./plan-support.ts";

function read(plan: ImportPlan, base: Market | null = null) {
  return readPlan(plan, { base });
}

/** Closes of 10, 20 and 40 on three days, and one of another instrument. */
const PRICES =
  "symbol,date,close\nAB,2020-01-01,10\nAB,2020-01-02,20\nAB,2020-01-03,40\nCD.NS,2020-01-01,5\nCD.NS,2020-01-02,6\n";
const LIST =
  'Symbol,Name,MarketCap,Sector\nAB,"Alpha, Inc.",$2.00K,Energy\nCD,Gamma,n/a,Health\nZZ,Zeta,7,Energy\n';

describe("a list of companies", () => {
  it("gives names, sectors and market caps: shares are the cap by the close of its day", async () => {
    const { market, facts } = await read(
      planOf({ "a.csv": PRICES, "list.csv": LIST }, { factsAsOf: "2020-01-02" }),
    );
    expect(market.instruments).toMatchObject([
      { symbol: "AB", name: "Alpha, Inc.", sector: "Energy", marketCapLooksAhead: true },
      { symbol: "CD.NS", name: "Gamma", sector: "Health", marketCapLooksAhead: false },
    ]);
    // 2,000 by a close of 20 are 100 shares.
    expect([...(market.marketCap ?? [])]).toEqual([1000, 2000, 4000, NaN, NaN]);
    expect(facts).toEqual({
      listed: 3,
      matched: 2,
      names: 2,
      sectors: 2,
      marketCaps: 1,
      asOf: "2020-01-02",
      examples: [
        { symbol: "AB", name: "Alpha, Inc.", sector: "Energy", sharesOutstanding: 100 },
        { symbol: "CD.NS", name: "Gamma", sector: "Health", sharesOutstanding: NaN },
      ],
    });
  });

  it("of an Indian index gives names and industries, beside the codes that statements are matched by", async () => {
    const list =
      "Company Name,Industry,Symbol,Series,ISIN Code\nAlpha Ltd.,Capital Goods,AB,EQ,INE001A01014\nGamma Ltd.,Healthcare,CD,EQ,INE002A01020\n";
    const dryRun = await look(planOf({ "a.csv": PRICES, "ind_nifty50list.csv": list }));
    const check = dryRun.files.find(({ file }) => file === "ind_nifty50list.csv");
    expect(check).toMatchObject({ verdict: "ok", kind: "instruments", rows: 2, symbols: ["AB", "CD"] });
    expect(check?.message).toBe(
      "Names, sectors and codes of 2 symbols: statements in these files are matched by codes.",
    );
    expect(check?.warnings).toEqual([
      expect.stringMatching(/^Sectors are those of the list's day and count/),
    ]);
    const { market } = await read(planOf({ "a.csv": PRICES, "ind_nifty50list.csv": list }));
    expect(market.instruments).toMatchObject([
      { symbol: "AB", name: "Alpha Ltd.", sector: "Capital Goods" },
      { symbol: "CD.NS", name: "Gamma Ltd.", sector: "Healthcare" },
    ]);
  });

  it.each([
    {
      title: "two codes a company",
      file: "Symbol,ISIN,CIK\nAB,INE001A01014,11\nCD,INE002A01020,12\n",
      message: "Codes of 2 symbols: statements in these files are matched by codes.",
      symbols: ["AB", "CD"],
    },
    {
      title: "one company",
      file: "Name,Symbol,ISIN\nAlpha Ltd.,AB,INE001A01014\n",
      message: "Name and code of 1 symbol: statements in these files are matched by codes.",
      symbols: ["AB"],
    },
    {
      title: "earlier names",
      file: "Old Symbol,New Symbol,Date\nXY,AB,2020-01-02\n",
      message: "1 change of a name: statements in these files are matched by changes of names.",
      symbols: [],
    },
  ])("of codes says what it gave: $title", async ({ file, message, symbols }) => {
    const { files } = await look(planOf({ "a.csv": PRICES, "codes.csv": file }));
    expect(files.find((one) => one.file === "codes.csv")).toMatchObject({ message, symbols });
  });

  it("is of the last day of the prices where nobody said of which", async () => {
    const { market, facts } = await read(planOf({ "a.csv": PRICES, "list.csv": LIST }));
    expect(facts?.asOf).toBe("2020-01-03");
    expect([...(market.marketCap ?? [])]).toEqual([500, 1000, 2000, NaN, NaN]); // 50 shares
  });

  it("gives no market caps when its day is before the first close", async () => {
    const { market, facts } = await read(
      planOf({ "a.csv": PRICES, "list.csv": LIST }, { factsAsOf: "2019-01-01" }),
    );
    expect([market.marketCap, facts?.marketCaps]).toEqual([null, 0]);
  });

  it("leaves market caps alone that the prices have", async () => {
    const own = PRICES.replace("close\n", "close,marketCap\n").replaceAll(/^((?:AB|CD).*)$/gm, "$1,77");
    const { market, facts } = await read(planOf({ "a.csv": own, "list.csv": LIST }));
    expect([...(market.marketCap ?? [])]).toEqual([77, 77, 77, 77, 77]);
    expect(market.instruments.map(({ marketCapLooksAhead }) => marketCapLooksAhead)).toEqual([false, false]);
    expect(facts?.marketCaps).toBe(0);
  });

  it("has shares outstanding that are taken as they are", async () => {
    const list = "Symbol,Name,Shares Outstanding\nab,Alpha,3\n";
    const { market } = await read(planOf({ "a.csv": PRICES, "list.csv": list }));
    expect([...(market.marketCap ?? [])]).toEqual([30, 60, 120, NaN, NaN]);
  });
});

describe("a dataset that gets files", () => {
  const MORE = "symbol,date,close\nAB,2020-01-03,40\nAB,2020-01-06,50\nEF,2020-01-06,1\n";

  it("keeps its days, and gets those that it doesn't have", async () => {
    const { market: base } = await read(planOf({ "a.csv": PRICES }));
    const { market, notes } = await read(planOf({ "more.csv": MORE }), base);
    expect(market.instruments.map(({ symbol }) => symbol)).toEqual(["AB", "CD.NS", "EF"]);
    expect([...market.close]).toEqual([10, 20, 40, 50, 5, 6, 1]);
    expect(notes).toMatchObject([{ file: "more.csv", bars: 2, repeats: 1 }]);
  });

  it("stays as it is when it gets its own files again", async () => {
    const texts = { "a.csv": PRICES, "list.csv": LIST, "instruments.csv": "symbol,exchange\nAB,NYSE\n" };
    const { market: base } = await read(planOf(texts));
    expect((await read(planOf(texts), base)).market).toEqual(base);
  });

  it("stays as it is when files with market caps or share counts come again", async () => {
    const shares = PRICES.replace("close\n", "close,sharesOutstanding\n").replaceAll(
      /^((?:AB|CD).*)$/gm,
      "$1,3.3",
    );
    const caps = PRICES.replace("close\n", "close,marketCap\n").replaceAll(/^(AB.*)$/gm, "$1,77");
    for (const text of [shares, caps]) {
      const texts = { "a.csv": text, "list.csv": LIST };
      // oxlint-disable-next-line no-await-in-loop -- two cases
      const { market: base } = await read(planOf(texts));
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect((await read(planOf(texts), base)).market).toEqual(base);
    }
  });

  it("keeps what it knows of its instruments, and their shares hold for the new days", async () => {
    const { market: base } = await read(
      planOf({ "a.csv": PRICES, "list.csv": LIST }, { factsAsOf: "2020-01-02" }),
    );
    const { market } = await read(planOf({ "more.csv": MORE }), base);
    expect(market.instruments[0]).toEqual(base.instruments[0]);
    expect([...(market.marketCap ?? [])]).toEqual([1000, 2000, 4000, 5000, NaN, NaN, NaN]);
  });

  it("gets facts alone", async () => {
    const { market: base } = await read(planOf({ "a.csv": PRICES }));
    const { market } = await read(planOf({ "list.csv": LIST }), base);
    expect(market.instruments[1]).toMatchObject({ name: "Gamma", sector: "Health" });
    expect([...market.close]).toEqual([...base.close]);
  });

  it("gets no file that contradicts it in more than one row of twenty", async () => {
    const { market: base } = await read(planOf({ "a.csv": PRICES }));
    const { files, market } = await read(planOf({ "other.csv": PRICES.replaceAll(",10", ",11") }), base);
    expect(files[0]?.check.verdict).toBe("refuse");
    expect(files[0]?.check.message).toBe(
      "1 of 5 rows (20.0 %) contradict rows that are there already, and more than 5 % is too much to leave out. The first: line 2: AB has 2020-01-01 a second time with different values; the first (the dataset) stays. Leave this file out, or what it contradicts.",
    );
    expect(market).toEqual(base);
  });
});

describe("a dry run of a list", () => {
  it("says what it would do to no dataset at all", async () => {
    const { facts, planned, files } = await look(planOf({ "list.csv": LIST }));
    expect(files[0]).toMatchObject({ kind: "instruments", verdict: "ok", symbolCount: 3 });
    expect(planned.bars).toBe(0);
    expect(facts).toMatchObject({ listed: 3, matched: 0, asOf: null });
  });
});
