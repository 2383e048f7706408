/** Workbooks of Excel and LibreOffice: what comes out of each kind of cell, which sheets are read, and what they are called. */
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { ImportCheck } from "#workers/model/import-check.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { barLines, checkAll } from "../import/check-support.ts";
import { rangeSource } from "../market/text-sources.ts";
import { weekdays } from "../import/good-rows.ts";
import { odsSource, xlsxBytes, xlsxSource } from "./make-books.ts";
import type { BookOptions, Cell } from "./make-books.ts";

const NAMES = ["Date", "Open", "High", "Low", "Close", "Volume"];
const days = weekdays(30);
const day = (iso: string): Date => new Date(`${iso}T00:00:00Z`);
const figures = (at: number): number[] => [100 + at, 103.5 + at, 99 + at, 101.25 + at, 1000 + at];
const rowsWith = (date: (iso: string, at: number) => Cell): Cell[][] => [
  NAMES,
  ...days.map((iso, at) => [date(iso, at), ...figures(at)]),
];
const rows = rowsWith(day);
const line = (symbol: string, at: number): string => [symbol, days[at], ...figures(at)].join(",");
const allLines = (symbol: string): string[] => days.map((_, at) => line(symbol, at));

async function readBook(source: PriceSource): Promise<{ checks: ImportCheck[]; bars: string[] }> {
  const files = await checkAll([source]);
  const bars = barLines(files).slice(1);
  return { checks: files.map(({ check }) => check), bars: bars.map((bar) => bar.replace(/,+$/, "")) };
}

describe("sheets as files", () => {
  it.each([
    { title: "Excel", source: () => xlsxSource("ACME.xlsx", [{ name: "Sheet1", rows }]) },
    {
      title: "Excel, texts shared",
      source: () => xlsxSource("ACME.xlsx", [{ name: "Sheet1", rows }], { sharedStrings: true }),
    },
    { title: "LibreOffice", source: () => odsSource("ACME.ods", [{ name: "Tabelle1", rows }]) },
    {
      title: "a sheet with the instrument's name",
      source: () => xlsxSource("prices.xlsx", [{ name: "ACME", rows }]),
    },
    {
      title: "a book in an archive",
      source: () =>
        rangeSource(
          "all.zip",
          zipSync({ "folder/ACME.xlsx": xlsxBytes([{ name: "Sheet1", rows }]) }, { level: 9 }),
        ),
    },
    {
      title: "empty rows and columns before the table",
      source: () =>
        xlsxSource("ACME.xlsx", [
          {
            name: "Sheet1",
            rows: [[], [], ["Prices of ACME"], [], ...rows.map((cells) => [null, null, ...cells])],
          },
        ]),
    },
  ])("$title", async ({ source }) => {
    const { checks, bars } = await readBook(source());
    expect(checks.map(({ verdict, message }) => [verdict, message])).toEqual([
      ["ok", "ACME: 30 bars from 2024-01-02 to 2024-02-12."],
    ]);
    expect(bars).toEqual(allLines("ACME"));
  });

  it("has a check for each sheet, and says which are hidden; sheets without a cell are none", async () => {
    const notes: Cell[][] = [["These are the prices"], ["of two companies"]];
    const { checks, bars } = await readBook(
      xlsxSource("prices.xlsx", [
        { name: "AB", rows },
        { name: "Notes", rows: notes },
        { name: "CD", rows },
        { name: "Old", rows, state: "hidden" },
        { name: "Older", rows, state: "veryHidden" },
        { name: "Sheet3", rows: [] },
      ]),
    );
    expect(checks.map(({ file, verdict }) => [file, verdict])).toEqual([
      ["prices.xlsx/AB", "ok"],
      ["prices.xlsx/Notes", "refuse"],
      ["prices.xlsx/CD", "ok"],
    ]);
    expect(checks[0]?.warnings).toContain("Hidden sheets of the book are passed over: Old, Older.");
    expect(bars).toEqual([...allLines("AB"), ...allLines("CD")]);
  });

  it("has one instrument a sheet, called by the sheet; where the only sheet and its book differ, it is asked", async () => {
    const many = ["TCS", "M&M"].map((name) => ({ name, rows }));
    const { checks } = await readBook(xlsxSource("NSE100.xlsx", many));
    expect(checks.map(({ verdict, symbols }) => [verdict, symbols])).toEqual([
      ["ok", ["TCS"]],
      ["ok", ["M&M"]],
    ]);
    const one = await readBook(xlsxSource("AAPL.xlsx", [{ name: "EQ", rows }]));
    expect(one.checks[0]?.questions).toMatchObject([{ about: "symbol", choices: ["AAPL"] }]);
  });

  it("passes over notes beside the table", async () => {
    const noted = rows.map((cells, at) => (at === 2 ? [...cells, null, "checked by me"] : cells));
    const { checks, bars } = await readBook(xlsxSource("ACME.xlsx", [{ name: "Sheet1", rows: noted }]));
    expect([checks[0]?.verdict, bars]).toEqual(["ok", allLines("ACME")]);
  });

  it("passes over hidden tables of LibreOffice", async () => {
    const { checks } = await readBook(
      odsSource("prices.ods", [
        { name: "AB", rows, state: "hidden" },
        { name: "CD", rows },
      ]),
    );
    expect(checks.map(({ file }) => file)).toEqual(["prices.ods/CD"]);
  });

  it("tells the row of a sheet, counted as the sheet counts", async () => {
    const bad: Cell[][] = [[], ...rows];
    bad[12] = [day(days[10] ?? ""), 100, 90, 99, 95, 5];
    const { checks } = await readBook(xlsxSource("book.xlsx", [{ name: "ACME", rows: bad }]));
    expect(checks[0]?.leftOut.map(({ line: row }) => row)).toEqual([13]);
    const worse = rows.map((cells, at) => (at % 3 === 1 ? [...cells.slice(0, 4), "?!", 5] : cells));
    const refused = await readBook(xlsxSource("book.xlsx", [{ name: "ACME", rows: worse }]));
    expect(refused.checks[0]?.message).toMatch(/the first: book\.xlsx, sheet "ACME", row 2: /);
  });
});

describe("days of a workbook", () => {
  const formats: readonly (BookOptions & { readonly title: string })[] = [
    { title: "built-in 14", dateFormat: 14 },
    { title: "built-in 22, with time", dateFormat: 22 },
    { title: "built-in 31, of East Asia", dateFormat: 31 },
    { title: "yyyy-mm-dd", dateFormat: "yyyy\\-mm\\-dd" },
    { title: "[$-409]d-mmm-yy;@", dateFormat: "[$-409]d-mmm-yy;@" },
    { title: "counted from 1904", is1904: true },
  ];
  it.each(formats)("$title", async (options) => {
    const { bars } = await readBook(xlsxSource("ACME.xlsx", [{ name: "Sheet1", rows }], options));
    expect(bars).toEqual(allLines("ACME"));
  });

  it("counts without a date's format, as texts, and as ISO dates of strict books", async () => {
    const kinds: ((iso: string) => Cell)[] = [
      (iso) => (day(iso).getTime() - Date.UTC(1899, 11, 30)) / 86_400_000,
      (iso) => iso.split("-").toReversed().join("/"),
      (iso) => ({ xml: `<c t="d"><v>${iso}T00:00:00</v></c>` }),
    ];
    for (const kind of kinds) {
      const source = xlsxSource("ACME.xlsx", [{ name: "Sheet1", rows: rowsWith(kind) }]);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await readBook(source)).bars).toEqual(allLines("ACME"));
    }
  });

  it("prices with a format that has a letter in quotes are prices", async () => {
    const asDates = rows.map((cells, at) => (at === 0 ? cells : cells.toSpliced(0, 1, days[at - 1] ?? "")));
    const styled = asDates.map((cells, at) =>
      at === 0
        ? cells
        : cells.map((cell) => (typeof cell === "number" ? { xml: `<c s="1"><v>${cell}</v></c>` } : cell)),
    );
    const options = { dateFormat: '"day "0.00_);[Red]\\d0.00' };
    const { bars } = await readBook(xlsxSource("ACME.xlsx", [{ name: "Sheet1", rows: styled }], options));
    expect(bars).toEqual(allLines("ACME"));
  });
});

/** The good rows with other closes. */
function withClose(cellOf: (at: number) => Cell): Cell[][] {
  return rows.map((cells, at) => (at === 0 ? cells : cells.toSpliced(4, 1, cellOf(at - 1))));
}

function close(at: number): number {
  return figures(at)[3] ?? 0;
}

describe("cells of a workbook", () => {
  it.each([
    {
      title: "a formula's value",
      cell: (at: number) => ({ xml: `<c><f>B${at}*1.01</f><v>${close(at)}</v></c>` }),
    },
    {
      title: "a formula's value as text",
      cell: (at: number) => ({ xml: `<c t="str"><f>TEXT(B2,"0.00")</f><v>${close(at)}</v></c>` }),
    },
    { title: "a number as text", cell: (at: number) => String(close(at)) },
    {
      title: "more digits than the number has",
      cell: (at: number) => ({ xml: `<c><v>${close(at)}00000000000001</v></c>` }),
    },
    {
      title: "a number with an exponent",
      cell: (at: number) => ({ xml: `<c><v>${close(at) / 100}E2</v></c>` }),
    },
    {
      title: "text in pieces, with a pronunciation beside it",
      cell: (at: number) => ({
        xml: `<c t="inlineStr"><is><r><t>${String(close(at)).slice(0, 2)}</t></r><r><t>${String(close(at)).slice(2)}</t></r><rPh sb="0" eb="1"><t>9</t></rPh></is></c>`,
      }),
    },
  ])("$title", async ({ cell }) => {
    const { bars } = await readBook(xlsxSource("ACME.xlsx", [{ name: "Sheet1", rows: withClose(cell) }]));
    expect(bars).toEqual(allLines("ACME"));
  });

  it("leaves rows out whose close is an error, or a formula that nobody worked out, and says so", async () => {
    const odd = new Map<number, Cell>([
      [5, { xml: `<c t="e"><v>#REF!</v></c>` }],
      [20, { xml: `<c><f>GOOGLEFINANCE("AB")</f></c>` }],
    ]);
    const many = Array.from({ length: 3 }, (_, part) =>
      days.map((iso, at) => [new Date(day(iso).getTime() + part * 7 * 6 * 86_400_000), ...figures(at)]),
    ).flat();
    const table = [NAMES, ...many].map((cells: readonly Cell[], at) =>
      odd.has(at) ? cells.toSpliced(4, 1, odd.get(at) ?? null) : cells,
    );
    const { checks } = await readBook(xlsxSource("ACME.xlsx", [{ name: "Sheet1", rows: table }]));
    expect(
      checks[0]?.leftOut.map(({ line: row, reason }) => [row, /close is "([^"]*)/.exec(reason)?.[1]]),
    ).toEqual([
      [6, "#REF!"],
      [21, "=GOOGLEFINANCE(\\"],
    ]);
  });

  it("fills merged headers and merged symbols, as pandas writes them, but no title", async () => {
    const header: Cell[] = [null, "AB", null, null, null, null, "CD"];
    const wide = [
      header,
      ["Date", ...NAMES.slice(1), ...NAMES.slice(1)],
      ...days.map((iso, at) => [day(iso), ...figures(at), ...figures(at)]),
    ];
    const sheet = { name: "Sheet1", rows: wide, merged: ["B1:F1", "G1:K1"] };
    expect((await readBook(xlsxSource("p.xlsx", [sheet]))).bars).toEqual([
      ...allLines("AB"),
      ...allLines("CD"),
    ]);

    const long = [
      ["Symbol", ...NAMES],
      ...["AB", "CD"].flatMap((symbol) =>
        days.map((iso, at) => [at === 0 ? symbol : null, day(iso), ...figures(at)]),
      ),
    ];
    const merged = ["A2:A31", "A32:A61"];
    const ofLong = await readBook(xlsxSource("p.xlsx", [{ name: "Sheet1", rows: long, merged }]));
    expect(ofLong.bars).toEqual([...allLines("AB"), ...allLines("CD")]);

    const titled = [["Prices of a company, all in rupees"], ...rows];
    const ofTitled = await readBook(
      xlsxSource("ACME.xlsx", [{ name: "Sheet1", rows: titled, merged: ["A1:F1"] }]),
    );
    expect(ofTitled.bars).toEqual(allLines("ACME"));
  });

  it("reads LibreOffice's repeated cells, merged ones, notes and errors", async () => {
    const note = "<office:annotation><text:p>checked</text:p></office:annotation>";
    const none = {
      xml: `<table:table-cell office:value-type="string"><text:p>#N/A</text:p></table:table-cell>`,
    };
    const cells = days.map((iso, at): Cell[] => {
      const noted = `<table:table-cell office:value-type="date" office:date-value="${iso}T00:00:00">${note}<text:p>x</text:p></table:table-cell>`;
      const row: Cell[] = [{ xml: noted }];
      return row.concat(at === 3 ? [...figures(at).slice(0, 4), none] : figures(at));
    });
    const { checks, bars } = await readBook(
      odsSource("ACME.ods", [{ name: "Blatt", rows: [NAMES, ...cells] }]),
    );
    // By datasets/README.md a row with a figure that can't be read is left out.
    expect(checks[0]?.leftOut.map(({ line: row }) => row)).toEqual([5]);
    expect(bars).toEqual(allLines("ACME").toSpliced(3, 1));

    const same = `<table:table-cell table:number-columns-repeated="4" office:value-type="float" office:value="7"><text:p>7</text:p></table:table-cell>`;
    const flat = days.map((iso) => [day(iso), { xml: same }, 5]);
    const ofFlat = await readBook(odsSource("ACME.ods", [{ name: "Blatt", rows: [NAMES, ...flat] }]));
    expect(ofFlat.bars[0]).toBe("ACME,2024-01-02,7,7,7,7,5");
  });
});
