/** A plan whose rows leave the memory comes to the same as one whose rows stay. */
import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { createPlanReader } from "#workers/import/plan/plan-files.ts";
import type { ImportPlan } from "#workers/model/import-plan.ts";
import { createMemoryFile } from "../support/memory-file.ts";
import { planOf, readPlan } from "./plan-support.ts";
import { tries } from "#tests/support/tries.ts";

const HEADERS = ["symbol,date,close,adjClose", "symbol,date,close,sharesOutstanding"];

const row = fc
  .tuple(
    fc.constantFrom("B", "A", "C", "AA"),
    fc.nat(8),
    fc.integer({ min: 1, max: 3 }),
    fc.constantFrom("", "5", "7"),
  )
  .map(([symbol, day, close, other]) => `${symbol},2020-01-0${day + 1},${close},${other}`);
const rowsOfFile = fc.tuple(
  fc.constantFrom(...HEADERS),
  fc.uniqueArray(row, { maxLength: 30, selector: keyOf }),
);
const file = rowsOfFile.map(([header, rows]) => [header, ...rows, ""].join("\n"));

/** Days of a file don't contradict each other in it: five in a hundred that do refuse it. */
function keyOf(line: string): string {
  return line.split(",").slice(0, 2).join();
}

async function comeTo(plan: ImportPlan, mostRows: number | null) {
  const reader = createPlanReader(mostRows === null ? null : { file: createMemoryFile(), mostRows });
  const first = await readPlan(plan, { reader });
  const [name = ""] = first.files.map(({ check }) => check.file);
  // The same files with another answer for the first: its rows are read once more, behind those of the others.
  const answers = new Map([[name, { symbol: "ZZ" }]]);
  const second = await readPlan({ ...plan, answers }, { reader });
  const base = await readPlan(plan, { reader, base: second.market });
  return [first, second, base].map(({ market, notes, digest, gaps, files }) => ({
    market,
    notes,
    digest,
    gaps,
    checks: files.map(({ check }) => check),
  }));
}

describe("rows of an import that don't stay in memory", () => {
  test.prop([fc.array(file, { minLength: 1, maxLength: 5 }), fc.nat(40)], { numRuns: tries(25) })(
    "come to the same market, notes and gaps as rows that do",
    async (texts, mostRows) => {
      const plan = planOf(Object.fromEntries(texts.map((text, at) => [`${at}.csv`, text])));
      expect(await comeTo(plan, mostRows)).toEqual(await comeTo(plan, null));
    },
  );

  test.prop([fc.array(rowsOfFile, { minLength: 1, maxLength: 5 }), fc.nat(40)], { numRuns: tries(25) })(
    "come to the same where files have their rows by symbol and day, and instruments of their own",
    async (files, mostRows) => {
      const texts = files.map(([header, rows], at) =>
        [header, ...rows.toSorted().map((line) => `${at}${line}`), ""].join("\n"),
      );
      const plan = planOf(Object.fromEntries(texts.map((text, at) => [`${at}.csv`, text])));
      expect(await comeTo(plan, mostRows)).toEqual(await comeTo(plan, null));
    },
  );

  it("come to the same in several parts", async () => {
    const start = Date.UTC(1900, 0, 1);
    const days = Array.from({ length: 60_000 }, (_, at) =>
      new Date(start + at * 86_400_000).toISOString().slice(0, 10),
    );
    const text = (symbols: readonly string[]): string =>
      [
        "symbol,date,close",
        ...symbols.flatMap((symbol) => days.map((day, at) => `${symbol},${day},${100 + (at % 7)}`)),
      ].join("\n");
    const plan = planOf({ "a.csv": text(["A", "B"]), "b.csv": text(["C"]) });
    const inMemory = await readPlan(plan);
    expect(inMemory.market.barOffset).toEqual(Int32Array.of(0, 60_000, 120_000, 180_000));
    expect(inMemory.notes.map(({ bars, instruments }) => [bars, instruments])).toEqual([
      [120_000, 2],
      [60_000, 1],
    ]);
    const reader = createPlanReader({ file: createMemoryFile(), mostRows: 70_000 });
    const spilled = await readPlan(plan, { reader });
    expect(inMemory.digest).toBe(spilled.digest);
    expect(inMemory.notes).toEqual(spilled.notes);
  });

  it("fold into days as rows that do", async () => {
    const lines = ["A", "B"].flatMap((symbol) =>
      Array.from({ length: 300 }, (_, at) => {
        const time = new Date(Date.UTC(2020, 0, 1 + Math.floor(at / 10), 9, at % 10)).toISOString();
        return `${symbol},${time.slice(0, 19).replace("T", " ")},${at + 1},${at + 2},${at + 0.5},${at + 1.5},10`;
      }),
    );
    const text = ["symbol,date,open,high,low,close,volume", ...lines].join("\n");
    const plan = planOf({ "m.csv": text }, { answers: new Map([["m.csv", { intraday: "fold" as const }]]) });
    const reader = createPlanReader({ file: createMemoryFile(), mostRows: 7 });
    const { market } = await readPlan(plan, { reader });
    expect(market.day).toHaveLength(60);
    // The second day of A: bars 11 to 20.
    const bar = [market.open, market.high, market.low, market.close, market.volume].map(
      (column) => column[1],
    );
    expect(bar).toEqual([11, 21, 10.5, 20.5, 100]);
    expect(market).toEqual((await readPlan(plan)).market);
  });

  it("get a company's last name as rows that do", async () => {
    const days = Array.from({ length: 40 }, (_, at) =>
      new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10),
    );
    const lines = days.map((day, at) => `${at < 20 ? "TELCO" : "TATAM"},${day},${at + 1}`);
    const plan = planOf({
      "TATAM.csv": ["symbol,date,close", ...lines].join("\n"),
      "z.csv": `symbol,date,close\nTELCO,2020-03-01,7\nTELCO,2020-03-02,8\n`,
    });
    const { market } = await readPlan(plan, {
      reader: createPlanReader({ file: createMemoryFile(), mostRows: 5 }),
    });
    expect(market.instruments.map(({ symbol }) => symbol)).toEqual(["TATAM", "TELCO"]);
    expect([...market.barOffset]).toEqual([0, 40, 42]);
  });
});
