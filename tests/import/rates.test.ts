/** Files of rates: told by names and values, asked, read, stored, and left out of what can be traded. */
import { describe, expect, it } from "vitest";
import { createPlanReader } from "#workers/import/plan/plan-files.ts";
import { formatIsoDay, parseIsoDay } from "#workers/model/day.ts";
import type { Answers } from "#workers/model/import-check.ts";
import { barsOfText, checkText } from "./check-support.ts";
import { addFiles, openColumns, readerOf } from "./growing-dataset.ts";
import type { StoredColumns } from "./growing-dataset.ts";
import { look, planOf, readPlan } from "./plan-support.ts";
import { threadsOf } from "./threads-support.ts";

const RATES: Answers = { figures: "rate" };
const FIRST = parseIsoDay("2024-01-01") ?? 0;

/** Monday to Friday from 2024-01-01 on. */
const weekday = (at: number): string => formatIsoDay(FIRST + Math.floor(at / 5) * 7 + (at % 5));
const month = (at: number): string =>
  `${2010 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}-01`;

function rows(header: string, count: number, cells: (at: number) => string, day = weekday): string {
  return `${header}\n${Array.from({ length: count }, (_, at) => `${day(at)},${cells(at)}\n`).join("")}`;
}

const rising = (at: number): string => (4 + at / 100).toFixed(2);
const falling = (at: number): string => (-0.2 - at / 100).toFixed(2);

const choicesOf = async (file: string, text: string) =>
  (await checkText(file, text)).questions.map(({ about, doubt, choices }) => [about, doubt, choices.join()]);

describe("a series that is named like a rate", () => {
  const asked = [["columns", "economy", "rate,take,leave out"]];

  it.each([
    { title: "by FRED's header", file: "x.csv", text: rows("observation_date,DGS3MO", 40, rising) },
    {
      title: "by FRED's header, in months",
      file: "x.csv",
      text: rows("DATE,TB3MS", 40, rising, month),
    },
    { title: "by its file's name", file: "TB3MS.csv", text: rows("date,value", 40, rising, month) },
    { title: "by a word of that", file: "TB3MS_daily.csv", text: rows("date,value", 40, rising) },
    { title: "as charts call yields", file: "US10Y.csv", text: rows("date,close", 40, rising) },
    {
      title: "as a government's bond, with bars",
      file: "India 10-Year Bond Yield Historical Data.csv",
      text: rows("Date,Price,Open,High,Low", 40, (at) => `${rising(at)},${rising(at)},9,1`),
    },
    { title: "by its column", file: "india.csv", text: rows("Date,RBI Bank Rate", 40, rising) },
    {
      title: "by its column, which a central bank writes",
      file: "DFR.csv",
      text: rows(
        'DATE,TIME PERIOD,"Deposit facility - Level (FM.D.U2.EUR.4F.KR.DFR.LEV)"',
        40,
        (at) => `x,${falling(at)}`,
      ),
    },
    {
      title: "and has been below 0 throughout",
      file: "EURIBOR3M.csv",
      text: rows("date,value", 40, falling),
    },
    {
      title: "and stood on a few days of twenty years",
      file: "policy.csv",
      text: rows("DATE,REPORATE", 58, rising, (at) => formatIsoDay(FIRST - 7000 + 123 * at)),
    },
  ])("$title is asked about, rates being likelier", async ({ file, text }) => {
    const choices = await choicesOf(file, text);
    expect(choices.filter(([about]) => about !== "symbol")).toEqual(asked);
    const check = await checkText(file, text, { ...RATES, symbol: "R" });
    expect(check).toMatchObject({ verdict: "ok", leftOutCount: 0, quality: [], warnings: [] });
    expect(check.rates).toEqual(check.symbols);
    expect(check.bars).toBe(text.trim().split("\n").length - 1);
  });

  it("by a column in percent is asked about, too", async () => {
    const text = rows("Date,91-Day T-Bill Yield (%)", 40, rising);
    expect(await choicesOf("RBI.csv", text)).toEqual([["columns", "meaning", "rate,take,leave out"]]);
    expect(await checkText("RBI.csv", text, RATES)).toMatchObject({ verdict: "ok", rates: ["RBI"] });
  });

  it("among several columns of rates is one of them by its title", async () => {
    const text = rows("Date,Bank Rate,Repo Rate", 40, (at) => `${rising(at)},${falling(at)}`);
    expect(await choicesOf("rbi.csv", text)).toEqual(asked);
    expect(await checkText("rbi.csv", text, RATES)).toMatchObject({
      verdict: "ok",
      rates: ["Bank Rate", "Repo Rate"],
      bars: 80,
    });
  });

  it.each([
    { title: "a share's yield", file: "VYM High Dividend Yield.csv" },
    { title: "a fund of bills", file: "BIL T-Bill ETF.csv" },
    { title: "a share called like a yield of corporate bonds", file: "AAA.csv" },
  ])("is not seen in $title", async ({ file }) => {
    const check = await checkText(file, rows("date,close", 40, rising), { symbol: "X" });
    expect(check).toMatchObject({ verdict: "ok", rates: [] });
  });

  it("taken for prices is prices", async () => {
    const text = rows("observation_date,DGS3MO", 40, rising);
    const check = await checkText("x.csv", text, { columns: ["economy"] });
    expect(check).toMatchObject({ verdict: "ok", rates: [], bars: 40 });
  });

  it("beside an index of shares is the only one that is read as rates", async () => {
    const text = rows("observation_date,SP500,DGS2", 40, (at) => `${4800 + at},${falling(at)}`);
    const check = await checkText("fred.csv", text, RATES);
    expect(check).toMatchObject({ verdict: "ok", symbols: ["DGS2", "SP500"], rates: ["DGS2"], bars: 80 });
  });
});

describe("figures that no price is", () => {
  it.each([
    {
      title: "a series that is below 0 on most days can't be prices",
      text: rows("date,close", 40, falling),
      choices: ["rate", "leave out"],
    },
    {
      title: "one of zeros, as a rate that a bank leaves at 0, neither",
      text: rows("date,close", 40, (at) => (at < 20 ? "0" : rising(at))),
      choices: ["rate", "leave out"],
    },
    {
      title: "bars below 0 on more than a twentieth of the days neither",
      text: rows("date,open,high,low,close", 40, (at) => (at < 3 ? "-1,-1,-1,-1" : "5,6,4,5")),
      choices: ["rate", "leave out"],
    },
    {
      title: "a close below 0 once, as oil had, is likelier a price that is left out",
      text: rows("date,close", 40, (at) => (at === 7 ? "-37.63" : "40")),
      choices: ["take", "rate", "leave out"],
    },
    {
      title: "the same by the canonical header",
      text: rows("date,symbol,open,high,low,close,volume", 40, (at) => `OIL,,,,${at === 7 ? -37 : 40},0`),
      choices: ["take", "rate", "leave out"],
    },
  ])("$title", async ({ text, choices }) => {
    expect(await choicesOf("OIL.csv", text)).toEqual([["columns", "rates", choices.join()]]);
    const check = await checkText("OIL.csv", text, RATES);
    expect(check).toMatchObject({ verdict: "ok", bars: 40, leftOutCount: 0, rates: ["OIL"] });
  });

  it("are left out with their places where a person says that the rest are prices", async () => {
    const text = rows("date,close", 40, (at) => (at === 7 ? "-37.63" : "40"));
    const check = await checkText("OIL.csv", text, { columns: ["rates"] });
    expect(check).toMatchObject({
      verdict: "ok",
      bars: 39,
      leftOut: [{ line: 9, reason: "close is -37.63, but a price is above 0. Correct or delete that row." }],
    });
  });

  it.each([
    {
      title: "closes of 0, as of days without a price",
      text: rows("date,close", 40, (at) => (at === 7 ? "0" : "40")),
    },
    {
      title: "bars of 0 throughout",
      text: rows("date,open,high,low,close", 40, (at) => (at < 2 ? "0,0,0,0" : "5,6,4,5")),
    },
    {
      title: "a bar below 0",
      text: rows("date,open,high,low,close", 40, (at) => (at < 2 ? "5,6,4,-5" : "5,6,4,5")),
    },
  ])("are no question where they are few: $title", async ({ text }) => {
    const check = await checkText("OIL.csv", text);
    expect(check.verdict).toBe("ok");
    expect(check.leftOutCount).toBeGreaterThan(0);
  });

  it("of several instruments side by side are asked about with what else they may be", async () => {
    const text = rows("Date,AAPL,MSFT", 8, (at) => `${at % 2 === 0 ? "-" : ""}0.0123,0.004`);
    const check = await checkText("prices/ACME.csv", text);
    expect(check.questions.flatMap(({ choices }) => choices)).toEqual([
      "rate",
      "leave out",
      "signal",
      "fact",
      "rate",
    ]);
  });

  it("beside symbols, under a title that nobody knows, may be rates", async () => {
    const text = rows("date,symbol,level", 40, (at) => `TB,${falling(at)}`);
    expect(await choicesOf("x.csv", text)).toEqual([["figures", undefined, "signal,fact,rate"]]);
    expect(await checkText("x.csv", text, RATES)).toMatchObject({ verdict: "ok", rates: ["TB"], bars: 40 });
  });
});

describe("a file that is read as rates", () => {
  it("gives the close alone, whatever else is in its rows", async () => {
    const text = "date,open,high,low,close,volume\n2024-01-02,9,1,x,-0.5,7\n2024-01-03,,,,0,\n";
    expect(await barsOfText("R.csv", text, RATES)).toEqual([
      "R,2024-01-02,-0.5,-0.5,-0.5,-0.5,0",
      "R,2024-01-03,0,0,0,0,0",
    ]);
  });

  it("of other numbers and dates gives them as they are meant", async () => {
    const text = `Datum;Wert\n${Array.from({ length: 20 }, (_, at) => `${String(at + 1).padStart(2, "0")}.01.2024;-0,${50 + at}\n`).join("")}`;
    const bars = await barsOfText("R.csv", text, RATES);
    expect(bars.slice(0, 2)).toEqual([
      "R,2024-01-01,-0.5,-0.5,-0.5,-0.5,0",
      "R,2024-01-02,-0.51,-0.51,-0.51,-0.51,0",
    ]);
  });

  it("takes the last of a day's rates, not the highest", async () => {
    const text = Array.from({ length: 20 }, (_, at) =>
      [9, 10, 11].map((hour) => `${weekday(at)} ${hour}:00:00,${hour === 10 ? 5 : -hour}\n`).join(""),
    ).join("");
    const bars = await barsOfText("R.csv", `time,close\n${text}`, { ...RATES, intraday: "fold" });
    expect(bars[0]).toBe("R,2024-01-01,-11,-11,-11,-11,0");
  });

  it("leaves out with its place what is no number", async () => {
    const text = rows("date,close", 40, (at) => (at === 7 ? "x1" : falling(at)));
    expect(await checkText("R.csv", text, RATES)).toMatchObject({
      verdict: "ok",
      leftOut: [{ line: 9, reason: 'close is "x1", which cannot be read. Correct or delete that row.' }],
      message: "R: 39 rates from 2024-01-01 to 2024-02-23; 1 row left out.",
    });
  });
});

const LIST = "symbol,instrumentType,exchange\nTB,RATE,\n";
const PRICES = rows("date,symbol,close", 40, (at) => `AB,${100 + at}`);
const OF_TB = rows("date,symbol,close", 40, (at) => `TB,${falling(at)}`);

async function typesIn(
  texts: Readonly<Record<string, string>>,
  answers: Readonly<Record<string, Answers>> = {},
) {
  const { files, market } = await readPlan(planOf(texts, { answers: new Map(Object.entries(answers)) }));
  const verdicts = Object.fromEntries(files.map(({ check }) => [check.file, check.verdict]));
  return {
    verdicts,
    types: market.instruments.map(({ symbol, instrumentType }) => `${symbol} ${instrumentType}`),
  };
}

/** Without a bar on a Wednesday. */
const shareOf = (symbol: string) =>
  rows("date,symbol,close", 40, (at) => `${symbol},${100 + at}`).replaceAll(`2024-01-03,${symbol},102\n`, "");
/** Halved in a night. */
const rateOf = (symbol: string) => rows("date,symbol,close", 40, (at) => `${symbol},${at < 20 ? 4 : 2}`);

describe("rates among the files of an import", () => {
  it.each(["a.csv", "z.csv"])("are told by an instruments.csv before and behind them: %s", async (name) => {
    expect(await typesIn({ [name]: OF_TB, "m/instruments.csv": LIST, "p.csv": PRICES })).toEqual({
      verdicts: { [name]: "ok", "m/instruments.csv": "ok", "p.csv": "ok" },
      types: ["AB EQUITY", "TB RATE"],
    });
  });

  it("are told by an instruments.csv in the letters of the file's name", async () => {
    const { types } = await typesIn({
      "tb.csv": rows("date,close", 40, falling),
      "instruments.csv": "symbol,instrumentType\ntb,RATE\n",
    });
    expect(types).toEqual(["tb RATE"]);
  });

  it("are told by an answer, for every file that has the series", async () => {
    const later = OF_TB.replaceAll("2024-", "2025-");
    expect(await typesIn({ "a.csv": later, "b.csv": OF_TB }, { "b.csv": RATES })).toEqual({
      verdicts: { "a.csv": "ok", "b.csv": "ok" },
      types: ["TB RATE"],
    });
  });

  it("are prices again once the answer is taken back", async () => {
    const texts = { "a.csv": rows("date,symbol,close", 40, (at) => `TB,${rising(at)}`) };
    const reader = createPlanReader();
    const typeAfter = async (answers: ReadonlyMap<string, Answers>) =>
      (await readPlan(planOf(texts, { answers }), { reader })).market.instruments[0]?.instrumentType;
    expect(await typeAfter(new Map([["a.csv", RATES]]))).toBe("RATE");
    expect(await typeAfter(new Map())).toBe("EQUITY");
  });

  it("are stored the same whether read here, on other threads or in parts", async () => {
    const texts = { "a.csv": OF_TB, "instruments.csv": LIST, "p.csv": PRICES };
    const { market } = await readPlan(planOf(texts));
    for (const partBytes of [100, 100_000]) {
      const threads = threadsOf({ atOnce: 2, partBytes });
      // oxlint-disable-next-line no-await-in-loop -- two small readings
      expect((await readPlan(planOf(texts), { threads })).market).toEqual(market);
    }
    expect(market.close.some((close) => close < 0)).toBe(true);
  });

  it("have neither gaps nor splits, and make no session of the others", async () => {
    const { planned, splits, guesses } = await look(
      planOf({
        ...Object.fromEntries(["R1", "R2", "R3"].map((symbol) => [`${symbol}.csv`, rateOf(symbol)])),
        "R4.csv": rateOf("R4").replaceAll("2024-01-10,R4,4\n", ""),
        "instruments.csv": `symbol,instrumentType\n${["R1", "R2", "R3", "R4"].map((symbol) => `${symbol},RATE\n`).join("")}`,
        "a.csv": shareOf("AB"),
        "b.csv": shareOf("CD"),
      }),
    );
    expect(planned.gaps.sessions).toBe(0);
    expect(splits.count).toBe(0);
    expect(guesses.get("R1.csv")?.instrumentType?.value).toBe("RATE");
  });

  it("of months and days go together, beside shares whose bars are days", async () => {
    const texts = {
      "a.csv": rows("date,symbol,close", 40, (at) => `TB,${rising(at)}`, month),
      "b.csv": OF_TB,
      "c.csv": rows(
        "date,symbol,close",
        40,
        (at) => `TQ,${rising(at)}`,
        (at) => `${1980 + at}-06-30`,
      ),
      "instruments.csv": `${LIST}TQ,RATE,\n`,
      "p.csv": PRICES,
    };
    const { files, planned } = await look(planOf(texts));
    expect(files.map(({ verdict, frequency, warnings }) => [verdict, frequency, warnings.length])).toEqual([
      ["ok", "monthly", 0],
      ["ok", "daily", 0],
      ["ok", "yearly", 0],
      ["ok", null, 0],
      ["ok", "daily", 1], // no volume
    ]);
    expect(planned).toMatchObject({ frequency: "daily", first: "2024-01-01", bars: 160 });
  });

  it("go without the market caps and actions that files say of their symbol", async () => {
    const { market } = await readPlan(
      planOf({
        "a.csv": rows("date,symbol,close", 40, (at) => `TB,${at < 7 ? 4 : 2}`),
        "instruments.csv": "symbol,instrumentType,sharesOutstanding\nTB,RATE,1000\n",
        "actions.csv": "symbol,date,kind,value\nTB,2024-01-10,split,2:1\n",
        "list.csv": "Symbol,Name,Market Cap\nTB,Bill,1000000\nXX,Other,5\nYY,Another,6\n",
      }),
    );
    expect([market.marketCap, market.adjClose]).toEqual([null, null]);
  });

  it("are refused where the same symbol is something else", async () => {
    const { files } = await look(
      planOf(
        { "a.csv": OF_TB, "instruments.csv": LIST.replace("RATE", "INDEX") },
        { answers: new Map([["a.csv", RATES]]) },
      ),
    );
    expect(files.map(({ verdict, message }) => [verdict, message])).toEqual([
      [
        "refuse",
        "TB is of the type INDEX by what is known of it, and its closes are prices, so it gets no rates. Import them under another symbol, or as prices",
      ],
      ["ok", "Names, exchanges and currencies of 1 instruments."],
    ]);
  });
});

async function begin(): Promise<[StoredColumns, string]> {
  const columns: StoredColumns = new Map();
  const { id, facts } = await addFiles(columns, null, {
    "a.csv": OF_TB.replaceAll("2024-", "2014-"),
    "instruments.csv": LIST.replace("RATE,", "RATE,OTHER"),
    "p.csv": PRICES,
  });
  expect(facts).toMatchObject({
    exchanges: [""],
    instrumentTypes: ["EQUITY", "RATE"],
    firstDate: "2024-01-01",
  });
  expect(facts.universes?.map(({ instrumentType }) => instrumentType)).toEqual(["EQUITY"]);
  return [columns, id];
}

describe("a dataset with rates", () => {
  it("gets more of them unasked, bar behind bar, with those of the shares", async () => {
    const [columns, before] = await begin();
    const { dryRun, id, frontId } = await addFiles(columns, before, {
      "new.csv": "symbol,date,close\nTB,2024-06-03,-0.75\nAB,2024-06-03,200\n",
    });
    expect(dryRun.files[0]).toMatchObject({ verdict: "ok", rates: ["TB"] });
    expect(frontId).toBe(before);
    expect(
      openColumns(readerOf(columns, id)).instruments.map(({ instrumentType }) => instrumentType),
    ).toEqual(["EQUITY", "RATE"]);
  });

  it("has them as rates whatever a later list says, which is refused", async () => {
    const [columns, before] = await begin();
    const { dryRun } = await addFiles(columns, before, {
      "instruments.csv": "symbol,instrumentType\nTB,EQUITY\n",
    });
    expect(dryRun.files[0]).toMatchObject({ verdict: "refuse" });
    expect(dryRun.files[0]?.message).toMatch(/^TB is a series of rates in the dataset/);
  });
});
