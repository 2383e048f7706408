/** The reference of the language: what it tells is right, and its examples are rules that the demo market meets. */
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { diskSource } from "#workers/commands/disk-source.ts";
import { buildCalendar } from "#workers/sessions/calendar.ts";
import { makeRuleGround } from "#workers/engine/rule-ground.ts";
import type { RuleGround } from "#workers/engine/rule-ground.ts";
import { readMarket } from "#workers/market/read-market.ts";
import { checkNumber, checkRule } from "#workers/rules/check.ts";
import { FUNCTIONS } from "#workers/rules/function-table.ts";
import { NAMES } from "#workers/rules/name-table.ts";
import { SUFFIX_POWERS } from "#workers/model/written-number.ts";
import { simulateCommand } from "#workers/commands/simulate-command.ts";
import { referenceText } from "#workers/words/reference-text.ts";
import { makeReference, referenceJson } from "#workers/words/reference.ts";
import type { ReferenceFunction } from "#workers/words/reference.ts";

const DEMO = join(import.meta.dirname, "../../datasets/demo");
const INDEX = "TIDAL120";

const reference = makeReference();
const functions = reference.groups.flatMap((group) => group.functions);
const examples = [...functions, ...reference.signs].map(({ example }) => example);

describe("the reference", () => {
  it("has every function and name of the language, each once", () => {
    expect(functions.map(({ name }) => name).toSorted()).toEqual(
      FUNCTIONS.map(({ name }) => name).toSorted(),
    );
    expect(reference.names.flatMap(({ names }) => names.map(({ name }) => name))).toEqual(
      NAMES.map(({ name }) => name),
    );
    expect(reference.suffixes.map(({ suffix }) => suffix)).toEqual(Object.keys(SUFFIX_POWERS));
  });

  it.each([
    { name: "sma", written: ["sma(x, n)", "sma(n)"] },
    { name: "streak", written: ["streak(x)", "streak"] },
    { name: "macd", written: ["macd(f, s)", "macd"] },
    { name: "rank", written: ["rank(x)", 'rank(x, "sector")'] },
    { name: "place", written: ["place(x)", 'place(x, "sector")'] },
    { name: "of", written: ['of("symbol", e)'] },
    { name: "obv", written: ["obv"] },
    { name: "if", written: ["if(r, a, b)"] },
  ])("says how $name may be written", ({ name, written }) => {
    expect(functions.find((each) => each.name === name)?.written).toEqual(written);
  });

  it("says what each suffix makes of a number", () => {
    expect(reference.suffixes.map(({ sentence }) => sentence)).toEqual([
      "Changes nothing: 10% is 10.",
      "2k is 2 thousand: 2,000.",
      "2m is 2 million: 2,000,000.",
      "2bn is 2 billion: 2,000,000,000.",
      "2lakh is 2 lakh: 200,000.",
      "2cr is 2 crore: 20,000,000.",
    ]);
  });

  it("gives every way to write a function in a form that the check takes", () => {
    const written = functions.flatMap((each) => each.written.map((text) => withPlainArguments(text, each)));
    const refused = written.filter((text) => !checkNumber(text).ok && !checkRule(text).ok);
    expect(refused).toEqual([]);
  });

  it("describes each parameter, and says which may be left out", () => {
    expect(functions.find(({ name }) => name === "slope")?.parameters).toEqual([
      { name: "x", type: "series", sentence: "a number; the close where it is left out", mayBeLeftOut: true },
      { name: "n", type: "count", sentence: "a whole number, 2 to 5,000", mayBeLeftOut: false },
    ]);
  });

  it("is a JSON that names its format, and a text with every example", () => {
    expect(JSON.parse(referenceJson())).toEqual(reference);
    const text = referenceText(reference);
    expect(examples.filter((example) => !text.includes(`example: ${example}\n`))).toEqual([]);
    expect(text).not.toMatch(/undefined|\n{3}/);
  });
});

/** "sma(x, n)" with what such letters may stand for. */
function withPlainArguments(written: string, { parameters }: ReferenceFunction): string {
  const values: Readonly<Record<string, string>> = { count: "20", factor: "2", rule: "close > open" };
  const typeOf = new Map(parameters.map(({ name, type }) => [name, type]));
  return written.replaceAll(
    /(?<=[(,] ?)[a-z](?=[,)])/g,
    (letter) => values[typeOf.get(letter) ?? ""] ?? "close",
  );
}

describe("npm run simulate -- --functions", () => {
  it("tells the reference as a text, and as JSON with --out", async () => {
    expect(await simulate("--functions")).toEqual({ code: 0, out: referenceText(reference), said: "" });
    expect(await simulate("--functions", "--out", "-")).toEqual({ code: 0, out: referenceJson(), said: "" });
  });
});

async function simulate(...argv: string[]): Promise<{ code: number; out: string; said: string }> {
  let [out, said] = ["", ""];
  const code = await simulateCommand(argv, {
    out: (text) => (out += text),
    progress: (text) => (said += text),
  });
  return { code, out, said };
}

describe("the examples on the demo market", () => {
  let ground: RuleGround | null = null;
  let members = 0;
  beforeAll(async () => {
    const names = ["nse.csv.gz", "instruments.csv"];
    const sources = await Promise.all(names.map((name) => diskSource(join(DEMO, name), name)));
    const read = await readMarket(sources, { exchange: "NSE", instrumentType: "EQUITY", currency: "" });
    if (!read.ok) throw new Error(read.problem.message);
    const { market } = read.value;
    const isListed = market.instruments.map(
      ({ exchange, instrumentType }) => exchange === "NSE" && instrumentType === "EQUITY",
    );
    const universe = Int32Array.from(isListed.flatMap((isMember, at) => (isMember ? [at] : [])));
    members = universe.length;
    const benchmark = market.instruments.findIndex(({ symbol }) => symbol === INDEX);
    const calendar = buildCalendar(market, universe);
    ground = makeRuleGround({ market, universe, calendar, isAdjusted: true, benchmark, sessionsOfYear: 252 });
  });

  it.each(examples)("%s is now true and now not", (example) => {
    const checked = checkRule(example);
    if (!checked.ok || !ground) throw new Error(`${example}: ${JSON.stringify(checked)}`);
    const { columns, evaluator } = ground;
    const truths = evaluator.truths(checked.expression);
    let [bars, yes] = [0, 0];
    const isSettled = () => yes > 0 && yes < bars;
    for (let member = 0; member < members && !isSettled(); member++) {
      columns.putMember(member);
      bars += columns.bars;
      yes += countBits(truths().yes, columns.bars);
    }
    expect(yes).toBeGreaterThan(0);
    expect(yes).toBeLessThan(bars);
  });
});

function countBits(words: Int32Array, bits: number): number {
  let count = 0;
  for (let bit = 0; bit < bits; bit++) count += ((words[bit >> 5] ?? 0) >>> (bit & 31)) & 1;
  return count;
}
