/** What only the instruments of all files together show: holidays that were filled in, and bars of several lengths. */
import { describe, expect, it } from "vitest";
import { addFiles } from "./growing-dataset.ts";
import type { StoredColumns } from "./growing-dataset.ts";
import { inventBars } from "./invented-bars.ts";
import type { InventedBar } from "./invented-bars.ts";
import { look, planOf } from "./plan-support.ts";

const BARS = inventBars(60);
const HOLIDAYS = [14, 30, 41];
const DAYS = HOLIDAYS.map((at) => BARS[at]?.iso).join(", ");

/** On holidays a bar without a trade, at the close of the day before. */
const FILLED = BARS.map((bar, at) => {
  const close = BARS[at - 1]?.c ?? bar.c;
  return HOLIDAYS.includes(at) ? { ...bar, o: close, h: close, l: close, c: close, v: 0 } : bar;
});

function fileOf(bars: readonly InventedBar[]): string {
  const rows = bars.map(({ iso, o, h, l, c, v }) => [iso, o, h, l, c, v].join(","));
  return `date,open,high,low,close,volume\n${rows.join("\n")}\n`;
}

/** All sentences of the plan's files that are about all instruments. */
async function toldOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  const dryRun = await look(planOf(files));
  expect(dryRun.files.map(({ verdict }) => verdict)).not.toContain("refuse");
  return dryRun.files
    .flatMap(({ warnings }) => warnings)
    .filter((one) => /all instruments|look-backs/.test(one));
}

describe("weekdays on which no instrument of a plan traded", () => {
  it("are told once, of files of one instrument each", async () => {
    const files = { "AAA.csv": fileOf(FILLED), "BBB.csv": fileOf(FILLED), "CCC.csv": fileOf(FILLED) };
    expect(await toldOf(files)).toEqual([
      `On 3 weekdays every bar of all instruments repeats the day before, or has no trade and its close: holidays that somebody filled in, likely. Each is a session all the same: ${DAYS}.`,
    ]);
  });

  it("are none where one of them traded", async () => {
    expect(await toldOf({ "AAA.csv": fileOf(FILLED), "BBB.csv": fileOf(BARS) })).toEqual([]);
  });

  it("are told of a small dataset that gets files, with those that it has", async () => {
    const columns: StoredColumns = new Map();
    const [early, late] = [FILLED.slice(0, 20), FILLED.slice(20)];
    const { id } = await addFiles(columns, null, { "AAA.csv": fileOf(early), "BBB.csv": fileOf(early) });
    const { dryRun } = await addFiles(columns, id, { "AAA.csv": fileOf(late), "BBB.csv": fileOf(late) });
    const told = dryRun.files.flatMap(({ warnings }) => warnings).join(" ");
    expect(told).toContain("On 3 weekdays every bar of all instruments");
    expect(told).toContain(`all the same: ${DAYS}.`);
  });
});

describe("bars of several lengths among a plan's instruments", () => {
  const weeks = inventBars(200).filter((_, at) => at % 5 === 0);
  const months = inventBars(900).filter((_, at) => at % 21 === 0);
  it.each([
    ["days and weeks", { "AAA.csv": BARS, "BBB.csv": weeks }, ["BBB has weekly bars, and AAA daily ones"]],
    [
      "weeks and months",
      { "AAA.csv": months, "BBB.csv": weeks },
      ["AAA has monthly bars, and BBB weekly ones"],
    ],
    [
      "all three",
      { "AAA.csv": months, "BBB.csv": weeks, "CCC.csv": BARS },
      ["BBB has weekly bars, and CCC daily ones", "AAA has monthly bars, and CCC daily ones"],
    ],
    ["days alone", { "AAA.csv": BARS, "BBB.csv": BARS.slice(20) }, []],
  ])("are told: %s", async (_, bars, says) => {
    const files = Object.fromEntries(Object.entries(bars).map(([name, own]) => [name, fileOf(own)]));
    const told = await toldOf(files);
    expect(told.map((one) => one.split(":")[0])).toEqual(says);
  });
});
