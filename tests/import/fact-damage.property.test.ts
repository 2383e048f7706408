/**
 * Laws of facts: a cell that is changed in a file changes what comes of its own row alone, and shows: as another value, as
 * a row that is left out, as a question or a refusal.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Answers } from "#workers/model/import-check.ts";
import { readPlan, planOf } from "./plan-support.ts";
import { factsOf } from "../market/facts-support.ts";
import { pricesOf } from "./statement-support.ts";
import type { Steps } from "./statement-support.ts";
import { tries } from "#tests/support/tries.ts";

const RUNS = tries(200);
const TIMEOUT = 30_000 + RUNS * 100;
const PRICES = pricesOf(["AB", "CD", "EF"]);
const ROWS = 40;

interface FactFile {
  readonly name: string;
  readonly delimiter: string;
  readonly header: readonly string[];
  readonly row: (at: number) => readonly string[];
  /** The columns that facts are made of. */
  readonly columns: readonly number[];
  readonly answers?: Answers;
}

const symbolOf = (at: number): string => ["AB", "CD", "EF"][at % 3] ?? "";
/** A day of its own for each row. */
const dayOf = (at: number): string => new Date(Date.UTC(2018, 0, 2 + 9 * at)).toISOString().slice(0, 10);
const german = (day: string): string => day.split("-").toReversed().join(".");
const quarterEnd = (at: number): string =>
  new Date(Date.UTC(2010, 3 * (Math.floor(at / 3) + 1), 0)).toISOString().slice(0, 10);
const later = (day: string): string => new Date(Date.parse(day) + 40 * 86_400_000).toISOString().slice(0, 10);

const FILES: readonly FactFile[] = [
  {
    name: "facts.csv",
    delimiter: ",",
    header: ["symbol", "date", "name", "value"],
    row: (at) => [symbolOf(at), dayOf(at), "score", `${at + 3}.5`],
    columns: [0, 1, 2, 3],
  },
  {
    name: "facts.csv",
    delimiter: ",",
    header: ["symbol", "date", "score", "rank1"],
    row: (at) => [symbolOf(at), dayOf(at), `${at + 3}.5`, `${at + 900}`],
    columns: [0, 1, 2, 3],
  },
  {
    name: "us-derived.csv",
    delimiter: ";",
    header: ["Ticker", "SimFinId", "Date", "Price to Book Value"],
    row: (at) => [symbolOf(at), `${at % 3}`, dayOf(at), `${at + 3}.25`],
    columns: [0, 2, 3],
  },
  {
    name: "model.csv",
    delimiter: ";",
    header: ["day", "symbol", "score"],
    row: (at) => [german(dayOf(at)), symbolOf(at), `${at + 3},25`],
    columns: [0, 1, 2],
    answers: { figures: "signal" },
  },
  {
    name: "results.csv",
    delimiter: ",",
    header: ["symbol", "periodEnd", "filed", "totalAssets", "cash"],
    row: (at) => [symbolOf(at), quarterEnd(at), later(quarterEnd(at)), `${at + 500}`, `${at + 30}.5`],
    columns: [0, 1, 2, 3, 4],
  },
  {
    name: "fundq.csv",
    delimiter: ",",
    header: ["gvkey", "tic", "datadate", "rdq", "indfmt", "atq", "cheq"],
    row: (at) => [
      "1690",
      symbolOf(at),
      quarterEnd(at),
      later(quarterEnd(at)),
      "INDL",
      `${at + 500}`,
      `${at}.5`,
    ],
    columns: [1, 2, 3, 5, 6],
  },
  {
    name: "sp500.csv",
    delimiter: ",",
    header: ["date", "action", "ticker"],
    row: (at) => [dayOf(at), at % 2 === 0 ? "added" : "removed", symbolOf(at)],
    columns: [0, 1, 2],
  },
];

const CELLS = [
  "",
  "NA",
  "x",
  "7,125",
  "7.125",
  "1e3",
  "-7",
  "0",
  "12%",
  "3 cr",
  "2018-13-01",
  "2018-02-30",
  "03/04/2018",
  "04.03.2018",
  "2018-03-04",
  "2049-01-01",
  "CD",
  "ZZ",
  "99999999",
  '"',
];

/** What comes of a file: its steps, and all that is said of it. */
async function outcomeOf(file: FactFile, text: string) {
  const answers = file.answers ? { [file.name]: file.answers } : {};
  const plan = planOf({ "p.csv": PRICES, [file.name]: text }, { answers: new Map(Object.entries(answers)) });
  const planned = await readPlan(plan);
  const check = planned.files.find(({ check: { file: name } }) => name === file.name)?.check;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows of factsOf: name, kind, steps
  const facts = factsOf(planned.market) as [string, string, Steps][];
  const all = facts.flatMap(([name, , own]) =>
    own.map(([symbol, day, value]) => `${symbol} ${day} ${name} ${value}`),
  );
  const [notes] = planned.factFiles;
  return {
    steps: all.filter((step) => !/\.(?:yoy|ttm|year) /.test(step)),
    verdict: check?.verdict ?? "none",
    contradictions: notes?.facts?.contradictions ?? 0,
    said: JSON.stringify([
      { ...check, table: null },
      { ...notes, milliseconds: 0 },
    ]),
  };
}

const textOf = (file: FactFile, cells: readonly (readonly string[])[]): string =>
  [file.header, ...cells].map((row) => `${row.join(file.delimiter)}\n`).join("");

/** The steps that two outcomes do not share. */
function changesOf(before: readonly string[], after: readonly string[]): string[] {
  const [old, made] = [new Set(before), new Set(after)];
  return [...before.filter((step) => !made.has(step)), ...after.filter((step) => !old.has(step))];
}

describe("a cell that is changed in a file of facts", () => {
  it(
    "changes the values of its own row alone, and is never without a trace",
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...FILES),
          fc.nat(ROWS - 1),
          fc.nat(9),
          fc.constantFrom(...CELLS),
          async (file, line, place, cell) => {
            const cells = Array.from({ length: ROWS }, (_, at) => file.row(at));
            const column = file.columns[place % file.columns.length] ?? 0;
            const written = cells[line]?.[column];
            fc.pre(written !== cell);
            const before = await outcomeOf(file, textOf(file, cells));
            expect([file.name, before.verdict]).toEqual([file.name, "ok"]);
            const changed = cells.map((row, at) => (at === line ? row.with(column, cell) : row));
            const after = await outcomeOf(file, textOf(file, changed));
            expect(after.said === before.said && after.steps.join() === before.steps.join()).toBe(false);
            if (after.verdict !== "ok" || after.contradictions > 0) return;
            // Of a row there are two figures at most, of which the earlier steps go and others come.
            const figures = file.header.length - 2;
            const changes = changesOf(before.steps, after.steps);
            expect(changes.length).toBeLessThanOrEqual(2 * figures);
            const own = [...(cells[line] ?? []), ...(changed[line] ?? [])];
            for (const change of changes) expect(own).toContain(change.split(" ")[0]);
          },
        ),
        { numRuns: RUNS },
      );
    },
    TIMEOUT,
  );
});
