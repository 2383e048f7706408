/** Tables of statements: what they are taken for, and what becomes known when. */
import { describe, expect, it } from "vitest";
import { backtest } from "#workers/run/backtest.ts";
import { readWholeStrategy } from "#workers/words/whole-strategy.ts";
import { valueOf } from "../support/value-of.ts";
import { factsOf } from "../market/facts-support.ts";
import type { Market } from "#workers/model/market.ts";
import type { Answers } from "#workers/model/import-check.ts";
import { checkText } from "./check-support.ts";
import { look, planOf, readPlan } from "./plan-support.ts";

const SIMFIN =
  "Ticker;SimFinId;Currency;Fiscal Year;Fiscal Period;Report Date;Publish Date;Restated Date;Shares (Basic);Revenue;Cost of Revenue;Net Income\n";
const simfin = (...rows: readonly string[]): string => `${SIMFIN}${rows.join("\n")}\n`;
/** @param published - or two days: of publication and of restatement */
const quarter = (period: string, end: string, published: string, revenue: number): string => {
  const [first = "", restated = first] = published.split(" ");
  return `AB;1;USD;2020;${period};${end};${first};${restated};1000;${revenue};-60;10`;
};

const PRICES = `symbol,date,close\n${["AB", "CD"]
  .flatMap((symbol) =>
    Array.from(
      { length: 30 },
      (_, at) => `${symbol},2020-01-${String(at + 1).padStart(2, "0")},${10 + at}\n`,
    ),
  )
  .join("")}`;

type Steps = readonly (readonly [string, string, number | null])[];

async function stepsOf(
  files: Readonly<Record<string, string>>,
  answers: Readonly<Record<string, Answers>> = {},
): Promise<Readonly<Record<string, Steps>>> {
  const plan = planOf({ "p.csv": PRICES, ...files }, { answers: new Map(Object.entries(answers)) });
  const { market } = await readPlan(plan);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows of factsOf: name, kind, steps
  const facts = factsOf(market) as [string, string, Steps][];
  return Object.fromEntries(facts.map(([name, , steps]) => [name, steps]));
}

const YEAR = [
  quarter("Q1", "2018-03-31", "2018-05-01", 100),
  quarter("Q2", "2018-06-30", "2018-08-01", 110),
  quarter("Q3", "2018-09-30", "2018-11-01", 120),
  quarter("Q4", "2018-12-31", "2019-02-01", 130),
  quarter("Q1", "2019-03-31", "2019-05-01", 150),
];

describe("statements that say when they were published", () => {
  it("become quarters, a year, twelve months and growth, each from its day", async () => {
    const steps = await stepsOf({ "us-income-quarterly.csv": simfin(...YEAR) });
    expect(steps["revenue.quarter"]).toEqual([
      ["AB", "2018-05-01", 100],
      ["AB", "2018-08-01", 110],
      ["AB", "2018-11-01", 120],
      ["AB", "2019-02-01", 130],
      ["AB", "2019-05-01", 150],
    ]);
    expect(steps["revenue.ttm"]).toEqual([
      ["AB", "2019-02-01", 460],
      ["AB", "2019-05-01", 510],
    ]);
    expect(steps["revenue.year"]).toEqual([["AB", "2019-02-01", 460]]);
    expect(steps["revenue.yoy"]).toEqual([["AB", "2019-05-01", expect.closeTo(50, 9)]]);
  });

  it("have costs above 0", async () => {
    const steps = await stepsOf({ "us-income-quarterly.csv": simfin(...YEAR) });
    expect(steps["costOfRevenue.ttm"]).toEqual([
      ["AB", "2019-02-01", 240],
      ["AB", "2019-05-01", 240],
    ]);
  });

  it("count from the later of publication and restatement, and a restated quarter is a later fact", async () => {
    const restated = quarter("Q4", "2018-12-31", "2019-02-01 2019-03-01", 99);
    const steps = await stepsOf({ "us-income-quarterly.csv": simfin(...YEAR.slice(0, 4), restated) });
    expect(steps["revenue.quarter"]?.slice(-2)).toEqual([
      ["AB", "2019-02-01", 130],
      ["AB", "2019-03-01", 99],
    ]);
    expect(steps["revenue.ttm"]).toEqual([
      ["AB", "2019-02-01", 460],
      ["AB", "2019-03-01", 429],
    ]);
    expect(steps["revenue.year"]?.at(-1)).toEqual(["AB", "2019-03-01", 429]);
  });

  it("have no twelve months over a missing quarter", async () => {
    const rows = YEAR.filter((_, at) => at !== 1);
    const steps = await stepsOf({ "us-income-quarterly.csv": simfin(...rows) });
    expect(steps["revenue.ttm"]).toBeUndefined();
  });

  it("tell what they are, of whom, and how many instruments have none", async () => {
    const dryRun = await look(
      planOf({
        "p.csv": PRICES,
        "us-income-quarterly.csv": simfin(...YEAR, YEAR[0]?.replace("AB", "ZZ") ?? ""),
      }),
    );
    const [, check] = dryRun.files;
    expect(check).toMatchObject({ kind: "facts", verdict: "ok", format: "SimFin statements" });
    expect(dryRun.factFiles[0]?.facts).toMatchObject({ kind: "fact", unmatched: 1 });
    expect(dryRun.factFiles[0]?.warnings).toEqual([
      "1 of 2 companies (50 %) has no prices and is ignored: ZZ.",
      "1 of 2 instruments (50 %) have no figures in it; rules on them are unknown there.",
    ]);
    expect(dryRun.timeline).toMatchObject({ symbol: "AB" });
    expect(dryRun.timeline?.lines.at(-1)).toMatchObject({
      span: "quarter",
      periodEnd: "2019-03-31",
      knownFrom: "2019-05-02",
      isAssumed: false,
    });
  });
});

const ALPHA =
  "fiscalDateEnding,reportedCurrency,totalRevenue,netIncome\n2019-03-31,USD,130,13\n2018-12-31,USD,120,12\n2018-09-30,USD,110,None\n2018-06-30,USD,100,10\n";
const LAG = { quarter: 45, year: 90 };

describe("statements that do not say when they were published", () => {
  it("ask for a lag, and take it", async () => {
    const asked = await checkText("AB_INCOME_STATEMENT.csv", ALPHA);
    expect(asked).toMatchObject({ verdict: "ask", questions: [{ about: "lag" }], symbols: ["AB"] });
    const steps = await stepsOf(
      { "AB_INCOME_STATEMENT.csv": ALPHA },
      { "AB_INCOME_STATEMENT.csv": { lag: LAG } },
    );
    expect(steps["revenue.quarter"]?.[0]).toEqual(["AB", "2018-08-14", 100]);
    expect(steps["revenue.ttm"]).toEqual([["AB", "2019-05-15", 460]]);
    expect(steps["netIncome.quarter"]?.map(([, , value]) => value)).toEqual([10, 12, 13]);
  });

  it("keep the lag with the facts, and say it", async () => {
    const plan = planOf(
      { "p.csv": PRICES, "AB_INCOME_STATEMENT.csv": ALPHA },
      { answers: new Map([["AB_INCOME_STATEMENT.csv", { lag: LAG }]]) },
    );
    const { market, factFiles } = await readPlan(plan);
    expect(market.facts?.map(({ lag }) => lag)).toEqual(
      market.facts?.map(() => ({ quarter: 45, year: null })),
    );
    expect(factFiles[0]?.warnings?.[0]).toBe(
      "Statements taken as known 45 days after their quarter: an assumption.",
    );
  });

  it("take the days of a file beside them before the lag", async () => {
    const earnings =
      "fiscalDateEnding,reportedDate,reportedEPS,estimatedEPS,surprise,surprisePercentage,reportTime\n2019-03-31,2019-04-20,1.5,1,1,1,post-market\n2018-12-31,2019-01-20,1.4,1,1,1,pre-market\n";
    const steps = await stepsOf(
      { "AB_INCOME_STATEMENT.csv": ALPHA, "AB_EARNINGS.csv": earnings },
      { "AB_INCOME_STATEMENT.csv": { lag: LAG } },
    );
    expect(steps["revenue.quarter"]?.slice(-2)).toEqual([
      ["AB", "2019-01-19", 120],
      ["AB", "2019-04-20", 130],
    ]);
    expect(steps["eps.quarter"]).toEqual([
      ["AB", "2019-01-19", 1.4],
      ["AB", "2019-04-20", 1.5],
    ]);
  });

  it.each([
    { lag: { quarter: -5, year: 90 }, say: "A lag of -5 days after a quarter is not possible" },
    { lag: { quarter: 45, year: 4.5 }, say: "A lag of 4.5 days after a year is not possible" },
  ])("ask again after a lag that can't be: $lag.quarter, $lag.year", async ({ lag, say }) => {
    const asked = await checkText("AB_INCOME_STATEMENT.csv", ALPHA, { lag });
    expect(asked.verdict).toBe("ask");
    expect(asked.questions[0]?.text).toContain(say);
  });
});

const sharadar = (...dimensions: readonly string[]): string =>
  `ticker,dimension,calendardate,datekey,reportperiod,lastupdated,revenue,netinc\n${dimensions
    .map((dimension) => `AB,${dimension},2019-03-31,2019-05-01,2019-03-31,2020-01-01,5,1\n`)
    .join("")}`;

describe("rows of statements that can't be", () => {
  const spring = quarter("Q1", "2019-03-31", "2019-05-01", 1);
  const good = Array.from({ length: 40 }, (_, at) =>
    quarter("Q1", `${1980 + at}-03-31`, `${1980 + at}-05-01`, 100 + at),
  );
  it.each([
    {
      title: "known before the period ends",
      row: quarter("Q1", "2019-03-31", "2019-03-01", 1),
      say: "before its period ends on 2019-03-31",
    },
    {
      title: "known in the future",
      row: quarter("Q1", "2019-03-31", "2999-01-01", 1),
      say: "2999-01-01, which has not come yet",
    },
    {
      title: "of a period to come",
      row: quarter("Q1", "2999-03-31", "2999-05-01", 1),
      say: "2999-03-31, which has not come yet",
    },
    { title: "without a symbol", row: spring.replace("AB", ""), say: "no symbol" },
    {
      title: "with a text that is no symbol",
      row: spring.replace("AB", "=AB"),
      say: 'symbol is "=AB", which a spreadsheet would take for a formula. Correct it or delete that row.',
    },
    {
      title: "with a word for a figure",
      row: spring.replace(";1;-60", ";much;-60"),
      say: 'revenue is "much"',
    },
  ])("are left out with their place: $title", async ({ row, say }) => {
    const check = await checkText("us-income-quarterly.csv", simfin(...good, row));
    expect(check).toMatchObject({ verdict: "ok", leftOutCount: 1, rows: 41 });
    expect(check.leftOut[0]).toMatchObject({ line: 42, reason: expect.stringContaining(say) });
  });

  it("refuse the file where they are more than one in twenty", async () => {
    const bad = quarter("Q1", "2019-03-31", "2019-03-01", 1);
    const check = await checkText("us-income-quarterly.csv", simfin(...YEAR, bad));
    expect(check.verdict).toBe("refuse");
    expect(check.message).toContain("us-income-quarterly.csv:7: it would be known from 2019-03-01");
  });

  it("have two currencies: the file is refused with both places", async () => {
    const other = YEAR.map((row, at) => (at === 3 ? row.replace("USD", "EUR") : row));
    const check = await checkText("us-income-quarterly.csv", simfin(...other));
    expect(check.verdict).toBe("refuse");
    expect(check.message).toMatch(/line 5: "EUR" here and "USD" in line 2/);
  });

  it("say one thing twice: the first stays, the other is told with its place", async () => {
    const twice = quarter("Q1", "2018-03-31", "2018-05-01", 999);
    const files = { "us-income-quarterly.csv": simfin(...YEAR, twice) };
    expect((await stepsOf(files))["revenue.quarter"]?.[0]).toEqual(["AB", "2018-05-01", 100]);
    const { factFiles } = await look(planOf({ "p.csv": PRICES, ...files }));
    expect(factFiles[0]?.facts?.contradictions).toBe(1);
    expect(factFiles[0]?.issues[0]?.message).toContain(
      "us-income-quarterly.csv:7: AB has revenue of 2018-05-01",
    );
  });

  it("may name what no rule can: the file is refused with its place", async () => {
    const text = "symbol,name,value,periodEnd,known\nAB,close,5,2019-03-31,2019-05-01\n";
    expect((await checkText("own.csv", text)).message).toMatch(/^line 2: close cannot be the name of a fact/);
    const many = Array.from({ length: 10_001 }, (_, at) => `AB,n${at},5,2019-03-31,2019-05-01\n`).join("");
    const check = await checkText("own.csv", `symbol,name,value,periodEnd,known\n${many}`);
    expect(check).toMatchObject({
      verdict: "refuse",
      message: expect.stringContaining("more than 10000 names"),
    });
  });

  it("of Sharadar's MR dimensions are refused by name, and passed over beside others", async () => {
    const refused = await checkText("SHARADAR_SF1.csv", sharadar("MRQ", "MRY"));
    expect(refused).toMatchObject({ verdict: "refuse", message: expect.stringContaining("ARQ and ARY") });
    const taken = await checkText("SHARADAR_SF1.csv", sharadar("MRQ", "ARQ", "ART"));
    expect(taken.verdict).toBe("ok");
    expect(taken.warnings).toHaveLength(2);
  });
});

const runWith = async (line: string): Promise<readonly string[]> => {
  const plan = planOf(
    { "p.csv": PRICES, "AB_INCOME_STATEMENT.csv": ALPHA },
    { answers: new Map([["AB_INCOME_STATEMENT.csv", { lag: LAG }]]) },
  );
  const defaults = { exchange: "NSE", instrumentType: "EQUITY", currency: "INR" };
  const { market } = await readPlan(plan, { defaults: new Map([["p.csv", defaults]]) });
  const strategy = valueOf(
    readWholeStrategy({
      format: "strategy/2",
      name: "Facts",
      scanner: {
        exchange: "NSE",
        priceGrowth: null,
        minPrice: null,
        marketCapRank: null,
        avgDailyValue: null,
      },
      buy: { rules: [line] },
      simulation: { startDate: "2020-01-01", endDate: "2020-01-30" },
    }),
  );
  return valueOf(backtest(strategy, market)).warnings.map(({ code, message }) => `${code}: ${message}`);
};

describe("a run on facts whose days are assumed", () => {
  it("says so in its result, where its rules use them", async () => {
    const said =
      "facts-assumed: The rules use revenue.ttm: statements taken as known 45 days after their quarter: an assumption.";
    expect(await runWith("revenue.ttm > 400")).toContain(said);
    expect(await runWith("close > 1")).not.toContain(said);
  });
});

describe("other tables of companies", () => {
  it("have crores in a Data Sheet of screener.in, quarters and years apart", async () => {
    const sheet =
      "COMPANY NAME,AB LTD,,\nPROFIT & LOSS,,,\nReport Date,Mar-17,Mar-18,\nSales,400,500,\nNet profit,40,50,\n\nQuarters,,,\nReport Date,Mar-18,Jun-18,\nSales,120,130,\n";
    const steps = await stepsOf(
      { "AB.csv": sheet },
      { "AB.csv": { symbol: "AB", lag: { quarter: 45, year: 60 } } },
    );
    expect(steps["revenue.year"]).toEqual([
      ["AB", "2017-05-30", 4e9],
      ["AB", "2018-05-30", 5e9],
    ]);
    expect(steps["revenue.quarter"]).toEqual([
      ["AB", "2018-05-15", 1.2e9],
      ["AB", "2018-08-14", 1.3e9],
    ]);
    expect(steps["revenue.yoy"]).toBeUndefined();
  });

  it("make a last quarter of a year and its other quarters", async () => {
    const rows = [
      ["Q1", "2018-03-31", "2018-05-01", 100],
      ["Q2", "2018-06-30", "2018-08-01", 110],
      ["Q3", "2018-09-30", "2018-11-01", 120],
      ["FY", "2018-12-31", "2019-02-01", 460],
    ] as const;
    const text = simfin(...rows.map(([period, end, known, revenue]) => quarter(period, end, known, revenue)));
    const steps = await stepsOf({ "us-income-quarterly.csv": text });
    expect(steps["revenue.quarter"]?.at(-1)).toEqual(["AB", "2019-02-01", 130]);
    expect(steps["revenue.ttm"]).toEqual([["AB", "2019-02-01", 460]]);
  });

  it("say who belonged to an index from when to when", async () => {
    const spells = "ticker,start_date,end_date\nAB,2001-01-01,2005-06-30\nCD,2003-02-03,\nZZ,2001-01-01,\n";
    expect(await stepsOf({ "sp500_ticker_start_end.csv": spells })).toEqual({
      "member.sp500": [
        ["AB", "2001-01-01", 1],
        ["AB", "2005-06-30", 0],
        ["CD", "2003-02-03", 1],
      ],
    });
    const days = 'date,tickers\n2001-01-01,"AB,ZZ"\n2002-01-01,"CD,ZZ"\n';
    expect(await stepsOf({ "nifty_constituents.csv": days })).toEqual({
      "member.nifty": [
        ["AB", "2001-01-01", 1],
        ["AB", "2002-01-01", 0],
        ["CD", "2002-01-01", 1],
      ],
    });
    const changes = "date,add,remove\n2001-01-01,AB,CD\n";
    expect(await stepsOf({ "nifty changes.csv": changes })).toEqual({
      "member.nifty": [
        ["AB", "2001-01-01", 1],
        ["CD", "2001-01-01", 0],
      ],
    });
  });

  it("say in which sector a company was from when on", async () => {
    const sectors = "symbol,sector,from,to\nAB,Real Estate,2001-01-01,2004-01-01\nAB,Banks,2004-01-01,\n";
    expect(await stepsOf({ "sectors.csv": sectors })).toEqual({
      "sector.banks": [["AB", "2004-01-01", 1]],
      "sector.realEstate": [
        ["AB", "2001-01-01", 1],
        ["AB", "2004-01-01", 0],
      ],
    });
  });

  it("match symbols with another sign and an exchange's ending", async () => {
    const rows = YEAR.map((row) => row.replace("AB", "ab.NS"));
    expect((await stepsOf({ "us-income-quarterly.csv": simfin(...rows) }))["revenue.year"]).toHaveLength(1);
  });
});

describe("figures that stay the same", () => {
  it("become known anew with each period", async () => {
    const rows = YEAR.map((row) => row.replace(/;1\d0;-60/, ";100;-60"));
    const steps = await stepsOf({ "us-income-quarterly.csv": simfin(...rows) });
    expect(steps["revenue.quarter"]).toHaveLength(5);
    expect(steps["revenue.ttm"]).toEqual([
      ["AB", "2019-02-01", 400],
      ["AB", "2019-05-01", 400],
    ]);
    expect(steps["revenue.year"]).toHaveLength(1);
  });

  it("are told with every file that they are from", async () => {
    const lag = new Map([["CD_INCOME_STATEMENT.csv", { lag: LAG }]]);
    const files = {
      "p.csv": PRICES,
      "CD_INCOME_STATEMENT.csv": ALPHA,
      "us-income-quarterly.csv": simfin(...YEAR),
    };
    const { factFiles } = await look(planOf(files, { answers: lag }));
    expect(factFiles.map(({ facts }) => facts?.names.includes("revenue.ttm"))).toEqual([true, true]);
    expect(factFiles.every(({ facts }) => (facts?.steps ?? 0) > 0)).toBe(true);
  });
});

describe("a dataset that has facts", () => {
  const files = { "p.csv": PRICES, "us-income-quarterly.csv": simfin(...YEAR) };
  const later = quarter("Q1", "2019-03-31", "2019-05-01", 999);

  it("keeps what it says of a day where files say otherwise, or takes theirs in place of all", async () => {
    const { market } = await readPlan(planOf(files));
    const added = { "us-income-quarterly.csv": simfin(...YEAR.slice(0, 4), later) };
    const kept = await readPlan(planOf(added), { base: market });
    expect(valueOn(kept.market, "revenue.quarter")).toBe(150);
    const replaced = await readPlan(planOf(added, { dropsFacts: true }), { base: market });
    expect(valueOn(replaced.market, "revenue.quarter")).toBe(999);
  });

  it("loses them, and keeps its prices, where nothing takes their place", async () => {
    const { market, digest } = await readPlan(planOf(files));
    const emptied = await readPlan(planOf({}, { dropsFacts: true }), { base: market });
    expect(emptied.market.facts).toBeUndefined();
    expect([...emptied.market.close]).toEqual([...market.close]);
    expect(emptied.digest).not.toBe(digest);
  });

  it("keeps the lag of its facts when other files come", async () => {
    const lag = new Map([["AB_INCOME_STATEMENT.csv", { lag: LAG }]]);
    const first = await readPlan(
      planOf({ "p.csv": PRICES, "AB_INCOME_STATEMENT.csv": ALPHA }, { answers: lag }),
    );
    const { market } = await readPlan(planOf({ "q.csv": PRICES.replaceAll("AB", "EF") }), {
      base: first.market,
    });
    expect(market.instruments.map(({ symbol }) => symbol)).toEqual(["AB", "CD", "EF"]);
    expect(market.facts?.every(({ lag: of }) => of?.quarter === 45)).toBe(true);
  });
});

/** The last value of a fact, whosever. */
function valueOn({ facts }: Pick<Market, "facts">, name: string): number | undefined {
  return facts?.find((fact) => fact.name === name)?.value.at(-1);
}
