/** Files of facts of any shape: what comes out is what a plain reading of their rows says, wherever the bytes are cut. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { fc, test } from "@fast-check/vitest";
import { describe, expect, it, vi } from "vitest";
import { openFactsFile } from "#workers/market/facts-file.ts";
import { factsOf } from "./facts-support.ts";
import { readSources, readTexts, textSource } from "./text-sources.ts";
import { tries } from "#tests/support/tries.ts";

const prices = "symbol,date,close\nB,2020-01-02,10\nA,2020-01-02,10\n";
const SYMBOLS = ["A", "B", "Z"];

interface FactRow {
  readonly symbol: string;
  readonly date: string;
  readonly name: string;
  /** "" for unknown. */
  readonly value: string;
}

const row = fc.record<FactRow>({
  symbol: fc.constantFrom(...SYMBOLS),
  date: fc.nat(5).map((day) => `2020-01-0${day + 1}`),
  name: fc.constantFrom("eps", "EPS", "pe"),
  value: fc.constantFrom("", "1", "2.50", "-3e2", " 4 "),
});
const body = fc.record({
  rows: fc.array(row, { maxLength: 30 }),
  order: fc.shuffledSubarray(["symbol", "date", "name", "value"] as const, { minLength: 4 }),
  lineEnd: fc.constantFrom("\n", "\r\n"),
  delimiter: fc.constantFrom(",", ";", "\t"),
  cuts: fc.array(fc.nat(900), { maxLength: 6 }),
  quoted: fc.nat(40),
});

/** By name, symbol and date: the first row counts. */
function plainReading(rows: readonly FactRow[]): unknown[] {
  const facts = new Map<string, { name: string; steps: Map<string, unknown[]> }>();
  for (const { symbol, date, name, value } of rows) {
    const fact = facts.get(name.toLowerCase()) ?? { name, steps: new Map<string, unknown[]>() };
    facts.set(name.toLowerCase(), fact);
    const key = `${symbol} ${date}`;
    if (symbol === "Z" || fact.steps.has(key)) continue;
    fact.steps.set(key, [symbol, date, value === "" ? null : Number(value)]);
  }
  return [...facts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { name, steps }]) => [
      name,
      "fact",
      [...steps].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, step]) => step),
    ]);
}

/** The bytes of buffers in use. What nobody holds any more is collected first, and given back a little later by another thread. */
function bytesInUse(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect !== "function") throw new Error("the flag gives no collector");
  collect();
  return process.memoryUsage().arrayBuffers;
}

/** What a facts.csv of a long form gives where so many values are held before it is tidied. */
function readHolding(text: string, heldValues: number | undefined): unknown {
  const { bytes, tally, finish } = openFactsFile("facts.csv", "fact", (symbol) => symbol !== "Z", heldValues);
  bytes.push(new TextEncoder().encode(text));
  bytes.end();
  const { symbols, figures } = finish();
  return { symbols, figures, tally };
}

describe("a file of facts that says much twice", () => {
  test.prop([fc.array(row, { maxLength: 40 }), fc.integer({ min: 1, max: 20 })], { numRuns: tries(300) })(
    "gives and reports the same whenever what is said twice is let go",
    (rows, heldValues) => {
      const lines = rows.map(({ symbol, date, name, value }) => `${symbol},${date},${name},${value}\n`);
      const text = `symbol,date,name,value\n${lines.join("")}`;
      expect(readHolding(text, heldValues)).toEqual(readHolding(text, undefined));
    },
  );

  it("holds what it says, and not all its rows", async () => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `S${at % 50},2020-01-01,f${at % 70},${at}\n`);
    const chunk = new TextEncoder().encode(lines.join(""));
    const { bytes, tally, finish } = openFactsFile("facts.csv", "fact", () => true, 4000);
    bytes.push(new TextEncoder().encode("symbol,date,name,value\n"));
    const before = bytesInUse();
    for (let time = 0; time < 40; time++) bytes.push(chunk);
    await vi.waitFor(() => expect(bytesInUse() - before).toBeLessThan(4e6)); // all values would take 8 MB
    bytes.end();
    const steps = finish().figures.reduce((sum, { steps: { day } }) => sum + day.length, 0);
    expect([tally.rows, steps, steps + tally.contradictions + tally.repeats]).toEqual([4e5, 350, 4e5]);
  });
});

describe("a file of facts", () => {
  test.prop([body], { numRuns: tries(400) })("gives what its rows say", async (file) => {
    const { rows, order, lineEnd, delimiter, cuts, quoted } = file;
    const lines = rows.map((each, at) =>
      order.map((name) => (at === quoted ? `"${each[name]}"` : each[name])).join(delimiter),
    );
    const text = [order.join(delimiter), ...lines].join(lineEnd);
    const { market, notes } = await readSources([
      textSource("p.csv", prices),
      textSource("facts.csv", text, cuts),
    ]);
    expect(factsOf(market)).toEqual(plainReading(rows));
    expect(notes.files[0]).toMatchObject({ rows: rows.length, leftOut: 0 });
  });

  test.prop([fc.array(row, { maxLength: 20 })], { numRuns: tries(200) })(
    "gives in the wide form what it gives in the long one, but for values that are empty",
    async (rows) => {
      const known = rows.filter(({ value }) => value !== "");
      const wide = known.map(({ symbol, date, name, value }) =>
        name === "pe" ? `${value},${symbol},,${date}\n` : `,${symbol},${value},${date}\n`,
      );
      const { market } = await readTexts({
        "p.csv": prices,
        "facts.csv": `pe,symbol,eps,date\n${wide.join("")}`,
      });
      const named = known.map(({ symbol, date, name, value }) => {
        return { symbol, date, name: name.toLowerCase(), value };
      });
      const nothing = ["eps", "pe"].map((name) => ({ symbol: "Z", date: "2020-01-01", name, value: "" }));
      expect(factsOf(market)).toEqual(plainReading([...named, ...nothing]));
    },
  );
});
