/** Figures of the SEC: the financial statement data sets, companyfacts, and its lists of tickers. */
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { factsOf } from "../market/facts-support.ts";
import { checkText } from "./check-support.ts";
import { planOf, readPlan } from "./plan-support.ts";
import { factsFrom, pricesOf } from "./statement-support.ts";

const SUB =
  "adsh\tcik\tname\tsic\tform\tperiod\tfy\tfp\tfiled\taccepted\tprevrpt\tinstance\n" +
  "a-1\t320193\tAPPLE INC\t3571\t10-Q\t20190331\t2019\tQ2\t20190501\t2019-05-01 18:08:27.0\t0\taapl-20190331.xml\n" +
  "a-2\t320193\tAPPLE INC\t3571\t10-Q\t20190630\t2019\tQ3\t20190801\t2019-08-01 06:30:00.0\t0\taapl-20190630.xml\n" +
  "a-3\t320193\tAPPLE INC\t3571\t10-Q\t20200331\t2020\tQ2\t20200501\t2020-05-01 16:31:00.0\t0\taapl-20200331.xml\n" +
  "g-1\t999\tGONE CORP\t1\t10-K\t20181231\t2018\tFY\t20190301\t2019-03-01 17:00:00.0\t0\tform10-k_htm.xml\n";
const NUM = "adsh\ttag\tversion\tcoreg\tddate\tqtrs\tuom\tvalue\tfootnote\n";
/** @param cells - subsidiary and unit, "|" between them */
const num = (figure: string, value: number, cells = ""): string => {
  const [coreg = "", uom = ""] = cells.split("|");
  const [adsh = "", tag = "", ddate = "", qtrs = ""] = figure.split(" ");
  return `${adsh}\t${tag}\tus-gaap/2019\t${coreg}\t${ddate}\t${qtrs}\t${uom || "USD"}\t${value}.0000\t\n`;
};
const QUARTER =
  NUM +
  num("a-1 Revenues 20190331 1", 100) +
  num("a-1 Revenues 20190331 1", 40, "SubsidiaryCo") +
  num("a-1 Revenues 20190331 1", 90, "|EUR") +
  num("a-1 AirlineSeatMiles 20190331 1", 5) +
  num("a-1 SalesRevenueNet 20190331 1", 77) +
  num("a-1 Assets 20190331 0", 1000) +
  num("a-1 EarningsPerShareDiluted 20190331 1", 2, "|USD/shares") +
  num("a-2 Revenues 20190630 1", 110) +
  num("a-2 Revenues 20190630 2", 210) +
  num("a-3 Revenues 20200331 1", 130) +
  num("a-3 Revenues 20190331 1", 104) +
  num("g-1 Revenues 20181231 4", 500);
const TICKERS = '{"0":{"cik_str":320193,"ticker":"AAPL","title":"Apple Inc."}}';
const PRICES = pricesOf(["AAPL"]);

describe("financial statement data sets", () => {
  const files = { "p.csv": PRICES, "num.txt": QUARTER, "sub.txt": SUB };

  it("are joined by filing: known when accepted, a figure given again is a restatement", async () => {
    const { steps, notes } = await factsFrom({ ...files, "company_tickers.json": TICKERS });
    expect(steps["revenue.quarter"]).toEqual([
      ["AAPL", "2019-05-01", 100],
      // Accepted before the session began: known at that day's close, so its day is the one before.
      ["AAPL", "2019-07-31", 110],
      ["AAPL", "2020-05-01", 130],
    ]);
    // On the 1st of May 2020 the quarter of a year before was 104: restated by the filing that gives the growth.
    expect(steps["revenue.yoy"]).toEqual([["AAPL", "2020-05-01", expect.closeTo(25, 9)]]);
    expect(steps["totalAssets.quarter"]).toEqual([["AAPL", "2019-05-01", 1000]]);
    expect(steps["eps.quarter"]).toEqual([["AAPL", "2019-05-01", 2]]);
    expect(notes[0]?.warnings?.[0]).toBe(
      "1 of 2 companies (50 %) has no prices and is ignored: GONE CORP (CIK 999).",
    );
  });

  it("tell what of a filing is no figure of the company", async () => {
    const check = await checkText("num.txt", QUARTER);
    expect(check).toMatchObject({ verdict: "ok", kind: "facts", rows: 12, leftOutCount: 0 });
    expect(check.warnings).toEqual([
      "1 row is passed over: of a segment or a subsidiary.",
      "1 row is passed over: in EUR, and not in dollars or shares.",
      "1 row is passed over: of items that are not facts here.",
    ]);
  });

  it("may be in the quarter's zip, beside what is not needed", async () => {
    const parts = {
      "num.txt": QUARTER,
      "sub.txt": SUB,
      "pre.txt": "adsh\treport\tline\tstmt\tinpth\trfile\ttag\tversion\tplabel\n",
      "tag.txt": "tag\tversion\tcustom\tabstract\tdatatype\n",
      "readme.htm": "<html></html>",
    };
    const bytes = zipSync(
      Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, new TextEncoder().encode(text)])),
    );
    const plan = planOf({ "p.csv": PRICES });
    const { market } = await readPlan({
      ...plan,
      files: [...plan.files, { name: "2019q2.zip", bytes: new Blob([bytes]) }],
    });
    expect(factsOf(market)).toContainEqual(["totalAssets.quarter", "fact", [["AAPL", "2019-05-01", 1000]]]);
  });

  it("take the symbol of a filing's own file where no list has the company, and say so", async () => {
    const { steps, notes } = await factsFrom(files);
    expect(steps["revenue.quarter"]).toHaveLength(3);
    expect(notes[0]?.warnings).toContain(
      "1 company is matched by the name of a filing's file, since no list has the CIK: check whether the symbols are theirs.",
    );
  });

  it("without the filings are refused, with the mend", async () => {
    const { files: told } = await factsFrom({ "p.csv": PRICES, "num.txt": QUARTER });
    expect(told.find((text) => text.startsWith("num.txt"))).toMatch(/^num.txt refuse: .*Add the sub.txt/);
  });

  it("with a filing that is nobody's or of a day to come leave that filing out", async () => {
    const good = Array.from(
      { length: 40 },
      (_, at) => `b-${at}\t320193\tA\t1\t10-Q\t20190331\t2019\tQ2\t20190501\t2019-05-01 18:08:27.0\t0\t\n`,
    ).join("");
    const bad =
      "x-1\tcik\tA\t1\t10-Q\t20190331\t2019\tQ2\t20190501\t\t0\t\nx-2\t7\tA\t1\t10-Q\t20190331\t2019\tQ2\t20490501\t\t0\t\n";
    const check = await checkText("sub.txt", SUB + good + bad);
    expect(check).toMatchObject({ verdict: "ok", rows: 46, leftOutCount: 2 });
    expect(check.leftOut.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      `46 cik is "cik", which is not a company's number. Correct or delete that row.`,
      "47 it was filed on 2049-05-01, which has not come yet. Correct or delete that row.",
    ]);
  });
});

const entry = (more: Readonly<Record<string, string | number>>): object => ({
  accn: "0000320193-19-1",
  fy: 2019,
  fp: "Q2",
  form: "10-Q",
  ...more,
});
const COMPANY = {
  cik: 320193,
  entityName: "Apple Inc.",
  facts: {
    "us-gaap": {
      Revenues: {
        label: "Revenues",
        units: {
          USD: [
            entry({ start: "2019-01-01", end: "2019-03-31", val: 100, filed: "2019-05-01" }),
            entry({ start: "2019-04-01", end: "2019-06-30", val: 110, filed: "2019-08-01" }),
            entry({ start: "2019-01-01", end: "2019-06-30", val: 210, filed: "2019-08-01" }),
            entry({ start: "2019-01-01", end: "2019-03-31", val: 104, filed: "2020-05-01" }),
            entry({
              start: "2020-01-01",
              end: "2020-03-31",
              val: 130,
              filed: "2020-05-01",
              frame: "CY2020Q1",
            }),
          ],
        },
      },
      Assets: {
        units: { USD: [entry({ end: "2018-12-31", val: 900, filed: "2019-02-01", form: "10-K", fp: "FY" })] },
      },
      Unheard: { units: { USD: [entry({ end: "2018-12-31", val: 1, filed: "2019-02-01" })] } },
    },
    dei: {
      EntityCommonStockSharesOutstanding: {
        units: { shares: [entry({ end: "2019-04-20", val: 5, filed: "2019-05-01" })] },
      },
    },
  },
};

describe("companyfacts", () => {
  const files = { "p.csv": PRICES, "CIK0000320193.json": JSON.stringify(COMPANY) };

  it("are figures from the days on which they were filed", async () => {
    const { steps } = await factsFrom({ ...files, "company_tickers.json": TICKERS });
    expect(steps["revenue.quarter"]).toEqual([
      ["AAPL", "2019-05-01", 100],
      ["AAPL", "2019-08-01", 110],
      ["AAPL", "2020-05-01", 130],
    ]);
    expect(steps["revenue.yoy"]).toEqual([["AAPL", "2020-05-01", expect.closeTo(25, 9)]]);
    expect(steps["totalAssets.year"]).toEqual([["AAPL", "2019-02-01", 900]]);
    expect(steps["shares.quarter"]).toEqual([["AAPL", "2019-05-01", 5]]);
  });

  it("need a list of tickers, also that with exchanges, or an answer", async () => {
    const { notes } = await factsFrom(files);
    expect(notes[0]?.warnings?.join()).toContain("add company_tickers.json of the SEC");
    const exchanges =
      '{"fields":["cik","name","ticker","exchange"],"data":[[320193,"Apple Inc.","AAPL","Nasdaq"]]}';
    const listed = await factsFrom({ ...files, "company_tickers_exchange.json": exchanges });
    expect(listed.steps["revenue.quarter"]).toHaveLength(3);
    const answered = await factsFrom(files, { "CIK0000320193.json": { symbol: "AAPL" } });
    expect(answered.steps["revenue.quarter"]).toHaveLength(3);
  });

  it.each([
    ["another program's", '{"a": 1}', /^JSON of a shape that can't be read/],
    ["cut short", '{"cik": 320193, "facts": {"us-gaap"', /cut short or damaged/],
    [
      "a frame",
      '{"ccp":"CY2019Q1I","tag":"Assets","uom":"USD","data":[{"cik":1,"val":2}]}',
      /a frame of the SEC/,
    ],
    [
      "without a figure that is known",
      '{"cik": 1, "entityName": "A", "facts": {}}',
      /no row of it can be used/,
    ],
  ])("of JSON that is %s nothing is taken", async (_, text, reason) => {
    expect(await checkText("x.json", text)).toMatchObject({
      verdict: "refuse",
      message: expect.stringMatching(reason),
    });
  });

  it("with an entry that can't be leave it out", async () => {
    const good = Array.from({ length: 40 }, (_, at) =>
      entry({ end: `${1980 + at}-12-31`, val: at + 1, filed: `${1981 + at}-02-01` }),
    );
    const bad = [
      entry({ end: "2019-12-31", val: 1, filed: "2019-02-01" }),
      entry({ end: "2019-12-41", val: 1, filed: "2020-02-01" }),
    ];
    const text = JSON.stringify({
      ...COMPANY,
      facts: { x: { Assets: { units: { USD: [...good, ...bad] } } } },
    });
    const check = await checkText("CIK1.json", text);
    expect(check).toMatchObject({ verdict: "ok", rows: 42, leftOutCount: 2 });
    expect(check.leftOut.map(({ reason }) => reason)).toEqual([
      "Assets was filed on 2019-02-01, before its period ends on 2019-12-31.",
      'end of Assets is "2019-12-41", which is not a date.',
    ]);
  });
});
