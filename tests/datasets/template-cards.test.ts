import { describe, expect, it } from "vitest";
import { FACT_NAMES } from "#datasets/generator/reports.ts";
import { KIND_NAMES } from "#src/pages/strategies/gallery/filter-templates.ts";
import { needsHighAndLow } from "#workers/engine/run-rules.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import { ruleProblemsOf } from "#src/pages/builder/advice.ts";
import { readStrategyRules } from "#workers/rules/strategy-rules.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { readInstruments } from "./demo-market.ts";
import {
  listTemplates,
  readCards,
  readJson,
  readTemplate,
  type TemplateFile,
} from "./templates/template-files.ts";

const cards = readCards();
const instruments = readInstruments();

const weightsOf = ({ simulation }: TemplateFile): readonly string[] => [
  simulation.weight ?? "",
  ...(simulation.weights ?? []).map(({ weight }) => weight),
];
const textsOf = (template: TemplateFile): string => {
  const { buy, sell, simulation } = template;
  const lines = [...(buy.rules ?? []), ...(sell.rules ?? []), simulation.sortBy ?? ""];
  return [...lines, ...weightsOf(template)].join("\n");
};

/** Facts of the demo market that stand in a text as names, in the order of the file's columns. */
const factsIn = (text: string): string[] => {
  const words = new Set(text.match(/[a-z][\w.]*/gi));
  return FACT_NAMES.filter((name) => words.has(name));
};

describe("the templates", () => {
  it("are 40, the built-in strategy first, each with a card", () => {
    expect(cards).toHaveLength(40);
    expect(cards[0]?.name).toBe("My Momentum Strategy");
    expect(cards.map(({ file }) => file).toSorted()).toEqual(listTemplates());
    expect(new Set(cards.map(({ id }) => id)).size).toBe(40);
    expect(new Set(cards.map(({ name }) => name)).size).toBe(40);
  });

  it("begin with what the specification has", () => {
    const parsed = parseStrategy(readJson("my-momentum-strategy.json"));
    const builtIn = parseStrategy({});
    expect(parsed).toEqual(builtIn);
  });
});

describe.each(cards)("$name", (card) => {
  const { id, file, name, idea, facts } = card;
  const template = readTemplate(file);

  it("is a strategy that the app takes, complete and as it would write it", () => {
    const parsed = parseStrategy(readJson(file));
    expect(parsed).toMatchObject({ ok: true });
    expect(JSON.stringify(parsed.ok && parsed.value)).toBe(JSON.stringify(readJson(file)));
    expect(template.name).toBe(name);
    expect(file).toBe(`${id}.json`);
  });

  it("has rules that can be read", () => {
    const parsed = parseStrategy(readJson(file));
    expect(parsed.ok && ruleProblemsOf(parsed.value)).toEqual([]);
  });

  it("says its idea in two to four short sentences, and all else", () => {
    const sentences = idea.match(/\.(?: |$)/g) ?? [];
    expect([2, 3, 4]).toContain(sentences.length);
    for (const text of [card.why, card.fails, card.source, card.needs, card.trades]) {
      expect(text).toMatch(/^[A-Z].+\.$/);
    }
  });

  it("names the facts that its rules read, all of which the demo market has", () => {
    expect(factsIn(textsOf(template))).toEqual(FACT_NAMES.filter((fact) => facts.includes(fact)));
    expect(facts.filter((fact) => !FACT_NAMES.some((known) => known === fact))).toEqual([]);
  });

  it("is of a kind that the gallery knows", () => {
    expect(Object.keys(KIND_NAMES)).toContain(card.kind);
  });

  it("says what else its rules look at: highs and lows, an index, volume", () => {
    const strategy = valueOf(parseStrategy(readJson(file)));
    const lines = [...(strategy.scanner.rules ?? []), ...(strategy.buy.rules ?? [])].map((rule) =>
      JSON.stringify(rule),
    );
    const expected = [
      ...(needsHighAndLow(strategy, valueOf(readStrategyRules(strategy))) ? ["high-low"] : []),
      ...(textsOf(template).includes("market(") ? ["index"] : []),
      ...(lines.some((line) => /\b(volume|obv|mfi)\b/.test(line)) ? ["volume"] : []),
    ];
    expect(card.reads).toEqual(expected);
  });

  it("chooses symbols among what its exchange and type has, and reads series that are there", () => {
    const { scanner, simulation } = template;
    const ofExchange = instruments.filter(({ exchange }) => exchange === "NSE");
    const traded = ofExchange.filter(({ instrumentType }) => instrumentType === scanner.instrumentType);
    const isOf = (lines: typeof instruments) => (symbol: string) =>
      lines.some((line) => line.symbol === symbol);
    const chosen = [...(scanner.symbols ?? []), ...(simulation.weights ?? []).map(({ symbol }) => symbol)];
    expect(chosen.filter((symbol) => !isOf(traded)(symbol))).toEqual([]);
    const read = [
      ...(simulation.cash?.price === undefined ? [] : [simulation.cash.price]),
      ...(simulation.flows ?? []).flatMap(({ growBy }) => growBy ?? []),
      ...[...textsOf(template).matchAll(/of\("(\w+)"/g)].map(([, symbol = ""]) => symbol),
    ];
    expect(read.filter((symbol) => !isOf(ofExchange)(symbol))).toEqual([]);
  });

  it("is written in the lowest format that has its fields", () => {
    expect(template.format).toBe(lowestFormat(template));
  });
});

/** strategy/3 for weights, flows and cash; else strategy/2 where it has rules, an expression or a schedule. */
function lowestFormat({ buy, scanner, sell, simulation }: TemplateFile): string {
  const { positionSizing, flows, cash, schedule, sortBy } = simulation;
  if (positionSizing === "weights" || flows || cash) return "strategy/3";
  const hasMore = [buy.rules, sell.rules, scanner.symbols, schedule, sortBy].some(
    (each) => each !== undefined,
  );
  return hasMore ? "strategy/2" : "strategy/1";
}
