/** What a dry run would store, against what readMarket() makes of the same files: the contract of datasets/README.md. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formatIsoDay, parseIsoDay } from "#workers/model/day.ts";
import { createPlanReader } from "#workers/import/plan/plan-files.ts";
import { fileSource } from "#workers/market/source.ts";
import { readMarket } from "#workers/market/read-market.ts";
import type { ImportFile, ImportPlan } from "#workers/model/import-plan.ts";
import type { InstrumentDefaults } from "#workers/model/reading.ts";
import { listSharedCases } from "#tests/support/shared-cases.ts";
import { withZones } from "../support/market-zones.ts";
import { createMemoryFile } from "../support/memory-file.ts";
import { look, planOf, readPlan } from "./plan-support.ts";

const defaults: InstrumentDefaults = { exchange: "NSE", instrumentType: "EQUITY", currency: "" };
const DATA_FILE = /\.(csv|csv\.gz|zip)$/i;

function marketOf(plan: ImportPlan, byFile: ReadonlyMap<string, InstrumentDefaults>) {
  return readPlan(plan, { defaults: byFile });
}

describe("the market of a plan", () => {
  const cases = listSharedCases().filter(({ exit, name }) => exit === 0 && !name.startsWith("real-cases"));

  it.each(cases)("is what the contract says for $name", async ({ args }) => {
    const [, folder = ""] = args;
    const files = readdirSync(folder)
      .filter((name) => DATA_FILE.test(name))
      .map((name): ImportFile => ({ name, bytes: new Blob([readFileSync(join(folder, name))]) }));
    const plan = { ...planOf({}), files };
    const { files: checked } = await look(plan);
    const byFile = new Map(checked.map(({ file }) => [file, defaults]));
    const { market } = await marketOf(plan, byFile);
    const reading = await readMarket(files.map(fileSource), defaults);
    if (!reading.ok) throw new Error(reading.problem.message);
    expect(market).toEqual(withZones(reading.value.market));
  });

  it("leaves out whole a file of which more than one row in twenty contradicts another file", async () => {
    const days = Array.from({ length: 20 }, (_, at) => `AB,2020-01-${String(at + 1).padStart(2, "0")}`);
    const lines = (price: (at: number) => number) => days.map((day, at) => `${day},${price(at)}`).join("\n");
    const header = "symbol,date,close\n";
    const two = await marketOf(
      planOf({ "a.csv": header + lines(() => 10), "b.csv": header + lines((at) => (at < 2 ? 11 : 10)) }),
      new Map(),
    );
    expect(two.files.map(({ check }) => check.verdict)).toEqual(["ok", "refuse"]);
    expect(two.files[1]?.check.message).toMatch(
      /^2 of 20 rows \(10.0 %\) contradict rows that are there already/,
    );
    expect(two.notes.map(({ file }) => file)).toEqual(["a.csv"]);
    const one = await marketOf(
      planOf({ "a.csv": header + lines(() => 10), "b.csv": header + lines((at) => (at < 1 ? 11 : 10)) }),
      new Map(),
    );
    expect(one.files.map(({ check }) => check.verdict)).toEqual(["ok", "ok"]);
    expect(one.notes[1]).toMatchObject({ leftOut: 1, repeats: 19, bars: 0 });
    expect(one.notes[1]?.issues[0]?.message).toMatch(/^b\.csv:2: AB has 2020-01-01 a second time/);
  });
});

const verdictsOf = async (plan: ImportPlan) => (await look(plan)).files.map(({ verdict }) => verdict);

describe("two files whose names give one symbol", () => {
  const days = Array.from({ length: 25 }, (_, at) => `2020-01-${String(at + 1).padStart(2, "0")}`);
  const file = (price: number, from = 0) =>
    `date,close\n${days.map((day, at) => `${day},${price + at + from}\n`).join("")}`;

  it("are asked about where their prices differ, and again after another answer", async () => {
    const plan = planOf({ "TCS.csv": file(100), "TCS_daily.csv": file(50) });
    const reader = createPlanReader();
    const read = async (answered: ImportPlan) =>
      (await readPlan(answered, { reader })).files.map(({ check }) => check.verdict);
    expect(await read(plan)).toEqual(["ok", "ask"]);
    expect(await read(plan)).toEqual(["ok", "ask"]);
    const answers = new Map([["TCS_daily.csv", { symbol: "TCS2" }]]);
    expect(await read({ ...plan, answers })).toEqual(["ok", "ok"]);
  });

  it("are asked about where few of their days are the same, at another level of prices", async () => {
    const first = parseIsoDay("2020-02-01") ?? 0;
    const later = Array.from({ length: 200 }, (_, at) => `${formatIsoDay(first + at)},${60 + at / 9}\n`).join(
      "",
    );
    const plan = planOf({
      "TCS.csv": file(100),
      "TCS_daily.csv": `${file(50).split("\n").slice(0, 6).join("\n")}\n${later}`,
    });
    expect(await verdictsOf(plan)).toEqual(["ok", "ask"]);
  });

  it("are both taken where they agree", async () => {
    expect(await verdictsOf(planOf({ "TCS.csv": file(100), "TCS_daily.csv": file(100) }))).toEqual([
      "ok",
      "ok",
    ]);
  });
});

async function digestOf(texts: Readonly<Record<string, string>>): Promise<string> {
  return (await look(planOf(texts))).planned.digest;
}

const GOOD = "symbol,date,close\nAB,2020-01-01,1\nAB,2020-01-02,2\n";
/** Days and months that may be either. */
const OPEN = "symbol,date,close\nCD,01/02/2020,1\nCD,02/02/2020,2\nCD,03/02/2020,3\n";

describe("a dry run", () => {
  it("counts what would be stored of the files that are well, and says why of the others", async () => {
    const { files, planned } = await look(planOf({ "a.csv": GOOD, "b.csv": OPEN, "c.csv": "" }));
    expect(files.map(({ file, verdict }) => [file, verdict])).toEqual([
      ["a.csv", "ok"],
      ["b.csv", "ask"],
      ["c.csv", "refuse"],
    ]);
    expect(planned).toMatchObject({
      files: 1,
      instruments: 1,
      bars: 2,
      first: "2020-01-01",
      last: "2020-01-02",
    });
  });

  it("takes an answer for one file, and a file out that is left out", async () => {
    const texts = { "a.csv": GOOD, "b.csv": OPEN };
    const answered = await look(planOf(texts, { answers: new Map([["b.csv", { dateOrder: "dmy" }]]) }));
    expect(answered.planned).toMatchObject({ files: 2, bars: 5, first: "2020-01-01", last: "2020-02-03" });
    const without = await look(planOf(texts, { leftOut: new Set(["a.csv", "b.csv"]) }));
    expect(without.planned).toMatchObject({ files: 0, bars: 0, first: null });
  });

  it("has a digest that changes with a figure and not with the order of files", async () => {
    const digest = await digestOf({ "a.csv": GOOD, "z.csv": GOOD.replaceAll("AB", "ZZ") });
    expect(await digestOf({ "z.csv": GOOD.replaceAll("AB", "ZZ"), "a.csv": GOOD })).toBe(digest);
    expect(await digestOf({ "a.csv": GOOD, "z.csv": GOOD.replaceAll("AB", "ZY") })).not.toBe(digest);
    expect(
      await digestOf({ "a.csv": GOOD, "z.csv": GOOD.replaceAll("AB", "ZZ").replace(",2\n", ",3\n") }),
    ).not.toBe(digest);
  });

  it("finds the same when asked again, with its rows in memory and in a file", async () => {
    const plan = planOf({ "a.csv": GOOD, "b.csv": OPEN, "c.csv": "" });
    const first = await look(plan);
    const readTwice = async (mostRows: number) => {
      const reader = createPlanReader({ file: createMemoryFile(), mostRows });
      return [(await readPlan(plan, { reader })).digest, (await readPlan(plan, { reader })).digest];
    };
    const twice = [first.planned.digest, first.planned.digest];
    expect(await Promise.all([0, 3, 1000].map(readTwice))).toEqual([twice, twice, twice]);
  });

  it("reads the files of another plan anew, whatever their names", async () => {
    const reader = createPlanReader();
    const read = async (plan: ImportPlan) => (await readPlan(plan, { reader })).market.close;
    expect([...(await read(planOf({ "a.csv": GOOD })))]).toEqual([1, 2]);
    expect([...(await read({ ...planOf({ "a.csv": GOOD.replace(",2\n", ",7\n") }), id: "other" }))]).toEqual([
      1, 7,
    ]);
  });

  it("refuses an instruments.csv that names a symbol twice, by its line", async () => {
    const { files } = await look(
      planOf({ "a.csv": GOOD, "instruments.csv": "symbol,name\nAB,One\nAB,Two\n" }),
    );
    expect(files[1]).toMatchObject({
      kind: "instruments",
      verdict: "refuse",
      message: expect.stringMatching(/^line 3: AB/),
    });
  });
});

describe("the instruments of a plan", () => {
  it("are as instruments.csv says, where it is silent as was answered for their file", async () => {
    const { market } = await marketOf(
      planOf({
        "a.csv": GOOD,
        "b.csv": GOOD.replaceAll("AB", "CD"),
        "instruments.csv": "symbol,name,exchange\nAB,Alpha,\nCD,Gamma,NYSE\n",
      }),
      new Map([
        ["a.csv", { exchange: "BSE", instrumentType: "EQUITY", currency: "" }],
        ["b.csv", { exchange: "BSE", instrumentType: "INDEX", currency: "EUR" }],
      ]),
    );
    expect(market.instruments).toMatchObject([
      { symbol: "AB", name: "Alpha", exchange: "BSE", instrumentType: "EQUITY", currency: "" },
      { symbol: "CD", name: "Gamma", exchange: "NYSE", instrumentType: "INDEX", currency: "EUR" },
    ]);
  });
});

describe("the gaps of a plan", () => {
  /** January 2024 from Tuesday the 2nd on: fourteen weekdays. */
  const DAYS = [2, 3, 4, 5, 8, 9, 10, 11, 12, 15, 16, 17, 18, 19];
  const file = (closed: readonly number[]) =>
    `date,close\n${DAYS.filter((day) => !closed.includes(day))
      .map((day) => `2024-01-${String(day).padStart(2, "0")},${100 + day}\n`)
      .join("")}`;

  it("are those against the days of all files, though no file shows them by itself", async () => {
    const { planned, files } = await look(
      planOf({ "AA.csv": file([]), "BB.csv": file([4, 5, 8, 17]), "CC.csv": file([]) }),
    );
    expect(planned.gaps).toEqual({
      instruments: 1,
      sessions: 4,
      longest: [
        { symbol: "BB", from: "2024-01-04", to: "2024-01-08", sessions: 3 },
        { symbol: "BB", from: "2024-01-17", to: "2024-01-17", sessions: 1 },
      ],
    });
    expect(files.map(({ quality }) => quality)).toEqual([[], [], []]);
  });

  it("are none on the holidays of another exchange, where files say theirs", async () => {
    const { planned } = await look(
      planOf({ "NSE/AA.csv": file([]), "NSE/BB.csv": file([]), "NYSE/CC.csv": file([15]) }),
    );
    expect(planned.gaps).toEqual({ instruments: 0, sessions: 0, longest: [] });
    const unsaid = await look(planOf({ "AA.csv": file([]), "BB.csv": file([]), "CC.csv": file([15]) }));
    expect(unsaid.planned.gaps.sessions).toBe(1);
  });

  it("are seen between files that have one day each", async () => {
    const days = { 2: ["AA", "BB"], 3: ["AA"], 4: ["AA", "BB"] };
    const files = Object.entries(days).map(([day, symbols]) => {
      const lines = symbols.map((symbol) => `${symbol},2024-01-0${day},5\n`);
      return [`2024-01-0${day}.csv`, `symbol,date,close\n${lines.join("")}`] as const;
    });
    expect((await look(planOf(Object.fromEntries(files)))).planned.gaps.longest).toEqual([
      { symbol: "BB", from: "2024-01-03", to: "2024-01-03", sessions: 1 },
    ]);
  });
});
