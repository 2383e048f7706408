/** A strategy without the lines and expressions that its data can't answer: what is left of it can be counted. */
import { withRule } from "#workers/model/rule-lines.ts";
import type { RULE_SECTIONS } from "#workers/model/rule-lines.ts";
import type { Rule } from "#workers/model/rule.ts";
import { withEqualSlots } from "#workers/model/slots.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";

type RuleSection = (typeof RULE_SECTIONS)[number];

/** @param places - as "buy.rules[2].any[0]" or "simulation.sortBy"; all other lines keep theirs */
export function withoutLines(strategy: Strategy, places: readonly string[]): Strategy {
  const { scanner, buy, sell } = strategy;
  const rulesOf = (section: RuleSection) =>
    places.reduce(
      (rules, place) => withRule(rules, `${section}.rules`, { place, make: (line): Rule => ({ off: line }) }),
      strategy[section].rules ?? [],
    );
  return {
    ...strategy,
    scanner: { ...scanner, rules: rulesOf("scanner") },
    buy: { ...buy, rules: rulesOf("buy") },
    sell: { ...sell, rules: rulesOf("sell") },
    simulation: withoutExpressions(strategy.simulation, places),
  };
}

/** An expression without which nothing is known of how much is bought. */
function isSize(place: string): boolean {
  return place === "simulation.riskDistance" || place.startsWith("simulation.weight");
}

function withoutExpressions(
  simulation: Strategy["simulation"],
  places: readonly string[],
): Strategy["simulation"] {
  const { sortingType } = defaultStrategy.simulation;
  let rest = simulation;
  if (places.includes("simulation.sortBy")) {
    const { sortBy: _unanswered, ...others } = rest;
    rest = { ...others, sortingType };
  }
  return places.some(isSize) ? withEqualSlots(rest) : rest;
}
