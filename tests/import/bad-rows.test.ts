/** Good files in which some rows, dates or figures are bad: what is left out with its line, warned of, or refused. */
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { ImportCheck } from "#workers/model/import-check.ts";
import { rangeSource } from "../market/text-sources.ts";
import { barsOfText, checkAll, checkText } from "./check-support.ts";
import { dmy, encode, goodLines, rewritten } from "./good-rows.ts";

/** A vendor's header: one of datasets/README.md has rules of its own for the cells of its rows. */
const HEADER = "date,open,high,low,close,vol\n";
const good = `${HEADER}${goodLines.join("\n")}\n`;
const FIRST = "ACME,2024-01-02,100.5,103.25,99,101.75,1000";
/** The good file with its tenth row, of 2024-01-15 in line 11, replaced. */
const withTenth = (row: string): string => good.replace(goodLines[9] ?? "", row);

function outcome({ verdict, bars, leftOut }: ImportCheck): unknown {
  return [verdict, bars, leftOut.map(({ line, reason }) => `${line}: ${reason}`)];
}

describe("one bad row is left out with its line", () => {
  it.each([
    {
      title: "fewer cells than the others",
      row: "2024-01-15,109.5,112.25,108",
      reason: /4 cells where rows have 6/,
    },
    {
      title: "more cells than the header",
      row: `${goodLines[9] ?? ""},1,2`,
      reason: /8 cells under a header of 6/,
    },
    { title: "a negative price", row: "2024-01-15,-109.5,112.25,108,110.75,1009", reason: /above 0/ },
    { title: "a close of zero", row: "2024-01-15,109.5,112.25,108,0,1009", reason: /above 0/ },
    { title: "NaN for a close", row: "2024-01-15,109.5,112.25,108,NaN,1009", reason: /no close/ },
    { title: "1e309", row: "2024-01-15,109.5,1e309,108,110.75,1009", reason: /cannot be read/ },
    { title: "a high below the low", row: "2024-01-15,109.5,107,108,110.75,1009", reason: /below low/ },
    {
      title: "a close outside of the range",
      row: "2024-01-15,109.5,112.25,108,120.5,1009",
      reason: /outside/,
    },
    { title: "a negative volume", row: "2024-01-15,109.5,112.25,108,110.75,-5", reason: /volume/ },
    {
      title: "a percent sign behind a price",
      row: "2024-01-15,109.5,112.25,108,110.75%,1009",
      reason: /cannot be read/,
    },
    {
      title: "a price in brackets, which is negative",
      row: "2024-01-15,109.5,112.25,108,(110.75),1009",
      reason: /above 0/,
    },
    { title: "a date that no calendar has", row: "2024-02-30,109.5,112.25,108,110.75,1009", reason: /date/ },
    {
      title: "a date that a spreadsheet could not show",
      row: "########,109.5,112.25,108,110.75,1009",
      reason: /date/,
    },
    { title: "a quote that is not closed", row: `"2024-01-15,109.5,112.25,108,110.75,1009`, reason: /quote/ },
    {
      title: "a day for the second time with other figures",
      row: goodLines[8]?.replace("1008", "9999") ?? "",
      reason: /a second time with different values/,
    },
  ])("$title", async ({ row, reason }) => {
    const check = await checkText("ACME.csv", withTenth(row));
    expect(outcome(check)).toEqual(["ok", 59, [expect.stringMatching(/^11: /)]]);
    expect(check.leftOut[0]?.reason).toMatch(reason);
    expect(check.leftOutCount).toBe(1);
  });
});

it("a row with more cells than a header of design/files.md is left out, too", async () => {
  const text = withTenth(`${goodLines[9] ?? ""},1,2`).replace("vol", "volume");
  expect(outcome(await checkText("ACME.csv", text))).toEqual([
    "ok",
    59,
    [expect.stringMatching(/^11: 8 cells/)],
  ]);
});

describe("figures that look odd and are read", () => {
  it.each([
    { title: "a fractional volume", row: "2024-01-15,109.5,112.25,108,110.75,1009.5", bar: "1009.5" },
    { title: "1.2M for a volume", row: "2024-01-15,109.5,112.25,108,110.75,1.2M", bar: "1200000" },
    {
      title: "blanks between thousands",
      row: "2024-01-15,109.5,112.25,108,110.75,1 234 567",
      bar: "1234567",
    },
    {
      title: "an apostrophe between thousands",
      row: "2024-01-15,109.5,112.25,108,110.75,1'234'567",
      bar: "1234567",
    },
    { title: "no volume", row: "2024-01-15,109.5,112.25,108,110.75,", bar: "0" },
    { title: "a volume of N/A", row: "2024-01-15,109.5,112.25,108,110.75,N/A", bar: "0" },
  ])("$title", async ({ row, bar }) => {
    const bars = await barsOfText("ACME.csv", withTenth(row));
    expect(bars.find((line) => line.includes("2024-01-15"))).toBe(
      `ACME,2024-01-15,109.5,112.25,108,110.75,${bar}`,
    );
  });

  it.each([
    { title: "an open of zero", row: "2024-01-15,0,112.25,108,110.75,9", bar: "110.75,112.25,108,110.75" },
    { title: "a high of zero", row: "2024-01-15,109.5,0.00,108,110.75,9", bar: "109.5,110.75,108,110.75" },
    { title: "a low of zero", row: "2024-01-15,109.5,112.25,0,110.75,9", bar: "109.5,112.25,109.5,110.75" },
    { title: "no low", row: "2024-01-15,109.5,112.25,,110.75,9", bar: "109.5,112.25,109.5,110.75" },
  ])("$title is none, under a vendor's header and the canonical one", async ({ row, bar }) => {
    const text = withTenth(row);
    for (const file of [text, text.replace(",vol\n", ",volume\n")]) {
      // oxlint-disable-next-line no-await-in-loop -- two small files
      const bars = await barsOfText("ACME.csv", file);
      expect(bars.find((line) => line.includes("2024-01-15"))).toBe(`ACME,2024-01-15,${bar},9`);
    }
  });

  it("cells with line ends inside quotes", async () => {
    const text = `note,${HEADER}${rewritten((cells, at) => `"first\nsecond ${at}",${cells.join(",")}`)}`;
    const check = await checkText("ACME.csv", text);
    expect([check.verdict, check.bars]).toEqual(["ok", 60]);
    expect((await barsOfText("ACME.csv", text))[0]).toBe(FIRST);
  });

  it("a header with commas over rows with semicolons, by the rows alone", async () => {
    const text = HEADER + rewritten((cells) => cells.join(";"));
    expect((await checkText("ACME.csv", text)).warnings.join()).toMatch(/No header: columns 2 to 5/);
    expect((await barsOfText("ACME.csv", text))[0]).toBe(FIRST);
  });

  it("dates that a spreadsheet turned into its count of days", async () => {
    // 2024-01-02 is day 45293 of a count that has 2024-01-01 as 45292
    const text =
      HEADER + rewritten(([day = "", ...rest]) => [Date.parse(day) / 86_400_000 + 25_569, ...rest].join(","));
    expect(text).toContain("\n45293,");
    expect((await barsOfText("ACME.csv", text))[0]).toBe(FIRST);
  });

  it("dates of two shapes, neither of which can be mistaken", async () => {
    const text =
      HEADER + rewritten(([day = "", ...rest], at) => [at < 30 ? day : dmy(day), ...rest].join(","));
    const check = await checkText("ACME.csv", text);
    expect([check.verdict, check.bars, check.first, check.last]).toEqual([
      "ok",
      60,
      "2024-01-02",
      "2024-03-25",
    ]);
  });
});

/** The same price all day, by row. */
const levels = (levelOf: (at: number) => number): string =>
  HEADER +
  rewritten(([day = ""], at) => [day, ...Array.from({ length: 4 }, () => levelOf(at)), 1000].join(","));

describe("what is told of bars that nothing forbids", () => {
  it("a halving overnight", async () => {
    const check = await checkText(
      "ACME.csv",
      levels((at) => (at < 30 ? 200 : 100) + (at % 2)),
    );
    expect(check.verdict).toBe("ok");
    expect(check.warnings.join()).toMatch(/like those of splits.*ACME 2024-02-13 \(2:1\)/);
    expect(check.quality[0]?.splits.map(({ date, factor }) => [date, factor])).toEqual([["2024-02-13", 2]]);
  });

  it("a price that stands still for sixty days", async () => {
    const check = await checkText(
      "ACME.csv",
      levels(() => 50),
    );
    expect(check.warnings.join()).toMatch(/stay the same.*ACME 2024-01-02 to 2024-03-25/);
  });

  it("days that have not come yet", async () => {
    const check = await checkText(
      "ACME.csv",
      withTenth((goodLines[9] ?? "").replace("2024-01-15", "2199-01-15")),
    );
    expect([check.verdict, check.last]).toEqual(["ok", "2199-01-15"]);
    expect(check.warnings.join()).toMatch(/1 bars? lies? in the future/);
  });

  it("a hole of weeks, by weekdays", async () => {
    const check = await checkText(
      "ACME.csv",
      HEADER + goodLines.filter((_, at) => at < 20 || at >= 40).join("\n"),
    );
    // rows 21 to 40 are gone: four weeks of five days from Tuesday 2024-01-30 on
    expect(check.quality[0]?.gaps).toEqual([{ from: "2024-01-30", to: "2024-02-26", sessions: 20 }]);
  });
});

describe("what is left out or refused whole", () => {
  it("a first row without figures, which is no header", async () => {
    const holes = good.replace(goodLines[0] ?? "", "2024-01-02,null,null,null,null,null");
    expect(outcome(await checkText("ACME.csv", holes))).toEqual([
      "ok",
      59,
      ["2: no close. Fill it in or delete that row."],
    ]);
  });

  it("more than one bad row in twenty", async () => {
    const check = await checkText(
      "ACME.csv",
      HEADER + rewritten((cells, at) => (at % 10 === 0 ? `${cells[0] ?? ""},x,x,x,x,x` : cells.join(","))),
    );
    expect([check.verdict, check.message]).toEqual([
      "refuse",
      expect.stringMatching(/6 of 60 rows \(10\.0 %\)/),
    ]);
  });

  it("an archive with a password", async () => {
    const archive = zipSync({ "ACME.csv": encode(good) });
    const view = new DataView(archive.buffer);
    const directory = view.getUint32(archive.length - 6, true);
    view.setUint16(6, view.getUint16(6, true) | 1, true); // flag of the entry, then of the directory
    view.setUint16(directory + 8, view.getUint16(directory + 8, true) | 1, true);
    const [check] = await checkAll([rangeSource("secret.zip", archive)]);
    expect([check?.check.verdict, check?.check.message]).toEqual([
      "refuse",
      expect.stringMatching(/encrypted|password/),
    ]);
  });
});
