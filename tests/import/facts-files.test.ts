/** facts.csv and signals.csv in an import: what the dry run says, what is stored, and what an export gives back. */
import { gzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { exportDataset } from "#workers/import/plan/export-dataset.ts";
import { wholeAsParts } from "#workers/market/whole-parts.ts";
import type { DryRun } from "#workers/model/import-plan.ts";
import type { Market } from "#workers/model/market.ts";
import { factsOf } from "../market/facts-support.ts";
import { rangeSource, readSources, readTexts } from "../market/text-sources.ts";
import { look, planOf, readOnto, readPlan } from "./plan-support.ts";

const DAYS = Array.from({ length: 30 }, (_, at) =>
  new Date(Date.UTC(2020, 0, at + 1)).toISOString().slice(0, 10),
);
const pricesOf = (...symbols: string[]): string =>
  `symbol,date,open,high,low,close,volume\n${symbols
    .flatMap((symbol) =>
      DAYS.map((day, at) => `${symbol},${day},${10 + at},${12 + at},9,${11 + at},${at}00\n`),
    )
    .join("")}`;
const FACTS =
  "symbol,date,name,value\nCD,2019-12-31,eps,7\nAB,2020-01-01,eps,5\nAB,2020-01-20,eps,\nZZ,2020-01-01,pe,1\n";
const SIGNALS = "symbol,date,model\nAB,2020-01-03,0.5\n";
const files = { "p.csv": pricesOf("AB", "CD"), "facts.csv": FACTS, "signals.csv": SIGNALS };
const known = [
  [
    "eps",
    "fact",
    [
      ["AB", "2020-01-01", 5],
      ["AB", "2020-01-20", null],
      ["CD", "2019-12-31", 7],
    ],
  ],
  ["model", "signal", [["AB", "2020-01-03", 0.5]]],
  ["pe", "fact", []],
];

const messagesOf = (dryRun: DryRun): string[] =>
  dryRun.files.map(({ file, kind, verdict, message }) => `${file} ${kind} ${verdict}: ${message}`);

describe("facts among the files of an import", () => {
  it("are told by the dry run, file by file", async () => {
    const dryRun = await look(planOf(files));
    expect(messagesOf(dryRun).slice(0, 1)).toEqual([
      "facts.csv facts ok: eps, pe of 3 instruments, known from 2019-12-31 to 2020-01-20.",
    ]);
    expect(dryRun.planned).toMatchObject({ files: 3, instruments: 2, bars: 60 });
    expect(dryRun.factFiles).toEqual([
      {
        file: "facts.csv",
        layout: "facts, a row each",
        rows: 4,
        bars: 0,
        leftOut: 0,
        repeats: 0,
        closeOnly: 0,
        instruments: 2,
        firstDate: "2019-12-31",
        lastDate: "2020-01-20",
        issues: [],
        warnings: ["1 symbol without prices is ignored: ZZ."],
        facts: { kind: "fact", names: ["eps", "pe"], steps: 3, contradictions: 0, unmatched: 1 },
      },
      expect.objectContaining({
        file: "signals.csv",
        facts: { kind: "signal", names: ["model"], steps: 1, contradictions: 0, unmatched: 0 },
      }),
    ]);
  });

  it("are stored as the command line reads them", async () => {
    const { market, notes, digest } = await readPlan(planOf(files));
    expect(factsOf(market)).toEqual(known);
    expect(factsOf((await readTexts(files)).market)).toEqual(known);
    expect(notes.map(({ file }) => file)).toEqual(["facts.csv", "p.csv", "signals.csv"]);
    expect(digest).not.toBe((await look(planOf({ "p.csv": files["p.csv"] }))).planned.digest);
  });

  it("may be packed and in folders", async () => {
    const bytes = new Blob([zipSync({ "a/facts.csv": new TextEncoder().encode(FACTS) })]);
    const signals = new Blob([gzipSync(new TextEncoder().encode(SIGNALS))]);
    const plan = planOf({ "p.csv": files["p.csv"] });
    const packed = [
      { name: "x.zip", bytes },
      { name: "b/SIGNALS.csv.gz", bytes: signals },
    ];
    const { market } = await readPlan({ ...plan, files: [...plan.files, ...packed] });
    expect(factsOf(market)).toEqual(known);
  });

  it("may be left out", async () => {
    const { market } = await readPlan(planOf(files, { leftOut: new Set(["facts.csv", "signals.csv"]) }));
    expect("facts" in market).toBe(false);
  });

  it("count for the symbol that an answer gives a file", async () => {
    const nameless = pricesOf("X").replaceAll("X,", "").replace("symbol,", "");
    const plan = planOf(
      { "data.csv": nameless, "facts.csv": FACTS },
      { answers: new Map([["data.csv", { symbol: "AB" }]]) },
    );
    expect(factsOf((await readPlan(plan)).market)[0]).toEqual([
      "eps",
      "fact",
      [
        ["AB", "2020-01-01", 5],
        ["AB", "2020-01-20", null],
      ],
    ]);
  });

  it.each([
    {
      title: "a name that no fact can have",
      facts: "symbol,date,close\nAB,2020-01-01,5\n",
      message: "line 1: close cannot be the name of a fact: rules use that word; rename it, e.g. to my.close",
    },
    {
      title: "rows that can't be read",
      facts: "symbol,date,eps\nAB,2020-01-01,5\nAB,x,5\n",
      message:
        '1 of 2 rows (50.0 %) cannot be used, and more than 5 % is too much to leave out. Correct the file; the first: facts.csv:3: date is "x", which cannot be read. Write it as YYYY-MM-DD or delete that row.',
    },
    {
      title: "no text",
      facts: "\u0000",
      message: "line 1: not a text file; save the data as CSV in UTF-8",
    },
  ])("are refused alone, and the prices are not: $title", async ({ facts, message }) => {
    const dryRun = await look(planOf({ "p.csv": files["p.csv"], "facts.csv": facts }));
    expect(messagesOf(dryRun)[0]).toBe(`facts.csv facts refuse: ${message}`);
    expect([dryRun.planned.bars, dryRun.factFiles]).toEqual([60, []]);
  });

  it("may have no row", async () => {
    const dryRun = await look(planOf({ "p.csv": files["p.csv"], "facts.csv": "symbol,date,eps\n" }));
    expect(messagesOf(dryRun)[0]).toBe("facts.csv facts ok: eps of 0 instruments, without a value.");
  });

  it("tell the rows that are left out", async () => {
    const rows = DAYS.map((day) => `AB,${day},5\n`).join("");
    const dryRun = await look(
      planOf({ "p.csv": files["p.csv"], "facts.csv": `symbol,date,eps\n${rows}AB,2020-02-30,5\n` }),
    );
    expect(dryRun.files[0]).toMatchObject({
      verdict: "ok",
      rows: 31,
      leftOutCount: 1,
      leftOut: [
        {
          line: 32,
          reason: 'date is "2020-02-30", which cannot be read. Write it as YYYY-MM-DD or delete that row.',
        },
      ],
    });
  });

  it("refuse the second of two files that give a fact and a signal one name", async () => {
    const dryRun = await look(planOf({ ...files, "signals.csv": "symbol,date,EPS\nAB,2020-01-01,5\n" }));
    expect(messagesOf(dryRun)[2]).toBe(
      "signals.csv facts refuse: line 1: EPS is in facts.csv:2 already, and a fact and a signal cannot have the same name; rename one of them",
    );
    expect(dryRun.factFiles.map(({ file }) => file)).toEqual(["facts.csv"]);
  });
});

async function stored(): Promise<Market> {
  return (await readPlan(planOf(files))).market;
}

describe("facts of a dataset that gets files", () => {
  it("stay when prices are added, and are of the same instruments", async () => {
    const { market } = await readOnto(
      planOf({ "q.csv": pricesOf("AA", "BB") }),
      wholeAsParts(await stored()),
    );
    expect(market.instruments.map(({ symbol }) => symbol)).toEqual(["AA", "AB", "BB", "CD"]);
    expect(factsOf(market)).toEqual(known);
  });

  it("are added to it alone: what was there stays, and what contradicts it is told", async () => {
    const more =
      "symbol,date,name,value\nCD,2020-02-01,EPS,8\nAB,2020-01-01,eps,6\nCD,2019-12-31,eps,7\nCD,2020-01-01,roe,3\n";
    const { market, dryRun } = await readOnto(planOf({ "facts.csv": more }), wholeAsParts(await stored()));
    expect(factsOf(market)).toEqual([
      [
        "eps",
        "fact",
        [
          ["AB", "2020-01-01", 5],
          ["AB", "2020-01-20", null],
          ["CD", "2019-12-31", 7],
          ["CD", "2020-02-01", 8],
        ],
      ],
      known[1],
      known[2],
      ["roe", "fact", [["CD", "2020-01-01", 3]]],
    ]);
    expect(dryRun.planned).toMatchObject({ files: 1, bars: 60 });
    expect(dryRun.factFiles).toMatchObject([
      {
        repeats: 1,
        facts: { names: ["EPS", "roe"], steps: 2, contradictions: 1 },
        issues: [
          {
            line: 3,
            message:
              "facts.csv:3: AB has eps of 2020-01-01 a second time with a different value; the first (the dataset) stays. Delete one of the two.",
          },
        ],
      },
    ]);
    expect(dryRun.planned.digest).not.toBe(dryRun.before?.digest);
  });

  it("are the same dataset where the files say nothing new", async () => {
    const { dryRun } = await readOnto(planOf(files), wholeAsParts(await stored()));
    expect(dryRun.planned.digest).toBe(dryRun.before?.digest);
  });

  it("can't get a name of the other kind", async () => {
    const { dryRun, market } = await readOnto(
      planOf({ "signals.csv": "symbol,date,eps\nAB,2020-01-01,5\n" }),
      wholeAsParts(await stored()),
    );
    expect(messagesOf(dryRun)[0]).toContain("line 1: eps is in the dataset already");
    expect(factsOf(market)).toEqual(known);
  });

  it("refuse more files where one of them is damaged: it would be lost for good", async () => {
    const parts = { ...wholeAsParts(await stored()), damagedFacts: ["eps"] };
    await expect(readOnto(planOf({ "q.csv": pricesOf("AA") }), parts)).rejects.toThrow(
      "The stored facts eps are damaged, so nothing can be added to this dataset.",
    );
  });

  it("get sectors of an instruments.csv, in place of those from before", async () => {
    const first = { ...files, "instruments.csv": "symbol,sector\nAB,Energy\nCD,Banks\n" };
    const { market } = await readPlan(planOf(first));
    expect(market.instruments.map(({ sector }) => sector)).toEqual(["Energy", "Banks"]);
    const added = await readOnto(
      planOf({ "instruments.csv": "symbol,sector\nCD,Health\n" }),
      wholeAsParts(market),
    );
    expect(added.market.instruments.map(({ sector }) => sector)).toEqual(["Energy", "Health"]);
  });
});

describe("an exported dataset", () => {
  it("comes back with facts, signals and sectors", async () => {
    const instruments = "symbol,name,sector\nAB,,Consumer goods\n";
    const { market } = await readPlan(planOf({ ...files, "instruments.csv": instruments }));
    const bytes = await exportDataset(market);
    const again = await readPlan({ ...planOf({}), files: [{ name: "mine.zip", bytes }] });
    expect(again.market.instruments).toEqual(market.instruments);
    // A fact that nobody has a value of is kept by a value that is unknown.
    expect(factsOf(again.market)).toEqual([known[0], known[1], ["pe", "fact", [["AB", "0001-01-01", null]]]]);
  });

  it("has the same symbols in its facts as in its prices, of a dataset from before formulas were refused", async () => {
    const texts = {
      "p.csv": pricesOf("X,Y").replaceAll("X,Y", '"X,Y"'),
      "facts.csv": 'symbol,date,eps\n"X,Y",2020-01-01,5\n',
    };
    const { market: read } = await readTexts(texts);
    const instruments = read.instruments.map((one) => ({ ...one, symbol: "=X,Y" }));
    const exported = await exportDataset({ ...read, instruments });
    const bytes = new Uint8Array(await exported.arrayBuffer());
    const { market } = await readSources([rangeSource("mine.zip", bytes)]);
    expect(factsOf(market)).toEqual([["eps", "fact", [["'=X,Y", "2020-01-01", 5]]]]);
  });
});
