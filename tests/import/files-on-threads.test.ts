/** A plan whose files are read on several threads comes to the same as one that is read on one. */
import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { createPlanReader } from "#workers/import/plan/plan-files.ts";
import type { ReadingThreads } from "#workers/import/plan/reading-threads.ts";
import type { ImportPlan } from "#workers/model/import-plan.ts";
import { createMemoryFile } from "../support/memory-file.ts";
import { planOf, readPlan } from "./plan-support.ts";
import { threadsOf } from "./threads-support.ts";
import { tries } from "#tests/support/tries.ts";

const rows = fc
  .uniqueArray(fc.tuple(fc.constantFrom("B", "A", "C", "Ö", "B/Q"), fc.integer({ min: 1, max: 28 })), {
    minLength: 1,
    maxLength: 60,
    selector: String,
  })
  .map((keys) =>
    keys.map(([symbol, day], at) => [symbol, String(day).padStart(2, "0"), String(5 + (at % 3))]),
  );

/** Files of many kinds: plain, asked about, folded, refused, and lists that are no prices. */
const text = fc.oneof(
  rows.map((all) =>
    ["symbol,date,close", ...all.map(([symbol, day, close]) => `${symbol},2020-01-${day},${close}`)].join(
      "\n",
    ),
  ),
  rows.map((all) =>
    ["Ticker;Date;Close", ...all.map(([symbol, day, close]) => `${symbol};${day}/01/2020;${close},5`)].join(
      "\r\n",
    ),
  ),
  rows.map((all) => ["date,close", ...all.map(([, day, close]) => `2020-01-${day},${close}`)].join("\n")),
  rows.map((all) =>
    [
      "symbol,date,close,volume",
      ...all.map(([symbol, day, close]) => `${symbol},2020-01-${day} 09:${day},${close},1`),
    ].join("\n"),
  ),
  fc.constantFrom(
    "",
    "no table at all",
    "Symbol,Name,Sector,Market Cap\nA,Alpha,Tech,1000\nB,Beta,Energy,500\n",
    "symbol,date,kind,value\nA,2020-01-05,split,2:1\nB,2020-01-07,dividend,1\n",
    "PK\u0003\u0004 no archive",
    "symbol,date,close\nA,2020-01-01,n/a\n",
  ),
);
const names = fc.uniqueArray(
  fc.constantFrom("a.csv", "B.csv", "c.zip", "d.csv", "sub/a.csv", "z.csv", "instruments.csv"),
  {
    minLength: 1,
    maxLength: 6,
  },
);
const cut = fc.record({
  atOnce: fc.integer({ min: 1, max: 4 }),
  partBytes: fc.integer({ min: 30, max: 900 }),
});

async function comeTo(plan: ImportPlan, mostRows: number, threads: ReadingThreads | null) {
  const reader = createPlanReader({ file: createMemoryFile(), mostRows });
  const first = await readPlan(plan, { reader, threads });
  const [name = ""] = first.files.map(({ check }) => check.file);
  const answers = new Map([[name, { symbol: "ZZ", dateOrder: "dmy", intraday: "fold" } as const]]);
  const second = await readPlan({ ...plan, answers }, { reader, threads });
  return [first, second].map(({ market, notes, digest, gaps, facts, files }) => ({
    market,
    notes,
    digest,
    gaps,
    facts,
    checks: files.map(({ check }) => check),
  }));
}

describe("files read on several threads", () => {
  test.prop([fc.array(text, { minLength: 6, maxLength: 6 }), names, cut, fc.constantFrom(20, 1_000_000)], {
    numRuns: tries(60),
  })("come to the market, checks and notes of files read on one", async (texts, of, how, mostRows) => {
    const plan = planOf(Object.fromEntries(of.map((name, at) => [name, texts[at] ?? ""])));
    expect(await comeTo(plan, mostRows, threadsOf(how))).toEqual(await comeTo(plan, mostRows, null));
  });

  it("are read there once, where they are enough, and again with another answer", async () => {
    const plan = planOf({
      "a.csv": "symbol,date,close\nAB,2020-01-01,1\nAB,2020-01-02,2\n",
      "b.csv": "symbol,date,close\nCD,01/02/2020,1\nCD,02/02/2020,2\nCD,03/02/2020,3\n",
    });
    const threads = threadsOf({ atOnce: 2, partBytes: 50 });
    const reader = createPlanReader();
    await readPlan(plan, { reader, threads });
    expect(threads.counts).toEqual({ rows: 0, files: 2, refused: 0 });
    const answers = new Map([["b.csv", { dateOrder: "dmy" as const }]]);
    const { market } = await readPlan({ ...plan, answers }, { reader, threads });
    expect(market.day).toHaveLength(5);
    expect(threads.counts.files).toBe(2); // one small file is no work for a thread
  });

  it("get a company's last name there, too", async () => {
    const days = Array.from({ length: 40 }, (_, at) =>
      new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10),
    );
    const renamed = days.map((day, at) => `${at < 20 ? "TELCO" : "TATAM"},${day},${at + 1}`);
    const plan = planOf({
      "B.csv": "symbol,date,close\nXX,2020-01-01,1\nYY,2020-01-01,2\nZZ,2020-01-01,3\n",
      "TATAM.csv": ["symbol,date,close", ...renamed].join("\n"),
    });
    const threads = threadsOf({ atOnce: 2, partBytes: 420 });
    const { market } = await readPlan(plan, { threads });
    expect(threads.counts).toEqual({ rows: 0, files: 2, refused: 0 });
    expect(market.instruments.map(({ symbol }) => symbol)).toEqual(["TATAM", "XX", "YY", "ZZ"]);
    expect([...market.barOffset]).toEqual([0, 40, 41, 42, 43]);
  });

  it("are read on the own thread where the others fail", async () => {
    const plan = planOf({ "a.csv": "symbol,date,close\nAB,2020-01-01,1\nAB,2020-01-02,2\n" });
    const threads: ReadingThreads = {
      ...threadsOf({ atOnce: 2, partBytes: 25 }),
      checkFile: async () => "failed",
    };
    expect((await readPlan(plan, { threads })).digest).toBe((await readPlan(plan)).digest);
  });
});
