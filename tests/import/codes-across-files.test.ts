/** Codes that lost their zeros in one of several files: asked where they are prices, and found again where they are not. */
import { describe, expect, it } from "vitest";
import { createSymbolMatch } from "#workers/import/statements/match-symbols.ts";
import { addFiles } from "./growing-dataset.ts";
import type { StoredColumns } from "./growing-dataset.ts";
import { inventBars } from "./invented-bars.ts";
import { look, planOf, readPlan } from "./plan-support.ts";

const BARS = inventBars(40);
const [EARLY, LATE] = [BARS.slice(0, 20), BARS.slice(20)];

/** A table of the bars under a code. */
function pricesOf(
  code: string,
  bars: typeof BARS,
  header = "symbol,date,open,high,low,close,volume",
  separator = ",",
): string {
  const rows = bars.map(({ iso, o, h, l, c, v }) => [code, iso, o, h, l, c, v].join(separator));
  return `${[header, ...rows].join("\n")}\n`;
}

const answered = (file: string, codes: "pad" | "keep") => ({ answers: new Map([[file, { codes }]]) });

const CASES = [
  {
    name: "Hong Kong, as Yahoo and as the exchange write it",
    whole: "00005.HK",
    short: "0005.HK",
    files: { "a.csv": pricesOf("00005.HK", EARLY), "b.csv": pricesOf("0005.HK", LATE) },
  },
  {
    name: "Shenzhen, in Chinese, the short one first",
    whole: "000001",
    short: "1",
    files: {
      "a.csv": pricesOf("000001", LATE, "股票代码,日期,开盘,最高,最低,收盘,成交量"),
      "b.csv": pricesOf("1", EARLY, "股票代码,日期,开盘,最高,最低,收盘,成交量"),
    },
  },
  {
    name: "Korea, with semicolons",
    whole: "005930",
    short: "5930",
    files: {
      "a.csv": pricesOf("005930", EARLY, "종목코드;날짜;시가;고가;저가;종가;거래량", ";"),
      "b.csv": pricesOf("5930", LATE, "종목코드;날짜;시가;고가;저가;종가;거래량", ";"),
    },
  },
  {
    name: "Tokyo, with tabs, beside another share",
    whole: "0123.T",
    short: "123.T",
    files: {
      "a.csv": `${pricesOf("0123.T", EARLY, "コード\t日付\t始値\t高値\t安値\t終値\t出来高", "\t")}${pricesOf("7203.T", EARLY, "コード\t日付\t始値\t高値\t安値\t終値\t出来高", "\t").split("\n").slice(1).join("\n")}`,
      "b.csv": pricesOf("123.T", LATE, "コード\t日付\t始値\t高値\t安値\t終値\t出来高", "\t"),
    },
  },
];

describe("a code that two files write with other zeros", () => {
  it.each(CASES)("is asked about, and joined or kept: $name", async ({ files, whole, short }) => {
    const asked = await look(planOf(files));
    const [first, second] = asked.files;
    expect([first?.verdict, second?.verdict]).toEqual(["ok", "ask"]);
    expect(second?.questions).toEqual([
      {
        about: "codes",
        text: `${short} may be ${whole} of a.csv: a program that reads codes as numbers loses the zeros in front. Is it one instrument?`,
        choices: ["pad", "keep", "leave out"],
      },
    ]);
    const { market, files: checked } = await readPlan(planOf(files, answered("b.csv", "pad")));
    const at = market.instruments.findIndex(({ symbol }) => symbol === whole);
    expect(Array.from(market.close.subarray(market.barOffset[at], market.barOffset[at + 1]))).toEqual(
      BARS.map(({ c }) => c),
    );
    expect(market.instruments.map(({ symbol }) => symbol)).not.toContain(short);
    expect(checked.flatMap(({ check }) => check.symbols)).not.toContain(short);
    const kept = await readPlan(planOf(files, answered("b.csv", "keep")));
    expect(kept.market.instruments.map(({ symbol }) => symbol)).toEqual(
      expect.arrayContaining([whole, short]),
    );
  });

  it("is brought to the dataset's way where files are added", async () => {
    const columns: StoredColumns = new Map();
    const { id } = await addFiles(columns, null, { "a.csv": pricesOf("000001", EARLY) });
    const files = { "b.csv": pricesOf("1", LATE) };
    const asked = await addFiles(columns, id, files);
    expect(asked.dryRun.files[0]?.message).toMatch(/^1 may be 000001 of the dataset: /);
    const { dryRun } = await addFiles(columns, id, files, answered("b.csv", "pad"));
    expect(dryRun.planned).toMatchObject({ instruments: 1, bars: 40 });
  });

  it.each([
    ["codes of two countries", "000001", "00001"],
    ["codes of two exchanges", "000001.SZ", "1.HK"],
    ["other codes", "000001", "2"],
    ["letters", "A001", "A1"],
  ])("is not seen in %s", async (_, one, other) => {
    const dryRun = await look(planOf({ "a.csv": pricesOf(one, EARLY), "b.csv": pricesOf(other, LATE) }));
    expect(dryRun.files.map(({ verdict }) => verdict)).toEqual(["ok", "ok"]);
  });
});

describe("a code that lost its zeros in another kind of file", () => {
  const prices = pricesOf("000001", BARS);
  const split = (code: string): string => `symbol,date,kind,value\n${code},${BARS[20]?.iso},split,2:1\n`;
  it("still has its corporate actions", async () => {
    const { actions } = await look(planOf({ "prices.csv": prices, "actions.csv": split("1") }));
    expect(actions?.sentences.join(" ")).not.toMatch(/no prices/);
    const { actions: same } = await look(planOf({ "prices.csv": prices, "actions.csv": split("000001") }));
    expect(actions?.sentences).toEqual(same?.sentences);
  });

  it.each([
    ["1", ["000001", "00700"], 0],
    ["700", ["000001", "00700"], 1],
    ["5.HK", ["0005.HK", "9988.HK"], 0],
    ["2330.TW", ["02330.TW"], 0],
    ["1", ["000001", "00001"], -1],
    ["1", ["A001", "10"], -1],
  ])("is matched to the market: %s", (name, symbols, owner) => {
    const [spell] = createSymbolMatch({ symbols }).spellsOf(name, "symbol");
    expect(spell?.owner).toBe(owner);
  });

  it.each([
    [
      "an instruments.csv of Korea",
      "005930",
      "instruments.csv",
      "symbol,name,exchange,currency\n5930,Samsung,KRX,KRW\n",
    ],
    [
      "one of Hong Kong",
      "00005.HK",
      "instruments.csv",
      "symbol,name,exchange,currency\n5.HK,Samsung,KRX,KRW\n",
    ],
    [
      "one that has the zeros, over prices that lost them",
      "5930",
      "instruments.csv",
      "symbol,name,exchange,currency\n005930,Samsung,KRX,KRW\n",
    ],
  ])("is described by %s", async (_, code, name, text) => {
    const { market, files } = await readPlan(planOf({ "prices.csv": pricesOf(code, BARS), [name]: text }));
    expect(market.instruments).toMatchObject([
      { symbol: code, name: "Samsung", exchange: "KRX", currency: "KRW" },
    ]);
    const check = files.find(({ check: { file } }) => file === name)?.check;
    expect(check?.warnings.join(" ")).toContain(`${text.split("\n")[1]?.split(",")[0]} for ${code}`);
  });

  it("is described by a list of companies, with semicolons and in Korean", async () => {
    const list = "종목코드;종목명;업종\n5930;삼성전자;전자\n660;하이닉스;반도체\n";
    const bothPrices = `${pricesOf("005930", BARS)}${pricesOf("000660", BARS).split("\n").slice(1).join("\n")}`;
    const { market, facts } = await readPlan(planOf({ "prices.csv": bothPrices, "krx.csv": list }));
    expect(facts?.matched).toBe(2);
    expect(market.instruments.map(({ symbol, name }) => [symbol, name])).toEqual([
      ["000660", "하이닉스"],
      ["005930", "삼성전자"],
    ]);
  });

  it.each(["facts.csv", "signals.csv", "mine.csv"])("has its figures of %s", async (name) => {
    const figures = "symbol,date,name,value\n5930,2024-01-03,pe,12\n";
    const kind = name === "mine.csv" ? { answers: new Map([[name, { figures: "fact" as const }]]) } : {};
    const { market } = await readPlan(
      planOf({ "prices.csv": pricesOf("005930", BARS), [name]: figures }, kind),
    );
    expect(market.facts?.map((one) => [one.name, [...one.value]])).toEqual([["pe", [12]]]);
  });

  it("is not described by what is another's, or may be of two", async () => {
    const list = "symbol,name,exchange,currency\n1,One,SZSE,CNY\n2,Two,SZSE,CNY\n";
    const two = `${prices}${pricesOf("00001", BARS).split("\n").slice(1).join("\n")}`;
    const { market } = await readPlan(planOf({ "prices.csv": two, "instruments.csv": list }));
    expect(market.instruments.map(({ name }) => name)).toEqual(["", ""]);
    const both = "symbol,name,exchange,currency\n1,Short,SZSE,CNY\n000001,Whole,SZSE,CNY\n";
    const { market: own } = await readPlan(planOf({ "prices.csv": prices, "instruments.csv": both }));
    expect(own.instruments.map(({ name }) => name)).toEqual(["Whole"]);
    const twice = "symbol,name,exchange,currency\n1,One,SZSE,CNY\n01,Other,SZSE,CNY\n";
    const { market: none } = await readPlan(planOf({ "prices.csv": prices, "instruments.csv": twice }));
    expect(none.instruments.map(({ name }) => name)).toEqual([""]);
  });

  it("is nobody's where two instruments may be meant", async () => {
    const both = `${prices}${pricesOf("00001", BARS).split("\n").slice(1).join("\n")}`;
    const { market } = await readPlan(planOf({ "prices.csv": both, "actions.csv": split("1") }));
    expect(market.adjClose).toBeNull();
  });
});
