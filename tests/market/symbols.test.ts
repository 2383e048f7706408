import { describe, expect, it } from "vitest";
import { goodRows, header, readTexts, refusalOf } from "./text-sources.ts";
import { createSymbolFinder, createSymbolList } from "#workers/market/symbols.ts";

describe("a symbol that was found", () => {
  it("keeps nothing of the bytes it was found in, which are used again", () => {
    const list = createSymbolList();
    const finder = createSymbolFinder(list);
    const chunk = Buffer.from("AAA");
    const found = finder.find(chunk, 0, 3);
    chunk.write("BBB");
    expect(finder.find(Buffer.from("AAA"), 0, 3)).toBe(found);
    expect(finder.find(chunk, 0, 3).number).toBe(1);
    expect(list.names).toEqual(["AAA", "BBB"]);
  });
});

describe("the symbol", () => {
  it.each([
    ["ABB.csv", "ABB"],
    ["BRK.A.csv", "BRK.A"],
    ["X.NS.CSV", "X.NS"],
    ["x.txt", "x"],
    ["folder/M&M.csv", "M&M"],
    ["<img src=x onerror=alert(1)>.csv", "<img src=x onerror=alert(1)>"],
  ])("of a file without symbol column: %s is %s", async (name, symbol) => {
    const { market } = await readTexts({ [name]: "date,close\n2020-01-02,1\n" });
    expect(market.instruments.map((instrument) => instrument.symbol)).toEqual([symbol]);
  });

  it("is data, whatever it looks like", async () => {
    const symbols = ["constructor", "TRUE", "0012", "12", "<img onerror>", "s".repeat(300), "é", "😀"];
    const rows = symbols.map((symbol, at) => `${symbol},2020-01-02,${at + 1}\n`).join("");
    const facts = symbols.map((symbol) => `${symbol},"About ${symbol}"\n`).join("");
    const { market } = await readTexts({
      "p.csv": `symbol,date,close\n${rows}`,
      "instruments.csv": `symbol,name\n${facts}`,
    });
    expect(market.instruments.map(({ symbol, name }) => [symbol, name])).toEqual(
      symbols.toSorted().map((symbol) => [symbol, `About ${symbol}`]),
    );
    expect(Array.from(market.close)).toEqual(symbols.toSorted().map((symbol) => symbols.indexOf(symbol) + 1));
  });

  it.each([
    ["__proto__", "programs take for something else"],
    ["=cmd|'calc'!A0", "a spreadsheet would take for a formula"],
    ["=cmd()", "a spreadsheet would take for a formula"],
    ["-2+3", "a spreadsheet would take for a formula"],
    ["@SUM(A1)", "a spreadsheet would take for a formula"],
    ["A\u0007B", "has a character that cannot be seen (U+0007)"],
    ["AB\u200fC", "has a character that cannot be seen (U+200F)"],
    ["AB\u202eC", "has a character that cannot be seen (U+202E)"],
    ["\u200b", "has a character that cannot be seen (U+200B)"],
    ["\u3164", "has a character that cannot be seen (U+3164)"],
    ["\u2800", "has a character that cannot be seen (U+2800)"],
    ["A\ufe0f", "has a character that cannot be seen (U+FE0F)"],
  ])("is none where it is %j: said at its row, in its file's name, of its name", async (symbol, fault) => {
    const said = `symbol is ${JSON.stringify(symbol)}, which ${fault}`;
    const { market, notes } = await readTexts({
      "p.csv": `${header}${goodRows}${symbol},2020-01-02,10,12,9,11,5\n`,
    });
    expect(market.instruments.map((instrument) => instrument.symbol)).toEqual(["GOOD"]);
    expect(notes.files[0]?.issues[0]?.message).toBe(`p.csv:42: ${said}. Correct it or delete that row.`);
    const named = await refusalOf({ [`${symbol}.csv`]: "date,close\n2020-01-02,1\n" });
    expect(named.message).toContain(`which ${fault}; rename the file`);
    const listed = { "p.csv": `${header}${goodRows}`, "instruments.csv": `symbol,name\n${symbol},About\n` };
    expect((await refusalOf(listed)).message).toContain(said);
  });

  it("of ten thousand instruments, date by date, finds each its bars", async () => {
    const count = 10_000;
    const day = (date: string, close: number): string =>
      Array.from({ length: count }, (_, at) => `S${at},${date},${close + at}\n`).join("");
    const { market } = await readTexts({
      "p.csv": `symbol,date,close\n${day("2020-01-03", 2)}${day("2020-01-02", 1)}`,
    });
    const wrong = market.instruments.filter(({ symbol }, instrument) => {
      const first = market.barOffset[instrument] ?? 0;
      const number = Number(symbol.slice(1));
      return market.close[first] !== 1 + number || market.close[first + 1] !== 2 + number;
    });
    expect({ instruments: market.instruments.length, wrong }).toEqual({ instruments: count, wrong: [] });
  });
});
