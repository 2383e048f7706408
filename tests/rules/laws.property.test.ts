/** What must always hold of rules (workers/rules/README.md section 12), whatever they say. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseNaively } from "#tests/support/naive-rules/parse.ts";
import { plainInstruments } from "#tests/support/naive-rules/plain-market.ts";
import { FUNCTION_NAMES } from "#tests/support/naive-rules/tree.ts";
import type { Value } from "#tests/support/naive-rules/values.ts";
import { openWorld } from "#tests/support/naive-rules/world.ts";
import { tries } from "#tests/support/tries.ts";
import { itemAt } from "#tests/support/reference-series.ts";
import { cutMarket } from "#workers/run/cut-market.ts";
import type { Rule } from "#workers/model/rule.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import { checkRule } from "#workers/rules/check.ts";
import type { Expression } from "#workers/rules/expression.ts";
import { runMean } from "#workers/rules/functions/averages.ts";
import { parseLine } from "#workers/rules/grammar.ts";
import { printLine } from "#workers/rules/print.ts";
import { inUse, readStrategyRules } from "#workers/rules/strategy-rules.ts";
import { engineValues, openEngineWorld, readExpression } from "./engine-values.ts";
import { RANDOM_VOCABULARY, ruleMarkets } from "./random-rule-market.ts";
import type { RuleMarket } from "./random-rule-market.ts";
import { ruleTexts } from "./random-rules.ts";

const TEXTS = ruleTexts(RANDOM_VOCABULARY);

/** Values by member of the universe and by bar, the market's own or a cut one's. */
function valuesOn({ market, run }: RuleMarket, expression: Expression): Value[][] {
  const world = openWorld(plainInstruments(market), run);
  const engine = openEngineWorld(market, run, world);
  return engine.members.map((symbol) => engineValues(engine, expression, symbol));
}

/** What the buy rules of a strategy say, each in use. */
function readBuyRules(rules: readonly Rule[]): readonly Expression[] {
  const read = readStrategyRules({ ...defaultStrategy, buy: { ...defaultStrategy.buy, rules } });
  if (!read.ok) throw new SyntaxError(read.problem.message);
  return inUse(read.value.buy);
}

function meanOf(values: readonly number[], n: number): readonly number[] {
  const out = new Float64Array(values.length);
  runMean(Float64Array.from(values), n, 1 / n, out);
  return [...out];
}

const COLUMNS: ReadonlySet<string> = new Set(["column", "start"]);

/** The tree alone, wherever its parts stood in the text. */
function withoutColumns(tree: unknown): unknown {
  return JSON.parse(JSON.stringify(tree, (key, value: unknown) => (COLUMNS.has(key) ? undefined : value)));
}

describe("text and tree", () => {
  const anyText = fc.oneof(TEXTS.rule, TEXTS.expression, TEXTS.sellRule);

  it("what is printed parses to the same tree, and prints to the same text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const tree = parseLine(text);
        const printed = printLine(tree);
        expect(withoutColumns(parseLine(printed))).toEqual(withoutColumns(tree));
        expect(printLine(parseLine(printed))).toBe(printed);
      }),
      { numRuns: tries(1000) },
    );
  });

  it("what is printed says the same to another reader", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(parseNaively(printLine(parseLine(text)))).toEqual(parseNaively(text));
      }),
      { numRuns: tries(1000) },
    );
  });

  it("a right rule of a position is right in sell.rules", () => {
    fc.assert(
      fc.property(TEXTS.sellRule, (text) => {
        expect(checkRule(text, true)).toMatchObject({ ok: true });
      }),
      { numRuns: tries(500) },
    );
  });
});

describe("groups", () => {
  const [a, b] = [TEXTS.rule, TEXTS.rule];

  it.each<{ law: string; group: (a: string, b: string) => Rule; line: (a: string, b: string) => string }>([
    { law: "all is and", group: (x, y) => ({ all: [x, y] }), line: (x, y) => `(${x}) and (${y})` },
    { law: "any is or", group: (x, y) => ({ any: [x, y] }), line: (x, y) => `(${x}) or (${y})` },
    { law: "none of one is not", group: (x) => ({ none: [x] }), line: (x) => `not (${x})` },
    {
      law: "none of two is not or",
      group: (x, y) => ({ none: [x, y] }),
      line: (x, y) => `not ((${x}) or (${y}))`,
    },
    { law: "off is left out", group: (x, y) => ({ all: [{ off: y }, x], label: "one" }), line: (x) => x },
    { law: "a group of one is that one", group: (x) => ({ any: [{ all: [x] }] }), line: (x) => x },
    {
      law: "a group without members in use is itself not in use",
      group: (x, y) => ({ any: [x, { all: [] }, { none: [{ off: y }] }] }),
      line: (x) => x,
    },
  ])("$law", ({ group, line }) => {
    fc.assert(
      fc.property(a, b, ruleMarkets(), (x, y, market) => {
        const text = line(x, y);
        fc.pre(text.length <= 500);
        const [found] = readBuyRules([group(x, y)]);
        expect(found && valuesOn(market, found)).toEqual(valuesOn(market, readExpression(text)));
      }),
      { numRuns: tries(60) },
    );
  });

  it("what is off stands in no strategy", () => {
    fc.assert(
      fc.property(a, b, (x, y) => {
        expect(readBuyRules([{ off: x }, { none: [{ off: { any: [x, y] } }] }, { all: [] }])).toEqual([]);
        expect(readBuyRules([{ off: x }, y])).toHaveLength(1);
      }),
      { numRuns: tries(50) },
    );
  });
});

function expectCausal(text: string, { market, run }: RuleMarket, drawn: number): void {
  const day = itemAt(market.day, drawn % market.day.length);
  const expression = readExpression(text);
  const whole = valuesOn({ market, run }, expression);
  const cut = valuesOn({ market: cutMarket(market, day, drawn), run }, expression);
  const { universe } = openWorld(plainInstruments(market), run);
  for (const [member, { bars }] of universe.entries()) {
    const known = bars.filter((bar) => bar.day <= day).length;
    expect(cut[member]?.slice(0, known)).toEqual(whole[member]?.slice(0, known));
  }
}

describe("what comes after a day changes no value up to it", () => {
  it("in any rule or number", () => {
    const texts = fc.oneof(TEXTS.rule, TEXTS.expression);
    fc.assert(fc.property(texts, ruleMarkets(), fc.nat(), expectCausal), { numRuns: tries(300) });
  });

  it.each(FUNCTION_NAMES)("in a call of %s", (name) => {
    fc.assert(fc.property(TEXTS.callOf(name), ruleMarkets(), fc.nat(), expectCausal), { numRuns: tries(40) });
  });

  it("in a running mean that goes four bars at a time, to the sign of a zero", () => {
    const value = fc.oneof(
      fc.constantFrom(0, -0, NaN, -1000, 5e-324, 1e308),
      fc.double({ noNaN: true, min: -1000, max: 1000 }),
    );
    const column = fc.array(value, { minLength: 1, maxLength: 20 });
    const law = fc.property(column, fc.integer({ min: 1, max: 6 }), fc.nat(20), (values, n, cut) => {
      expect(meanOf(values, n).slice(0, cut)).toEqual(meanOf(values.slice(0, cut), n));
    });
    fc.assert(law, { numRuns: tries(2000), examples: [[[-5e-324, -0, 0, 0, 0], 1, 2]] });
  });
});
