/** Files that look unlike each other and hold the same sixty bars: each is read, and its first bar is checked. */
import { describe, expect, it } from "vitest";
import { rangeSource } from "../market/text-sources.ts";
import { barLines, barsOfText, checkAll, checkBytes, checkText } from "./check-support.ts";
import { commas, dmy, encode, good, goodLines, HEADER, rewritten } from "./good-rows.ts";

describe("files that are read in spite of their looks", () => {
  const first = "ACME,2024-01-02,100.5,103.25,99,101.75,1000";
  const tsv = good.replaceAll(",", "\t");
  it.each([
    { title: "a mark of UTF-8", bytes: encode(`\uFEFF${good}`), encoding: "UTF-8 BOM" },
    { title: "UTF-16, little end first", bytes: utf16(good, true), encoding: "UTF-16LE" },
    { title: "UTF-16, big end first", bytes: utf16(good, false), encoding: "UTF-16BE" },
    { title: "UTF-16 without a mark", bytes: utf16(good, true).slice(2), encoding: "UTF-16LE" },
    { title: "CR LF", bytes: encode(good.replaceAll("\n", "\r\n")), encoding: "UTF-8" },
    { title: "CR alone", bytes: encode(good.replaceAll("\n", "\r")), encoding: "UTF-8" },
    {
      title: "Latin letters of windows-1252",
      bytes: Uint8Array.from(good.replace("open", "Er\u00f6ffnung").replace("date", "Datum"), (sign) =>
        sign.charCodeAt(0),
      ),
      encoding: "windows-1252",
    },
  ])("$title", async ({ bytes, encoding }) => {
    const check = await checkBytes("ACME.csv", bytes);
    expect([check.verdict, check.encoding, check.bars, check.first]).toEqual([
      "ok",
      encoding,
      60,
      "2024-01-02",
    ]);
  });

  it.each([
    {
      title: "semicolons and decimal commas",
      text: semicolons(HEADER) + rewritten((cells) => cells.map(commas).join(";")),
    },
    { title: "tabs", text: tsv },
    { title: "pipes", text: good.replaceAll(",", "|") },
    { title: "blanks", text: good.replaceAll(",", "   ") },
    { title: "a line that names the separator", text: `sep=;\n${semicolons(good)}` },
    {
      title: "a preamble and a footer",
      text: `Prices of ACME\nwithout warranty\n\n${good}Downloaded from a server on 2024-05-01 10:00\n`,
    },
    { title: "trailing commas", text: good.replaceAll("\n", ",\n") },
    { title: "quotes everywhere", text: good.replaceAll(/[^,\n]+/g, '"$&"') },
    { title: "no header", text: good.slice(HEADER.length) },
    { title: "two headers", text: HEADER + good },
    { title: "a header among the rows", text: good.replace("2024-02-01", `${HEADER}2024-02-01`) },
    { title: "newest first", text: HEADER + goodLines.toReversed().join("\n") },
    {
      title: "unsorted",
      text: HEADER + goodLines.toSorted((a, b) => (a.at(-1) ?? "").localeCompare(b.at(-1) ?? "")).join("\n"),
    },
    { title: "identical repeats", text: good + goodLines.slice(0, 20).join("\n") },
    {
      title: "day/month/year",
      text: HEADER + rewritten(([day = "", ...rest]) => [dmy(day), ...rest].join(",")),
    },
    {
      title: "two-digit years",
      text:
        HEADER + rewritten(([day = "", ...rest]) => [dmy(day).replace("/2024", "/24"), ...rest].join(",")),
    },
    {
      title: "month/day/year",
      text:
        HEADER +
        rewritten(([day = "", ...rest]) => [day.replace(/(\d+)-(\d+)-(\d+)/, "$2/$3/$1"), ...rest].join(",")),
    },
    {
      title: "yyyymmdd",
      text: HEADER + rewritten(([day = "", ...rest]) => [day.replaceAll("-", ""), ...rest].join(",")),
    },
    {
      title: "midnights with a zone",
      text: HEADER + rewritten(([day = "", ...rest]) => [`${day} 00:00:00-05:00`, ...rest].join(",")),
    },
    {
      title: "seconds since 1970",
      text: HEADER + rewritten(([day = "", ...rest]) => [Date.parse(day) / 1000 + 52_200, ...rest].join(",")),
    },
    {
      title: "milliseconds since 1970",
      text: HEADER + rewritten(([day = "", ...rest]) => [Date.parse(day), ...rest].join(",")),
    },
    {
      title: "midnights of Tokyo in UTC",
      text: HEADER + rewritten(([day = "", ...rest]) => [Date.parse(day) / 1000 - 32_400, ...rest].join(",")),
    },
    {
      title: "columns of year, month and day",
      text: good.replace("date", "year,month,day").replaceAll(/(\d{4})-(\d\d)-(\d\d)/g, "$1,$2,$3"),
    },
    {
      title: "signs of currency",
      text:
        HEADER +
        rewritten(([day = "", ...rest]) =>
          [day, ...rest.map((cell, at) => (at < 4 ? `$${cell}` : cell))].join(","),
        ),
    },
    {
      title: "K behind volumes",
      text:
        HEADER +
        rewritten(([day = "", open = "", high = "", low = "", close = "", volume = ""]) =>
          [day, open, high, low, close, `${Number(volume) / 1000}K`].join(","),
        ),
    },
    {
      title: "a header in Chinese",
      text: `日期,开盘价,最高价,最低价,收盘价,成交量\n${goodLines.join("\n")}`,
    },
    { title: "an index column", text: `,${HEADER}${rewritten((cells, at) => [at, ...cells].join(","))}` },
    {
      title: "unknown columns between",
      text: `note,${HEADER}${rewritten((cells) => `fine,${cells.join(",")}`)}`,
    },
  ])("$title", async ({ text }) => {
    const check = await checkText("ACME.csv", text);
    expect([check.verdict, check.bars, check.message]).toEqual(["ok", 60, expect.anything()]);
    expect((await barsOfText("ACME.csv", text))[0]).toBe(first);
  });

  it("grouped numbers, as in America and in India", async () => {
    const text =
      HEADER + rewritten(([day = ""]) => `${day},"1,234.50","1,334.00","1,134.00","1,234.75","12,34,567"`);
    expect((await barsOfText("ACME.csv", text))[0]).toBe("ACME,2024-01-02,1234.5,1334,1134,1234.75,1234567");
  });

  it("holes: null, N/A and - are left out with their lines, up to one row in twenty", async () => {
    const text = good.replace("2024-01-10,106.5,109.25,105,107.75", "2024-01-10,null,null,null,null");
    const check = await checkText("ACME.csv", text);
    expect([check.verdict, check.bars]).toEqual(["ok", 59]);
    expect(check.leftOut).toEqual([
      { line: 8, reason: 'open is "null", which cannot be read. Correct or delete that row.' },
    ]);
  });

  it("a company's names are safe keys", async () => {
    const text = `symbol,${HEADER}${rewritten((cells, at) => `${at % 2 === 0 ? "valueOf" : "constructor"},${cells.join(",")}`)}`;
    const check = await checkText("all.csv", text);
    expect([check.verdict, check.symbols]).toEqual(["ok", ["constructor", "valueOf"]]);
  });

  it("two files with one symbol: the first file's day stays", async () => {
    const other = good.replaceAll("101.75", "102");
    const checks = await checkAll([
      rangeSource("a/ACME.csv", encode(good)),
      rangeSource("b/ACME.csv", encode(other)),
    ]);
    const bars = barLines(checks).slice(1);
    expect([bars.length, bars[0]]).toEqual([60, first]);
  });

  it("adjusted prices alone are named; adjusted beside raw ones go into adjClose", async () => {
    const alone = await checkText("ACME.csv", good.replace("close", "Adj Close"));
    expect([alone.verdict, alone.adjusted]).toEqual(["ok", true]);
    const both = good.replace("volume", "volume,adjclose").replaceAll(/,(\d+)\n/g, ",$1,50\n");
    expect((await checkText("ACME.csv", both)).adjusted).toBe(false);
    expect((await barsOfText("ACME.csv", both))[0]).toBe(`${first},50`);
  });

  it("a wide table whose tickers are called like fields", async () => {
    const text = `Date,AAPL,C,LOW,V\n${rewritten(([day = ""], at) => [day, 10 + at, 20, 30, ""].join(","))}`;
    const check = await checkText("prices.csv", text.replaceAll(",\n", ",5\n"));
    expect([check.verdict, check.symbols, check.closeOnly]).toEqual(["ok", ["AAPL", "C", "LOW", "V"], true]);
  });

  it("a list of companies is no price file", async () => {
    const text =
      'Symbol,Name,"Market Cap",Sector\nAAPL,Apple,"3,000,000",Tech\nMSFT,Microsoft,"2,900,000",Tech\n';
    const check = await checkText("screener.csv", text);
    expect([check.verdict, check.kind, check.rows]).toEqual(["ok", "instruments", 2]);
  });
});

function semicolons(text: string): string {
  return text.replaceAll(",", ";");
}

function utf16(text: string, littleEnd: boolean): Uint8Array {
  const bytes = new Uint8Array(2 + text.length * 2);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0xfeff, littleEnd);
  for (let at = 0; at < text.length; at++) view.setUint16(2 + at * 2, text.charCodeAt(at), littleEnd);
  return bytes;
}
