import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { simulateCommand } from "#workers/commands/simulate-command.ts";

const PRICES = `symbol,date,open,high,low,close,volume
ABB,2020-01-02,100,100,100,100,1000
ABB,2020-01-03,101,101,101,101,1000
ABB,2020-01-06,102,102,102,102,1000
`;
const FACTS = "symbol,date,name,value\nABB,2020-01-01,eps,5\nABB,2020-01-01,constructor,7\n";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "strategy-files-"));
  await writeFile(join(folder, "prices.csv"), PRICES);
  await writeFile(join(folder, "facts.csv"), FACTS);
});
afterAll(() => rm(folder, { recursive: true }));

/** What the command ends with and says of a strategy file that holds this. */
async function simulate(strategy: unknown): Promise<{ code: number; lines: string[] }> {
  const path = join(folder, "mine.json");
  await writeFile(path, typeof strategy === "string" ? strategy : JSON.stringify(strategy));
  let said = "";
  const code = await simulateCommand(["--data", folder, "--strategy", path], {
    out: () => {},
    progress: (text) => (said += text),
  });
  const lines = said.split("\n").filter((line) => line !== "" && !line.startsWith("read "));
  return { code, lines };
}

function withRules(...rules: unknown[]): unknown {
  return { buy: { rules } };
}

function nested(levels: number): unknown {
  let rule: unknown = "close > 5";
  for (let level = 0; level < levels; level++) rule = { any: [rule] };
  return rule;
}

describe("npm run simulate with a strategy file that is wrong", () => {
  it("names the file and every problem, fields and lines, a line each", async () => {
    const { code, lines } = await simulate({
      scanner: { rules: ["sam(20) > 1"] },
      sell: { stopLoss: 0, rules: [{ any: ["held >", "close < lowst(5)"] }] },
    });
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^mine\.json: strategy: sell\.stopLoss is 0, but must be/),
      expect.stringMatching(/^ {2}scanner\.rules\[0\], column 1: sam .+did you mean sma\?/),
      expect.stringMatching(/^ {2}sell\.rules\[0\]\.any\[0\], column 7: /),
      expect.stringMatching(/^ {2}sell\.rules\[0\]\.any\[1\], column 9: lowst .+did you mean lowest\?/),
    ]);
  });

  it.each([
    {
      title: "a line of 500 kB",
      strategy: withRules(`close > ${"1 + ".repeat(125_000)}1`),
      says: /^mine\.json: strategy: buy\.rules\[0\], column 501: /,
    },
    {
      title: "a name of 500 kB",
      strategy: { name: "x".repeat(500_000) },
      says: /^mine\.json: strategy: name is "x{70,100}\.\.\., but must be text/,
    },
    {
      title: "500 kB that are no JSON",
      strategy: "[".repeat(500_000),
      says: /^mine\.json: cannot be read as JSON: /,
    },
    {
      title: "500 kB of a value in a wrong place",
      strategy: { scanner: { minPrice: Array.from({ length: 100_000 }, () => "abc") } },
      says: /^mine\.json: strategy: scanner\.minPrice is \["abc",.{1,100}\.\.\., but must be a number/,
    },
    {
      title: "brackets 40 deep",
      strategy: withRules(`${"(".repeat(40)}close${")".repeat(40)} > 5`),
      says: /^mine\.json: buy\.rules\[0\], column 34: .+more than 32 deep/,
    },
    {
      title: "calls 40 deep",
      strategy: withRules(`${"abs(".repeat(40)}close${")".repeat(40)} > 5`),
      says: /^mine\.json: buy\.rules\[0\], column 133: .+more than 32 deep/,
    },
    {
      title: "not 40 deep",
      strategy: withRules(`${"not ".repeat(40)}close > 5`),
      says: /^mine\.json: buy\.rules\[0\], column 133: .+more than 32 deep/,
    },
    {
      title: "minus signs 40 deep",
      strategy: withRules(`${"-".repeat(40)}close > 5`),
      says: /^mine\.json: buy\.rules\[0\], column 34: .+more than 32 deep/,
    },
    {
      title: "groups 40 deep",
      strategy: withRules(nested(40)),
      says: /^mine\.json: strategy: buy\.rules\[0\](\.any\[0\]){8} is nested too deep: groups .+ 8 deep/,
    },
    {
      title: "a group of 300 lines",
      strategy: withRules({ all: Array.from({ length: 300 }, () => "close > 5") }),
      says: /^mine\.json: strategy: buy\.rules\[0\]\.all\[200\] is line 201, but .+ 200 lines/,
    },
  ])("refuses $title in one line, at its place", async ({ strategy, says }) => {
    const { code, lines } = await simulate(strategy);
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(says)]);
    expect(lines[0]?.length).toBeLessThan(400);
  });

  it.each([
    { line: "clöse > 5", column: 3, shows: '"ö"' },
    { line: "close > 5 €", column: 11, shows: '"€"' },
    { line: "🌊 > 5", column: 1, shows: '"🌊"' },
    { line: "close > \u20285\u0000", column: 11, shows: "the invisible U+0000 has" },
    { line: "close \u202e> 5", column: 7, shows: "the invisible U+202E has" },
    { line: "close > 5\u{e0041}", column: 10, shows: "the invisible U+E0041 has" },
    { line: "сlose > 5", column: 1, shows: '"с"' }, // the first letter is Cyrillic
    { line: "close\u200b > 5", column: 6, shows: "the invisible U+200B has" },
    { line: "of(“ABB”, close) > 5", column: 4, shows: '"“"' },
    { line: "__proto__ > 5", column: 1, shows: '"_"' },
    { line: "toString(5) > 5", column: 1, shows: "toString" },
    { line: "hasOwnProperty(close, 5) > 5", column: 1, shows: "hasOwnProperty" },
    { line: "close > 5toString", column: 10, shows: '"tostring"' },
    { line: `${"a".repeat(41)} > 5`, column: 1, shows: "40" },
  ])("names the column of $line", async ({ line, column, shows }) => {
    const { code, lines } = await simulate(withRules(line));
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`mine.json: buy.rules[0], column ${column}: `);
    expect(lines[0]).toContain(shows);
  });

  it.each([
    { line: "epps > 5", says: /buy\.rules\[0\], column 1: epps is not known, .+nearest names are eps\b/ },
    { line: "toString > 5", says: /buy\.rules\[0\], column 1: tostring is not known/i },
    { line: "valueOf > 5", says: /buy\.rules\[0\], column 1: valueof is not known/i },
  ])("refuses $line, a fact that the data has not, with the nearest names", async ({ line, says }) => {
    const { code, lines } = await simulate(withRules(line));
    expect(code).toBe(1);
    expect(lines.at(-1)).toMatch(says);
  });

  it.each([
    { line: "close > short", column: 9 },
    { line: "close > short(20)", column: 9 },
  ])("answers $line, which names what is not simulated, once", async ({ line, column }) => {
    const { code, lines } = await simulate(withRules(line));
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/[.?] Only buying is simulated: no short sales\.$/);
    expect(lines[0]).toContain(`buy.rules[0], column ${column}: short is not known`);
  });

  it("tells of a symbol that stands for a number how its price is written", async () => {
    const { code, lines } = await simulate(withRules("close > abb"));
    expect(code).toBe(1);
    expect(lines.at(-1)).toMatch(/column 9: abb is not known, .+nearest names are of\("ABB", close\), /);
  });

  it("runs on a fact of an odd name, and takes odd letters in texts, labels and symbols", async () => {
    const { code } = await simulate({
      name: "लहर 🌊",
      scanner: { match: "any", symbols: ["ABB", "Ä/Ö.NS", "__proto__"] },
      buy: { rules: [{ any: ["constructor > 5"], label: "“Größe” \u202e" }] },
    });
    expect(code).toBe(0);
  });

  it("refuses own and inherited keys of a hostile file alike", async () => {
    const { code, lines } = await simulate('{"scanner":{"__proto__":{"minPrice":1}},"constructor":1}');
    expect(code).toBe(1);
    expect(lines.join("\n")).toContain("unknown field scanner.__proto__");
    expect(lines.join("\n")).toContain("unknown field constructor");
  });
});
