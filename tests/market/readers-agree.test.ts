/** Rows from bytes are those that Papa Parse gives, quotes or not, wherever the chunks are cut. */
import { fc, test } from "@fast-check/vitest";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { dayFromText, numberFromText, trimCell } from "#workers/market/cells.ts";
import { readLayout } from "#workers/market/layout.ts";
import type { Layout } from "#workers/market/layout.ts";
import { readMarket } from "#workers/market/read-market.ts";
import { createRowReader } from "#workers/market/row-reader.ts";
import { DATE, NUMBER_SLOTS, SLOT_NAMES, SYMBOL } from "#workers/market/row.ts";
import { createSymbolList, symbolNumber } from "#workers/market/symbols.ts";
import { tries } from "#tests/support/tries.ts";
import { defaults, readSources, textSource } from "./text-sources.ts";

const encoder = new TextEncoder();
const columns = ["symbol", "date", "open", "high", "low", "close", "volume", "adjClose", "comment"];

/** Cells as files have them: numbers, days, symbols, and what they are mistaken for. */
const cell = fc.oneof(
  { weight: 4, arbitrary: fc.double({ min: -5, max: 5000, noNaN: true }).map((value) => value.toFixed(2)) },
  { weight: 2, arbitrary: fc.stringMatching(/^[+-]?\d{0,18}(?:\.\d{0,18})?$/) },
  {
    weight: 2,
    arbitrary: fc.constantFrom("2020-01-02", "2021-12-31", "2020-01-02T00:00:00Z", " 2020-01-02"),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("ABB", "BRK.A", "__proto__", "M&M", "é", "日本", " ABB ", "", "  ", "\u00a0"),
  },
  fc.constantFrom(
    "abc",
    "1x",
    "1e3",
    "9.",
    ".5",
    "+1",
    "-0",
    "null",
    "2020-02-30",
    "1e999",
    "\uFEFFx",
    "\u0000",
    "\r",
    "a\rb",
  ),
  fc.string({ unit: "grapheme", maxLength: 6 }).map((text) => text.replaceAll(/["\n,;\t|]/g, "_")),
);
const line = fc.oneof(
  { weight: 8, arbitrary: fc.array(cell, { minLength: 1, maxLength: columns.length + 2 }) },
  fc.constantFrom([""], ["  "], ["\r"]),
);
const body = fc.record({
  lines: fc.array(line, { maxLength: 12 }),
  lineEnd: fc.constantFrom("\n", "\r\n"),
  isEnded: fc.boolean(),
  delimiter: fc.constantFrom(",", ";", "\t", "|"),
  cuts: fc.array(fc.nat(400), { maxLength: 6 }),
});

/** Everything that the reader hands over, as text. */
function rowsOf(layout: Layout, chunks: readonly Uint8Array[]): string[] {
  const symbols = createSymbolList();
  const rows: string[] = [];
  const reader = createRowReader(layout, symbols, (row, cellText) => {
    const cells = SLOT_NAMES.map((_, slot) => cellText(slot).trim());
    const { lines, day, symbol, values } = row;
    const read = Array.from({ length: NUMBER_SLOTS }, (_, slot) => String(values[slot] ?? NaN));
    rows.push(JSON.stringify([row.line, lines, day, symbol, read, cells]));
  });
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return [...rows, ...symbols.names];
}

/** A mark at the text's start is part of its first cell, which Papa.parse() would take off. */
function parsed(text: string, delimiter: string): Papa.ParseResult<string[]> {
  const parser = new Papa.Parser({ delimiter, newline: "\n" });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Papa types its own result as any
  return parser.parse(text, 0, false) as Papa.ParseResult<string[]>;
}

/** The same from a text, by Papa Parse and the meaning of a cell's text. */
function rowsOfText({ delimiter, columns: places, firstLine }: Layout, text: string): string[] {
  const symbols = createSymbolList();
  const rows: string[] = [];
  let at = firstLine;
  const plain = text.replaceAll("\r\n", "\n");
  for (const cells of parsed(plain, delimiter).data) {
    const lines = cells.join("").split("\n").length;
    const textOf = (slot: number) => cells[places[slot] ?? -1] ?? "";
    if (cells.length > 1 || trimCell(cells[0] ?? "") !== "") {
      const day = dayFromText(textOf(DATE));
      const symbol = symbolNumber(symbols, textOf(SYMBOL));
      const values = Array.from({ length: NUMBER_SLOTS }, (_, slot) => String(numberFromText(textOf(slot))));
      const trimmed = SLOT_NAMES.map((_, slot) => textOf(slot).trim());
      rows.push(JSON.stringify([at, lines, day, symbol, values, trimmed]));
    }
    at += lines;
  }
  return [...rows, ...symbols.names];
}

function cutBytes(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [0, ...cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, at) => bytes.subarray(places[at], end));
}

/** Cells with quotes around them, well or not, and quotes in the midst of others. */
const quotedCell = fc.oneof(
  { weight: 3, arbitrary: cell.map((text) => `"${text}"`) },
  { weight: 3, arbitrary: cell },
  {
    weight: 2,
    arbitrary: fc.stringMatching(/^[a7 ",;\n\t-]{0,8}$/).map((text) => `"${text.replaceAll('"', '""')}"`),
  },
  fc.constantFrom('"A" ', '"7.5"\t', 'a "b" c', '5"', ' "7"', '"a" b', '"a"b"', '"a""', '"1\r\n2"', '"'),
);

describe("rows from bytes", () => {
  test.prop([body], { numRuns: tries(3000) })("are those from text for files without quotes", (file) => {
    const { lines, lineEnd, isEnded, delimiter, cuts } = file;
    const { layout } = readLayout("p.csv", encoder.encode(`${columns.join(delimiter)}\n`));
    const text = lines.map((cells) => cells.join(delimiter)).join(lineEnd) + (isEnded ? lineEnd : "");
    const bytes = encoder.encode(text);
    const expected = rowsOfText(layout, text);
    expect(rowsOf(layout, [bytes])).toEqual(expected);
    expect(rowsOf(layout, cutBytes(bytes, cuts))).toEqual(expected);
  });

  const quotedBody = fc.record({
    lines: fc.array(fc.array(quotedCell, { minLength: 1, maxLength: columns.length + 1 }), { maxLength: 8 }),
    lineEnd: fc.constantFrom("\n", "\r\n"),
    delimiter: fc.constantFrom(",", ";", "\t", "|"),
    cuts: fc.array(fc.nat(300), { maxLength: 6 }),
  });
  test.prop([quotedBody], { numRuns: tries(3000) })("are those from text for files with quotes", (file) => {
    const { lines, lineEnd, delimiter, cuts } = file;
    const { layout } = readLayout("p.csv", encoder.encode(`${columns.join(delimiter)}\n`));
    const text = `${lines.map((cells) => cells.join(delimiter)).join(lineEnd)}${lineEnd}`;
    const { errors } = parsed(text.replaceAll("\r\n", "\n"), delimiter);
    const bytes = encoder.encode(text);
    if (errors.some(({ code }) => code === "MissingQuotes")) {
      expect(() => rowsOf(layout, cutBytes(bytes, cuts))).toThrow(/a line or a quote that does not end/);
      return;
    }
    const expected = rowsOfText(layout, text);
    expect(rowsOf(layout, [bytes])).toEqual(expected);
    expect(rowsOf(layout, cutBytes(bytes, cuts))).toEqual(expected);
  });
});

describe("where a file is cut into chunks", () => {
  const quotable = fc.oneof(
    cell.filter((text) => !text.includes("\r") && !text.includes("\0")),
    fc.constantFrom('"ABB"', '"A, ""B"" C"', '"two\nlines"', '"7.5"', '"2020-01-02"', '""'),
  );
  const row = fc.array(quotable, { minLength: 5, maxLength: columns.length }).map((cells) => cells.join(","));

  test.prop([fc.array(row, { maxLength: 10 }), fc.array(fc.nat(500), { maxLength: 8 })], {
    numRuns: tries(500),
  })("changes neither market nor notes, quotes or not", async (rows, cuts) => {
    const good = Array.from({ length: 400 }, (_, at) => `"G${at}",2020-01-01,,,,7,`).join("\n");
    const text = `${columns.join(",")}\r\n${rows.join("\r\n")}\n${good}`;
    const whole = await readMarket([textSource("p.csv", text)], defaults);
    expect(await readMarket([textSource("p.csv", text, cuts)], defaults)).toEqual(whole);
  });

  it("does not matter byte by byte, in the header, inside characters and between CR and LF", async () => {
    const text = `\uFEFFdate,"close",symbol\r\n2020-01-01,5,"日""本"\r\n2020-01-02,6,"日""本"\r\n`;
    const cuts = Array.from(encoder.encode(text).keys());
    const whole = await readSources([textSource("p.csv", text)]);
    expect(whole.market.instruments.map(({ symbol }) => symbol)).toEqual(['日"本']);
    expect(await readSources([textSource("p.csv", text, cuts)])).toEqual(whole);
  });
});

describe("a quote late in a file", () => {
  it("is understood, and the lines before it as well", async () => {
    const days = Array.from({ length: 20_000 }, (_, at) => `S${at},2020-01-01,${at + 1},x\n`).join("");
    const text = `symbol,date,close,comment\n${days}LATE,2020-01-01,5,"a, b\nc"\n"END, Ltd",2020-01-01,0.5,\nBAD,2020-01-01,x,\n`;
    const { market, notes } = await readSources([textSource("p.csv", text)]);
    expect(market.day).toHaveLength(20_002);
    expect(market.instruments.map(({ symbol }) => symbol)).toContain("END, Ltd");
    expect(notes.files[0]?.issues[0]?.message).toMatch(/^p\.csv:20005: close is "x"/);
  });

  it("that is never closed is refused with its line", async () => {
    const reading = readSources([
      textSource("p.csv", `date,close\n2020-01-01,5\n2020-01-02,"6\n2020-01-03,7\n`),
    ]);
    await expect(reading).rejects.toThrow(/^p\.csv:3: a line or a quote that does not end/);
  });

  it("that swallows lines counts them all as left out", async () => {
    const rows = Array.from({ length: 200 }, (_, at) => `S${at},2020-01-01,5,\n`);
    const text = `symbol,date,close,comment\nQ,2020-01-01,5,"x\n${rows.join("")}R,2020-01-01,5,"\n`;
    const reading = readSources([textSource("p.csv", text)]);
    await expect(reading).rejects.toThrow(
      /^p\.csv: 202 of 202 rows .* p\.csv:2: a quote that opens here closes 201 lines later\. Close it/,
    );
  });
});
