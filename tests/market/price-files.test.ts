import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import {
  barsOf,
  bytesSource,
  goodRows,
  header,
  readSources,
  readTexts,
  refusalOf,
  refusalOfSources,
  textSource,
} from "./text-sources.ts";

const bar = ["A", "2020-01-02", 10, 12, 9, 11, 5];
const encoder = new TextEncoder();

describe("the header", () => {
  it.each([
    { title: "canonical", text: "symbol,date,open,high,low,close,volume\nA,2020-01-02,10,12,9,11,5" },
    {
      title: "in any order and case, with blanks, a byte order mark and CR LF",
      text: "\uFEFF Volume ,CLOSE,date,remark,low,Symbol,High,oPEN\r\n5,11,2020-01-02,x,9,A,12,10\r\n",
    },
    {
      title: "all quoted",
      text: '"symbol","date","open","high","low","close","volume"\n"A","2020-01-02","10","12","9","11","5"\n',
    },
    {
      title: "quoted, the rows not",
      text: '"Ticker","Date","Open","High","Low","Close","Volume"\nA,2020-01-02,10,12,9,11,5',
    },
    {
      title: "behind blank lines",
      text: "\n  \r\n\nsymbol,date,open,high,low,close,volume\nA,2020-01-02,10,12,9,11,5",
    },
    { title: "with semicolons", text: "symbol;date;open;high;low;close;volume\nA;2020-01-02;10;12;9;11;5" },
    {
      title: "with tabs",
      text: "symbol\tdate\topen\thigh\tlow\tclose\tvolume\nA\t2020-01-02\t10\t12\t9\t11\t5",
    },
    { title: "with bars", text: "symbol|date|open|high|low|close|volume\nA|2020-01-02|10|12|9|11|5" },
    {
      title: "of old Macs, carriage returns alone",
      text: "symbol,date,open,high,low,close,volume\rA,2020-01-02,10,12,9,11,5\r",
    },
    {
      title: "a name twice: the first counts",
      text: "symbol,date,open,high,low,close,volume,close,date\nA,2020-01-02,10,12,9,11,5,99,x",
    },
    {
      title: "ticker beside symbol: symbol counts",
      text: "ticker,symbol,date,open,high,low,close,volume\nZ,A,2020-01-02,10,12,9,11,5",
    },
    {
      title: "timestamp for want of date",
      text: "symbol,timestamp,open,high,low,close,volume\nA,2020-01-02,10,12,9,11,5",
    },
    {
      title: "date beside timestamp",
      text: "symbol,timestamp,date,open,high,low,close,volume\nA,?,2020-01-02,10,12,9,11,5",
    },
    {
      title: "symbols in a column called Name",
      text: "date,open,high,low,close,volume,Name\n2020-01-02,10,12,9,11,5,A",
    },
    {
      title: "a line end inside its quotes",
      text: 'symbol,date,open,high,low,close,volume,"of\nmany"\nA,2020-01-02,10,12,9,11,5',
    },
    {
      title: "more cells in a row than in the header",
      text: "symbol,date,open,high,low,close,volume\nA,2020-01-02,10,12,9,11,5,,,1",
    },
  ])("$title", async ({ text }) => {
    expect(barsOf(await readTexts({ "p.csv": text }))).toEqual([bar]);
  });

  it.each(["adjClose", "Adj Close", "adj_close", "ADJUSTED_CLOSE"])("%s is adjClose", async (name) => {
    const { market } = await readTexts({
      "p.csv": `symbol,date,close,${name}\nA,2020-01-02,11,5.5\nA,2020-01-03,11,\n`,
    });
    expect(market.adjClose).toEqual(Float64Array.of(5.5, Number.NaN));
  });

  it("decides by what a column called name holds", async () => {
    const text = "date,close,name\n2020-01-02,11,Acme Ltd\n2020-01-03,12,Acme Ltd\n";
    expect(barsOf(await readTexts({ "ACME.csv": text })).map(([symbol]) => symbol)).toEqual(["ACME", "ACME"]);
  });

  it("that names a column twice is told", async () => {
    const { notes } = await readTexts({ "a.csv": "symbol,date,close,x,Close,x\nA,2020-01-02,1,5,2,6\n" });
    const twice = `columns 3 and 5 are both named "close"; the first was read. Rename the one that isn't meant.`;
    expect(notes.files[0]?.warnings).toEqual([twice]); // and of x nobody reads either
  });

  it("is told in the notes", async () => {
    const { notes } = await readTexts({
      "a.csv": "symbol,date,close\nA,2020-01-02,1\nB,2020-01-05,1\n",
      "b.csv": "date;close\n",
      "instruments.csv": "symbol\nA\n",
    });
    expect(notes.files).toEqual([
      {
        file: "a.csv",
        layout: "comma, symbol in column symbol",
        rows: 2,
        bars: 2,
        leftOut: 0,
        repeats: 0,
        closeOnly: 2,
        instruments: 2,
        firstDate: "2020-01-02",
        lastDate: "2020-01-05",
        issues: [],
      },
      {
        file: "b.csv",
        layout: "semicolon, symbol from the file name",
        rows: 0,
        bars: 0,
        leftOut: 0,
        repeats: 0,
        closeOnly: 0,
        instruments: 0,
        firstDate: null,
        lastDate: null,
        issues: [],
      },
      {
        file: "instruments.csv",
        layout: "instruments",
        rows: 1,
        bars: 0,
        leftOut: 0,
        repeats: 0,
        closeOnly: 0,
        instruments: 1,
        firstDate: null,
        lastDate: null,
        issues: [],
      },
    ]);
  });
});

describe("a file that is no price file is refused by name, line and mend", () => {
  const example = "e.g. date,open,high,low,close,volume";
  it.each([
    { title: "empty", text: "", message: "p.csv:1: empty file; give it a header and rows" },
    { title: "blank", text: "\r\n \n\n", message: "p.csv:1: empty file; give it a header and rows" },
    {
      title: "byte order mark alone",
      text: "\uFEFF",
      message: "p.csv:1: empty file; give it a header and rows",
    },
    {
      title: "no header",
      text: "2020-01-02,10,12,9,11,5\n2020-01-03,10,12,9,11,5\n",
      message: `p.csv:1: no header; add a first line that names the columns, ${example}`,
    },
    {
      title: "no header, and dates of another shape",
      text: "20200102 00:00,10,12,9,11,5\n20200103 00:00,10,12,9,11,5\n",
      message: `p.csv:1: no header; add a first line that names the columns, ${example}`,
    },
    {
      title: "no close",
      text: "symbol,date,open,adj close\nA,2020-01-02,1,1\n",
      message: `p.csv:1: no close column in the header "symbol,date,open,adj close"; name the columns, ${example}.`,
    },
    {
      title: "neither date nor close, below blank lines",
      text: "\n\nsome text\n",
      message: `p.csv:3: no date column and no close column in the header "some text"; name the columns, ${example}.`,
    },
    {
      title: "a web page",
      text: "\n<!DOCTYPE html>\n<html><body>Not found</body></html>",
      message: "p.csv:2: a web page, not CSV; download the data itself and try again",
    },
    {
      title: "zero bytes",
      text: "date,close\n\u0000\u0000",
      message: "p.csv:1: not a text file; save the data as CSV in UTF-8",
    },
    {
      title: "a first line without end",
      text: "x".repeat(100_000),
      message: "p.csv:1: the first line is longer than 64 KB; give the file a header and line ends",
    },
    {
      title: "a line without end",
      text: `date,close\n2020-01-01,1\n${"1".repeat(1_200_000)}`,
      message: "p.csv:3: a line longer than 1 MB; a line is one row of prices, so mend the line ends",
    },
    {
      title: "a line of very many columns",
      text: `date,close\n2020-01-01,1\n2020-01-02,1${",".repeat(1_200_000)}\n2020-01-03,1\n`,
      message: "p.csv:3: a line longer than 1 MB; a line is one row of prices, so mend the line ends",
    },
  ])("$title", async ({ text, message }) => {
    expect(await refusalOf({ "p.csv": text, "z.csv": header })).toEqual({
      code: "file-refused",
      message,
      place: "p.csv",
    });
  });

  it.each([
    {
      title: "UTF-16",
      bytes: Uint8Array.of(0xff, 0xfe, 0x64, 0, 0x61, 0),
      message: "p.csv:1: saved as UTF-16; save it as CSV in UTF-8",
    },
    {
      title: "a workbook",
      bytes: Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 6, 0),
      message:
        "p.csv: a zip archive or a workbook, not CSV; save it as CSV, or name an archive of CSV files .zip",
    },
    {
      title: "a header in another encoding",
      bytes: Uint8Array.of(0xb9, 0xc9, 0xc6, 0xb1, 0x2c, 0x78, 0x0a),
      message: `p.csv:1: no date column and no close column in the header "\uFFFD\uFFFDƱ,x"; name the columns, ${example}. Save the file as UTF-8.`,
    },
  ])("$title", async ({ bytes, message }) => {
    expect(await refusalOfSources([bytesSource("p.csv", bytes)])).toMatchObject({ message });
  });

  it("two files of one name, for which comes first would be left open", async () => {
    const problem = await refusalOfSources([textSource("p.csv", header), textSource("p.csv", header)]);
    expect(problem.message).toBe("p.csv: two files have this name; rename one of them");
  });

  it("a source that fails, in the words of the failure", async () => {
    const broken = {
      name: "p.csv",
      bytes: 5,
      open() {
        throw new Error("the disk is gone");
      },
    };
    expect(await refusalOfSources([broken])).toEqual({
      code: "file-unreadable",
      message: "p.csv: cannot be read: the disk is gone; choose the file again",
      place: "p.csv",
    });
  });
});

function rowsOf(symbol: string, ...dates: string[]): string {
  return dates.map((date) => `${symbol},${date},5\n`).join("");
}

async function symbolsOf(text: string, name = "NEW.csv"): Promise<(string | number | undefined)[]> {
  return barsOf(await readTexts({ [name]: `symbol,date,close\n${text}` })).map(([symbol]) => symbol);
}

describe("a company that was renamed", () => {
  it("keeps one name, that of the file, and the notes say so", async () => {
    const text =
      rowsOf("OLD", "2020-01-02", "2020-01-01") +
      rowsOf("NEW", "2020-01-03") +
      rowsOf("OLDEST", "2019-12-31");
    const reading = await readTexts({ "NEW.csv": `symbol,date,close\n${text}` });
    expect(barsOf(reading).map(([symbol, date]) => [symbol, date])).toEqual(
      ["2019-12-31", "2020-01-01", "2020-01-02", "2020-01-03"].map((date) => ["NEW", date]),
    );
    expect(reading.notes.files[0]).toMatchObject({
      layout: "comma, symbol in column symbol; OLDEST, OLD taken for an earlier name of NEW",
      instruments: 1,
    });
  });

  it.each([
    {
      title: "periods overlap",
      text: rowsOf("OLD", "2020-01-01", "2020-01-04") + rowsOf("NEW", "2020-01-03"),
    },
    {
      title: "periods share a day",
      text: rowsOf("OLD", "2020-01-01", "2020-01-03") + rowsOf("NEW", "2020-01-03"),
    },
    {
      title: "the file has another name",
      text: rowsOf("OLD", "2020-01-01") + rowsOf("NEW", "2020-01-03"),
      name: "p.csv",
    },
  ])("is not suspected where $title", async ({ text, name }) => {
    expect(new Set(await symbolsOf(text, name))).toEqual(new Set(["NEW", "OLD"]));
  });

  it("does not touch the old name's rows in other files", async () => {
    const reading = await readTexts({
      "NEW.csv": `symbol,date,close\n${rowsOf("OLD", "2020-01-01")}${rowsOf("NEW", "2020-01-02")}`,
      "OLD.csv": `symbol,date,close\n${rowsOf("OLD", "2020-01-01")}`,
    });
    expect(barsOf(reading).map(([symbol, date]) => `${symbol} ${date}`)).toEqual([
      "NEW 2020-01-01",
      "NEW 2020-01-02",
      "OLD 2020-01-01",
    ]);
  });
});

describe("the market", () => {
  it("is empty without sources, and without rows", async () => {
    const { market, notes } = await readSources([]);
    expect(market).toMatchObject({
      instruments: [],
      barOffset: Int32Array.of(0),
      adjClose: null,
      marketCap: null,
    });
    expect(notes.files).toEqual([]);
    expect((await readTexts({ "p.csv": header })).market).toEqual(market);
  });

  const names = ["a.csv", "B.csv", "é.csv", "instruments.csv", "b.csv"];
  test.prop([fc.shuffledSubarray(names, { minLength: names.length })])(
    "is the same in any order of the sources",
    async (order) => {
      const texts = new Map(
        names.map((name, at) => [name, `${header}${goodRows}X${at},2020-02-03,1,1,1,1,${at}\n`]),
      );
      texts.set("instruments.csv", "symbol,name\nGOOD,Good\n");
      const source = (name: string): ReturnType<typeof textSource> => textSource(name, texts.get(name) ?? "");
      expect(await readSources(order.map(source))).toEqual(await readSources(names.map(source)));
    },
  );

  it("sorts instruments by code units and bars by day, whatever comes first", async () => {
    const rows = ["b,2020-01-02,1", "Z,2020-01-02,2", "é,2020-01-01,3", "a,2020-01-02,4", "a,2020-01-01,5"];
    const reading = await readTexts({ "p.csv": `symbol,date,close\n${rows.join("\n")}` });
    expect(barsOf(reading).map(([symbol, date]) => `${symbol} ${date}`)).toEqual([
      "Z 2020-01-02",
      "a 2020-01-01",
      "a 2020-01-02",
      "b 2020-01-02",
      "é 2020-01-01",
    ]);
  });

  it("holds more rows than a block, in order or not", async () => {
    const rows = Array.from({ length: 100_000 }, (_, at) => {
      const [instrument, day] = [Math.floor(at / 20_000), at % 20_000];
      return `S${instrument},${new Date(day * 86_400_000).toISOString().slice(0, 10)},${at + 1}`;
    });
    const inOrder = await readTexts({ "p.csv": `symbol,date,close\n${rows.join("\n")}` });
    expect(Array.from(inOrder.market.close)).toEqual(Array.from(rows.keys(), (at) => at + 1));
    const backwards = await readTexts({ "p.csv": `symbol,date,close\n${rows.toReversed().join("\n")}` });
    expect(backwards.market).toEqual(inOrder.market);
  });

  it("tells how far it is", async () => {
    const told: unknown[] = [];
    const { readMarket } = await import("#workers/market/read-market.ts");
    const source = textSource("p.csv", `${header}${goodRows}`);
    await readMarket([source], { exchange: "NSE", instrumentType: "EQUITY", currency: "" }, (at) =>
      told.push(at),
    );
    const bytes = encoder.encode(`${header}${goodRows}`).length;
    expect(told).toEqual([{ bytesRead: bytes, bytesTotal: bytes, rows: 40 }]);
  });
});
