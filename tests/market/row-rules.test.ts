import { describe, expect, it } from "vitest";
import { createPriceFile } from "#workers/market/price-file.ts";
import { createRowStore } from "#workers/market/row-store.ts";
import { createSymbolList } from "#workers/market/symbols.ts";
import { barsOf, goodRows, header, notesOn, readTexts, refusalOf } from "./text-sources.ts";

const day = "2019-05-02";

describe("a row that can't be true is left out and named", () => {
  it.each([
    { row: `,${day},10,12,9,11,5`, message: "no symbol. Fill it in or delete that row." },
    { row: `A,,10,12,9,11,5`, message: "no date. Fill it in or delete that row." },
    {
      row: `A,02/05/2019,10,12,9,11,5`,
      message: 'date is "02/05/2019", which cannot be read. Write it as YYYY-MM-DD or delete that row.',
    },
    {
      row: `A,2019-02-29,10,12,9,11,5`,
      message: 'date is "2019-02-29", which cannot be read. Write it as YYYY-MM-DD or delete that row.',
    },
    {
      row: `A,2019-05-02T09:15:00,10,12,9,11,5`,
      message:
        'date is "2019-05-02T09:15:00", which cannot be read. Write it as YYYY-MM-DD or delete that row.',
    },
    {
      row: `A,${day},abc,12,9,11,5`,
      message: 'open is "abc", which cannot be read. Correct or delete that row.',
    },
    {
      row: `A,${day},10,1x,9,11,5`,
      message: 'high is "1x", which cannot be read. Correct or delete that row.',
    },
    {
      row: `A,${day},10,12,9,n/a,5`,
      message: 'close is "n/a", which cannot be read. Correct or delete that row.',
    },
    {
      row: `A,${day},10,12,9,1e999,5`,
      message: 'close is "1e999", which cannot be read. Correct or delete that row.',
    },
    {
      row: `A,${day},10,12,9,11,1_000`,
      message: 'volume is "1_000", which cannot be read. Correct or delete that row.',
    },
    {
      row: `A,${day},10,12,9,11,1.2M`,
      message: 'volume is "1.2M", which cannot be read. Correct or delete that row.',
    },
    { row: `A,${day},10,12,9,,5`, message: "no close. Fill it in or delete that row." },
    { row: `A,${day}`, message: "no close. Fill it in or delete that row." },
    { row: `A`, message: "no date. Fill it in or delete that row." },
    {
      row: `A,${day},10,12,9,0,5`,
      message: "close is 0, but a price is above 0. Correct or delete that row.",
    },
    {
      row: `A,${day},-10,12,9,11,5`,
      message: "open is -10, but a price is above 0. Correct or delete that row.",
    },
    {
      row: `A,${day},10,12,-0.5,11,5`,
      message: "low is -0.5, but a price is above 0. Correct or delete that row.",
    },
    { row: `A,${day},10,9,12,11,5`, message: "high 9 is below low 12. Correct or delete that row." },
    {
      row: `A,${day},13,12,9,11,5`,
      message:
        "open 13 is outside low 9 to high 12 by more than 0.5 % of close 11. Correct or delete that row.",
    },
    {
      row: `A,${day},10,12,10,9.9,5`,
      message:
        "close 9.9 is outside low 10 to high 12 by more than 0.5 % of close 9.9. Correct or delete that row.",
    },
    {
      row: `A,${day},10,12,9,11,-5`,
      message: "volume is -5, but must be 0 or more. Correct or delete that row.",
    },
    {
      row: `GOOD,2020-01-02,10,12,9,11,501`,
      message:
        "GOOD has 2020-01-02 a second time with different values; the first (p.csv:3) stays. Delete one of the two rows.",
    },
  ])("$row", async ({ row, message }) => {
    const notes = await notesOn(`${row}\n`);
    expect(notes.issues).toEqual([{ file: "p.csv", line: 42, message: `p.csv:42: ${message}` }]);
    expect(notes).toMatchObject({ rows: 41, bars: 40, leftOut: 1, repeats: 0 });
  });

  it("cuts a long cell and escapes what it holds", async () => {
    const { issues } = await notesOn(`A,${day},10,12,9,\u0007${"x".repeat(1000)},5\n`);
    expect(issues[0]?.message).toBe(
      `p.csv:42: close is "\\u0007${"x".repeat(39)}...", which cannot be read. Correct or delete that row.`,
    );
  });

  it("names a garbled symbol, and how to save the file", async () => {
    const { issues } = await notesOn(`\uFFFDBC,${day},10,12,9,11,5\n`);
    expect(issues[0]?.message).toBe(
      'p.csv:42: symbol is "\uFFFDBC", which cannot be read. Save the file as UTF-8 or delete that row.',
    );
  });

  it("has the line of the file, blank lines and CR LF included", async () => {
    const text = `${header}${goodRows}\n  \n\nA,${day},10,12,9,0,5\n`.replaceAll("\n", "\r\n");
    const { notes } = await readTexts({ "p.csv": text });
    expect(notes.files[0]).toMatchObject({ rows: 41, leftOut: 1 });
    expect(notes.files[0]?.issues[0]?.line).toBe(45);
  });
});

describe("a row that may be true stays", () => {
  it.each([
    { title: "open half a percent of close above high", row: "10.05,10,9,10,5", bar: [10.05, 10, 9, 10, 5] },
    { title: "open half a percent of close below low", row: "8.95,10,9,10,5", bar: [8.95, 10, 9, 10, 5] },
    {
      title: "a number with sign, exponent and blanks",
      row: "+1e1, 1.2E+01 ,9.,11,.5",
      bar: [10, 12, 9, 11, 0.5],
    },
    { title: "no volume", row: "10,12,9,11,", bar: [10, 12, 9, 11, 0] },
    { title: "volume minus zero", row: "10,12,9,11,-0", bar: [10, 12, 9, 11, 0] },
    {
      title: "close half a percent of itself above high",
      row: "199,199,199,200,5",
      bar: [199, 199, 199, 200, 5],
    },
    {
      title: "close half a percent of itself below low",
      row: "201,201,201,200,5",
      bar: [201, 201, 201, 200, 5],
    },
  ])("$title", async ({ row, bar }) => {
    const reading = await readTexts({ "p.csv": `${header}A,${day},${row}\n` });
    expect(barsOf(reading)).toEqual([["A", day, ...bar]]);
  });

  it("leaves out open a little more than half a percent outside", async () => {
    const notes = await notesOn(`A,${day},10.0501,10,9,10,5\n`);
    expect(notes.leftOut).toBe(1);
  });

  it.each([
    { title: "close alone", row: ",,,11,5", bar: [11, 11, 11, 11, 5] },
    { title: "open missing", row: ",12,9,11,5", bar: [11, 12, 9, 11, 5] },
    { title: "high missing, close above open", row: "10,,9,11,5", bar: [10, 11, 9, 11, 5] },
    { title: "high missing, open above close", row: "11.5,,9,11,5", bar: [11.5, 11.5, 9, 11, 5] },
    { title: "low missing, close below open", row: "11.5,12,,11,5", bar: [11.5, 12, 11, 11, 5] },
    { title: "low missing, open below close", row: "10,12,,11,5", bar: [10, 12, 10, 11, 5] },
    { title: "open alone", row: "10,,,11,5", bar: [10, 11, 10, 11, 5] },
    { title: "open 0", row: "0,12,9,11,5", bar: [11, 12, 9, 11, 5] },
    { title: "high 0.00", row: "11.5,0.00,9,11,5", bar: [11.5, 11.5, 9, 11, 5] },
    { title: "low minus zero", row: "10,12,-0,11,5", bar: [10, 12, 10, 11, 5] },
    { title: "all but the close 0", row: "0,0,0,11,0", bar: [11, 11, 11, 11, 0] },
  ])("$title: open and close stand for what is missing, and the bar is counted", async ({ row, bar }) => {
    const reading = await readTexts({ "p.csv": `${header}A,${day},${row}\n` });
    expect(barsOf(reading)).toEqual([["A", day, ...bar]]);
    expect(reading.notes.files[0]?.closeOnly).toBe(1);
  });

  it("judges what stands for a missing price as well", async () => {
    const { issues } = await notesOn(`A,${day},10,,12,11,5\n`);
    expect(issues[0]?.message).toContain("high 11 is below low 12");
  });

  it.each(["2019-05-02T00:00:00.000Z", "2019-05-02 00:00:00", " 2019-05-02 ", "2019-05-02T00:00:00+05:30"])(
    "a date with a time of midnight: %s",
    async (date) => {
      const reading = await readTexts({ "p.csv": `${header}A,${date},10,12,9,11,5\n` });
      expect(barsOf(reading)).toEqual([["A", day, 10, 12, 9, 11, 5]]);
    },
  );
});

describe("a day that comes twice", () => {
  it("is skipped without report when all its values repeat", async () => {
    const notes = await notesOn("GOOD,2020-01-02,10.0,12,9,1.1e1,500\n");
    expect(notes).toMatchObject({ rows: 41, bars: 40, leftOut: 0, repeats: 1, issues: [] });
  });

  it("compares adjClose, marketCap and sharesOutstanding too", async () => {
    const rows = [1, 1, 2].map((shares) => `A,${day},11,5,10,,${shares}\n`).join("");
    const more = goodRows.replaceAll(/GOOD,([\d-]+),.*/g, "A,$1,11,5,10,,1");
    const { notes } = await readTexts({
      "p.csv": `symbol,date,close,volume,adjClose,marketCap,sharesOutstanding\n${rows}${more}`,
    });
    expect(notes.files[0]).toMatchObject({ repeats: 1, leftOut: 1 });
  });

  it("is not claimed by a row that was left out", async () => {
    const reading = await readTexts({
      "p.csv": `${header}${goodRows}A,${day},10,12,9,0,5\nA,${day},10,12,9,11,5\n`,
    });
    expect(barsOf(reading)[0]).toEqual(["A", day, 10, 12, 9, 11, 5]);
  });

  it("keeps the first row in the order of files, however the days lie", async () => {
    const rows = goodRows.trimEnd().split("\n");
    const newest = rows.toReversed().join("\n");
    const reading = await readTexts({
      "b.csv": `${header}${rows.join("\n")}\nGOOD,2019-01-01,1,1,1,1,1\n`,
      "a.csv": `${header}${newest}\nGOOD,2019-01-01,2,2,2,2,2`,
    });
    expect(barsOf(reading)[0]).toEqual(["GOOD", "2019-01-01", 2, 2, 2, 2, 2]);
    const [a, b] = reading.notes.files;
    expect(a).toMatchObject({ file: "a.csv", bars: 41, leftOut: 0, repeats: 0 });
    expect(b).toMatchObject({
      file: "b.csv",
      bars: 0,
      leftOut: 1,
      repeats: 40,
      instruments: 0,
      firstDate: null,
    });
    expect(b?.issues[0]?.message).toBe(
      "b.csv:42: GOOD has 2019-01-01 a second time with different values; the first (a.csv:42) stays. Delete one of the two rows.",
    );
  });

  it("goes as it is read where it repeats the row before it, a million times in the room of one", async () => {
    const store = createRowStore(() => 0);
    const file = createPriceFile("p.csv", { store, symbols: createSymbolList(), isRate: null });
    file.bytes.push(new TextEncoder().encode(header));
    const chunk = new TextEncoder().encode("A,2020-01-02,10,12,9,11,5\n".repeat(10_000));
    for (let sent = 0; sent < 100; sent++) file.bytes.push(chunk);
    file.bytes.push(new TextEncoder().encode("A,2020-01-02,10,12,9,11,6\nA,2020-01-03,10,12,9,11,6\n"));
    file.bytes.end();
    expect(store.rows).toBe(3);
    expect(file.tally).toMatchObject({ rows: 1_000_002, repeats: 999_999, leftOut: 0, endRow: 3 });
  });

  it("is no repeat of the last row of another file before its own", async () => {
    const { notes } = await readTexts({
      "a.csv": `${header}${goodRows}`,
      "b.csv": `${header}${goodRows.trimEnd().split("\n").toReversed().join("\n")}`,
    });
    expect(notes.files[1]).toMatchObject({ rows: 40, bars: 0, repeats: 40 });
  });

  it("does not count a repeat of a close alone twice", async () => {
    const notes = await notesOn(`A,${day},,,,11,5\nA,${day},,,,11,5\n`);
    expect(notes).toMatchObject({ closeOnly: 1, repeats: 1 });
  });
});

function badRows(count: number): string {
  return Array.from({ length: count }, (_, at) => `BAD${at},${day},0,0,0,0,0\n`).join("");
}

describe("a file with too many rows left out", () => {
  it("stays at exactly 5 %", async () => {
    const { notes } = await readTexts({
      "p.csv": `${header}${goodRows.slice(0, (38 * goodRows.length) / 40)}${badRows(2)}`,
    });
    expect(notes.files[0]).toMatchObject({ rows: 40, bars: 38, leftOut: 2 });
  });

  it("is refused above, with the first ten reasons", async () => {
    const problem = await refusalOf({ "p.csv": `${header}${goodRows}${badRows(12)}`, "ok.csv": header });
    expect(problem).toMatchObject({ code: "file-refused", place: "p.csv" });
    expect(problem.message).toMatch(/^p\.csv: 12 of 52 rows \(23\.1 %\) .* p\.csv:42: close is 0/);
    expect(problem.details).toHaveLength(10);
    expect(problem.details?.[9]).toMatch(/^p\.csv:51: /);
  });

  it("counts repeats as rows, not as left out", async () => {
    const { notes } = await readTexts({ "p.csv": `${header}${goodRows}${goodRows}${badRows(4)}` });
    expect(notes.files[0]).toMatchObject({ rows: 84, bars: 40, leftOut: 4, repeats: 40 });
  });

  it("reports the earliest lines, of days twice and of bad rows alike", async () => {
    const first = "GOOD,2020-01-01,10,12,9,11,7\n";
    const { notes } = await readTexts({ "p.csv": `${header}${first}${goodRows.repeat(15)}${badRows(15)}` });
    // The first row has other values than the rows of its day below, which come every 40 lines from line 3 on.
    expect(notes.files[0]?.issues.map(({ line }) => line)).toEqual([
      3, 43, 83, 123, 163, 203, 243, 283, 323, 363,
    ]);
  });
});
