/** Weeks and months as data: what a plan says of them, stores, and leaves out where one instrument would have both. */
import { describe, expect, it } from "vitest";
import { formatIsoDay, lastOfMonth, parseIsoDay } from "#workers/model/day.ts";
import { addFiles } from "./growing-dataset.ts";
import type { StoredColumns } from "./growing-dataset.ts";
import { checkText } from "./check-support.ts";
import { look, planOf, readPlan } from "./plan-support.ts";

const FIRST = parseIsoDay("2021-01-01") ?? NaN; // a Friday

/** So many closes, one every so many days. */
function every(days: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => formatIsoDay(FIRST + days * at));
}

/** The last days of so many months. */
function monthEnds(count: number): readonly string[] {
  let day = FIRST - 1;
  return Array.from({ length: count }, () => formatIsoDay((day = lastOfMonth(day + 1))));
}

function closesOf(symbol: string, days: readonly string[]): string {
  return days.map((day, at) => `${symbol},${day},${100 + (at % 7)}`).join("\n");
}

const file = (...series: readonly string[]) => `symbol,date,close\n${series.join("\n")}\n`;

describe("a file of weeks or months", () => {
  it.each([
    ["weekly", every(7, 30)],
    ["monthly", monthEnds(30)],
  ] as const)("is well: %s", async (frequency, days) => {
    const { files, planned } = await look(planOf({ "prices.csv": file(closesOf("AB", days)) }));
    expect(files[0]).toMatchObject({ verdict: "ok", frequency, bars: 30 });
    expect(planned).toMatchObject({ frequency, bars: 30 });
  });

  it.each([
    {
      title: "a week",
      days: every(7, 30),
      left: [9, 10, 20],
      gaps: [
        ["2021-03-05", "2021-03-12", 2],
        ["2021-05-21", "2021-05-21", 1],
      ],
    },
    {
      title: "a month",
      days: monthEnds(30),
      left: [9, 10, 20],
      gaps: [
        ["2021-10-30", "2021-11-30", 2],
        ["2022-09-30", "2022-09-30", 1],
      ],
    },
  ])("has gaps where $title has no bar, and none between", async ({ days, left, gaps }) => {
    const whole = await checkText("prices.csv", file(closesOf("AB", days)));
    expect(whole.quality).toEqual([]);
    const some = days.filter((_, at) => !left.includes(at));
    const { quality } = await checkText("prices.csv", file(closesOf("AB", some)));
    expect(quality).toMatchObject([{ missingSessions: 3, gapCount: 2 }]);
    expect(quality[0]?.gaps.map(({ from, to, sessions }) => [from, to, sessions])).toEqual(gaps);
  });

  it("is refused where its bars are longer, with the mend", async () => {
    const { verdict, message } = await checkText("prices.csv", file(closesOf("AB", every(91, 30))));
    expect(verdict).toBe("refuse");
    expect(message).toBe(
      "quarterly bars; a run needs those of days, weeks or months, so download the file again with these",
    );
  });

  it("is told that months dated by their first day look ahead, and no others", async () => {
    const firsts = monthEnds(30).map((day) => formatIsoDay((parseIsoDay(day) ?? NaN) + 1));
    const [first, last] = await Promise.all(
      [firsts, monthEnds(30)].map((days) => checkText("prices.csv", file(closesOf("AB", days)))),
    );
    expect(first?.verdict).toBe("ok");
    expect(first?.warnings.filter((words) => words.includes("dated by a first of the month"))).toHaveLength(
      1,
    );
    expect(last?.warnings.filter((words) => words.includes("dated by a first of the month"))).toEqual([]);
  });

  it("is stored with every bar, and its dataset says what they are", async () => {
    const columns: StoredColumns = new Map();
    const { facts } = await addFiles(columns, null, { "a.csv": file(closesOf("AB", monthEnds(30))) });
    expect(facts).toMatchObject({ frequency: "monthly", bars: 30 });
    const { market } = await readPlan(planOf({ "a.csv": file(closesOf("AB", monthEnds(30))) }));
    expect(Array.from(market.day, formatIsoDay)).toEqual(monthEnds(30));
  });
});

describe("a dataset", () => {
  it("is what most of its bars are, and an index or a series of rates has no say", async () => {
    const described = "symbol,exchange,instrumentType\nIDX,NSE,INDEX\nCPI,,RATE\n";
    const prices = file(
      closesOf("AB", every(7, 30)),
      closesOf("IDX", every(1, 200)),
      closesOf("CPI", monthEnds(80)),
    );
    const files = { "instruments.csv": described, "prices.csv": prices };
    const { facts } = await addFiles(new Map(), null, files);
    expect(facts.frequency).toBe("weekly");
  });

  it("of indices alone is what these are", async () => {
    const files = {
      "instruments.csv": "symbol,exchange,instrumentType\nIDX,NSE,INDEX\n",
      "prices.csv": file(closesOf("IDX", monthEnds(30))),
    };
    expect((await addFiles(new Map(), null, files)).facts.frequency).toBe("monthly");
  });

  it("goes on with a week a file, whatever so few bars look like", async () => {
    const columns: StoredColumns = new Map();
    const weeks = every(7, 31);
    const { id } = await addFiles(columns, null, { "a.csv": file(closesOf("AB", weeks.slice(0, 30))) });
    const { facts, dryRun } = await addFiles(columns, id, { "b.csv": file(closesOf("AB", weeks.slice(30))) });
    expect(dryRun.files[0]).toMatchObject({ verdict: "ok", frequency: "daily" });
    expect(facts).toMatchObject({ frequency: "weekly", bars: 31 });
  });

  it("of weeks takes no days of the same instrument, nor of days weeks; of another one it does", async () => {
    const columns: StoredColumns = new Map();
    const { id } = await addFiles(columns, null, { "a.csv": file(closesOf("AB", every(7, 30))) });
    const own = await addFiles(columns, id, { "b.csv": file(closesOf("AB", every(1, 40))) });
    expect(own.dryRun.files[0]).toMatchObject({
      verdict: "refuse",
      message:
        "daily bars of AB, of which the dataset has weekly ones: bars of one instrument are all as long. Leave this file out, or import it as a dataset of its own",
    });
    expect(own.facts).toMatchObject({ frequency: "weekly", bars: 30 });
    const others = await addFiles(columns, id, { "c.csv": file(closesOf("CD", every(1, 40))) });
    expect(others.facts).toMatchObject({ frequency: "daily", bars: 70 });
  });

  it("of both files of an instrument takes the one with shorter bars, whatever their names", async () => {
    const days = file(closesOf("AB", every(1, 40)));
    const weeks = file(closesOf("AB", every(7, 30)));
    for (const files of [
      { "a.csv": weeks, "b.csv": days },
      { "a.csv": days, "b.csv": weeks },
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const dryRun = await look(planOf(files));
      const taken = dryRun.files.find(({ verdict }) => verdict === "ok");
      const left = dryRun.files.find(({ verdict }) => verdict === "refuse");
      expect(taken?.frequency).toBe("daily");
      expect(left?.message).toContain(`weekly bars of AB, of which ${taken?.file} has daily ones`);
      expect(dryRun.planned).toMatchObject({ bars: 40, frequency: "daily" });
    }
  });
});
