/** One table written in other ways, as spreadsheets, banks and scripts do: the bars that come out are the same. */
import { describe, expect, it } from "vitest";
import { formatIsoDay, toEpochDay } from "#workers/model/day.ts";
import { barsOfText, checkText } from "./check-support.ts";

type Grid = readonly (readonly string[])[];

/** Forty working days from 2024-01-02 on. */
const DAYS = Array.from({ length: 60 }, (_, at) => toEpochDay(2024, 1, 2) + at)
  .filter((day) => ![0, 6].includes(new Date(day * 86_400_000).getUTCDay()))
  .slice(0, 40);

/** A price that wanders, with two decimals. */
const closeOf = (at: number, base: number): number => base + Math.round(Math.sin(at / 7) * 900) / 100;

const ONE: Grid = [
  ["Date", "Open", "High", "Low", "Close", "Volume"],
  ...DAYS.map((day, at) => {
    const close = closeOf(at, 180);
    return [
      formatIsoDay(day),
      (close - 0.35).toFixed(2),
      (close + 1.25).toFixed(2),
      (close - 1.15).toFixed(2),
      close.toFixed(2),
      String(1_000_000 + at),
    ];
  }),
];

const WIDE: Grid = [
  ["Date", "INFY", "TCS", "SBIN"],
  ...DAYS.map((day, at) =>
    [formatIsoDay(day)].concat([1500, 3700, 600].map((base) => closeOf(at, base).toFixed(2))),
  ),
];

const text = (grid: Grid, delimiter = ","): string =>
  `${grid.map((row) => row.join(delimiter)).join("\n")}\n`;
const above = (grid: Grid, ...rows: Grid): Grid => [...rows, ...grid];
const below = (grid: Grid, ...rows: Grid): Grid => [...grid.slice(0, 1), ...rows, ...grid.slice(1)];
const blanksOf = (grid: Grid): string[] => (grid[0] ?? []).map(() => "");
const padded = (grid: Grid, ...cells: readonly string[]): string[] => [
  ...cells,
  ...blanksOf(grid).slice(cells.length),
];
const inBody = (grid: Grid, change: (cell: string, column: number) => string): Grid => [
  ...grid.slice(0, 1),
  ...grid.slice(1).map((row) => row.map(change)),
];
/** Each fifth row from each start: an order that is none. */
const shuffled = (grid: Grid): Grid => [
  ...grid.slice(0, 1),
  ...[0, 1, 2, 3, 4].flatMap((start) => grid.slice(1).filter((_, at) => at % 5 === start)),
];

const WRITINGS: readonly (readonly [string, (grid: Grid) => string])[] = [
  [
    "rows of commas between them, as spreadsheets save empty ones",
    (grid) => text(grid.flatMap((row) => [row, blanksOf(grid)])),
  ],
  [
    "a title and a day above, padded with commas",
    (grid) => text(above(grid, padded(grid, "Prices"), padded(grid, "As of", "2024-03-01"))),
  ],
  ["a line above that names the instrument", (grid) => text(above(grid, padded(grid, "Symbol", "RELIANCE")))],
  [
    "the currency of each column below the header",
    (grid) =>
      text(below(grid, padded(grid, "", "INR", "INR", "INR", "INR", "Nos").slice(0, grid[0]?.length))),
  ],
  ["the header twice", (grid) => text(below(grid, grid[0] ?? []))],
  ["rows in no order", (grid) => text(shuffled(grid))],
  [
    "decimal commas",
    (grid) =>
      text(
        inBody(grid, (cell) => cell.replace(".", ",")),
        ";",
      ),
  ],
  ["a total below", (grid) => text([...grid, padded(grid, "Total", "12345.5")])],
];

describe.each([
  ["prices of one instrument", "RELIANCE.csv", ONE],
  ["a column an instrument", "closes.csv", WIDE],
] as const)("%s", (_, name, grid) => {
  it.each(WRITINGS)("may have %s", async (_writing, write) => {
    const written = write(grid);
    expect(await checkText(name, written)).toMatchObject({ verdict: "ok", questions: [] });
    expect(await barsOfText(name, written)).toEqual(await barsOfText(name, text(grid)));
  });

  it("with midnights of India in Greenwich are of the day after", async () => {
    const written = text(
      inBody(grid, (cell, column) =>
        column === 0 ? `${formatIsoDay(toEpochDay(...partsOf(cell)) - 1)}T18:30:00Z` : cell,
      ),
    );
    expect(await barsOfText(name, written)).toEqual(await barsOfText(name, text(grid)));
  });

  it("with days counted from 1904 or from 1970 are of these days", async () => {
    for (const first of [toEpochDay(1904, 1, 1), toEpochDay(1970, 1, 1)]) {
      const written = text(
        inBody(grid, (cell, column) => (column === 0 ? String(toEpochDay(...partsOf(cell)) - first) : cell)),
      );
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await barsOfText(name, written)).toEqual(await barsOfText(name, text(grid)));
    }
  });
});

function partsOf(day: string): [number, number, number] {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return [year, month, date];
}

/** As MetaTrader has it, by the real volume of each row. */
const withReal = (real: (at: number) => number): string => {
  const rows = ONE.slice(1).map((row, at) => `${row.slice(0, 5).join(",")},${700 + at},${real(at)}\n`);
  return `<DATE>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<TICKVOL>,<VOL>\n${rows.join("")}`;
};

describe("names", () => {
  it.each([
    ["RELIANCE-2024-02-26.csv", "RELIANCE"],
    ["RELIANCE_20240102_20240226.csv", "RELIANCE"],
    ["RELIANCE-2024-01-02-to-2024-02-26.csv", "RELIANCE"],
    ["RELIANCE.Last.txt", "RELIANCE"],
  ])("of a file, %s, are of the instrument without days", async (name, symbol) => {
    expect((await checkText(name, text(ONE))).symbols).toEqual([symbol]);
  });

  it.each([
    [["DATE", "DAY OPEN", "DAY HIGH", "DAY LOW", "DAY CLOSE", "DAY VOLUME"]],
    [["date", "p_open", "p_high", "p_low", "p_close", "p_volume"]],
    [["stock_date", "stock_open", "stock_high", "stock_low", "stock_close", "stock_volume"]],
  ])(
    "of columns with one word beside each, %j, are no instrument's, and have their volume",
    async (header) => {
      const written = text([header, ...ONE.slice(1)]);
      expect(await barsOfText("RELIANCE.csv", written)).toEqual(await barsOfText("RELIANCE.csv", text(ONE)));
    },
  );

  it("of trading symbols count before codes", async () => {
    const rows = ONE.slice(1).map((row) => `INE002A01018,RELIANCE,${row.join(",")}\n`);
    const written = `ISIN,TradingSymbol,${ONE[0]?.join(",") ?? ""}\n${rows.join("")}`;
    expect((await checkText("prices.csv", written)).symbols).toEqual(["RELIANCE"]);
  });

  it("of two volumes give the real one, and ticks where that is 0 throughout", async () => {
    const real = await barsOfText(
      "EURUSD.csv",
      withReal((at) => (at === 0 ? 0 : 5000 + at)),
    );
    expect(real.at(-1)?.endsWith(",5039")).toBe(true);
    const ticks = withReal(() => 0);
    expect((await barsOfText("EURUSD.csv", ticks)).at(-1)?.endsWith(",739")).toBe(true);
    expect((await checkText("EURUSD.csv", ticks)).warnings).toContain(
      "Volumes are those of <TICKVOL>: <VOL> is 0 throughout.",
    );
  });
});
