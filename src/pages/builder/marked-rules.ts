/**
 * What the chart of an instrument can mark: the days of all rules of a step, of one of its conditions, or of one rule.
 * Each is a strategy whose candidates are just those days.
 */
import { quoteLine, ruleText } from "#src/format/rule-text.ts";
import type { Rule } from "#workers/model/rule.ts";
import { groupOf, isInUse, linesOf } from "#workers/model/rule-lines.ts";
import { withEqualSlots } from "#workers/model/slots.ts";
import { fieldAt } from "#workers/model/strategy-fields.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { checkRule } from "#workers/rules/check.ts";
import { SWITCHED } from "./form-values.ts";
import { countedAs } from "./rules/rule-tree.ts";
import type { StepKey } from "./steps.ts";

export interface MarkedRule {
  /** "Rule 2.1: close > sma(200)". */
  readonly label: string;
  /** Behind an instrument's name: "passes the scanner". */
  readonly words: string;
  readonly strategy: Strategy;
}

/** The whole step first; [] on the sell step where every rule asks about a position, which nobody has. */
export function markedRules(strategy: Strategy, step: StepKey): readonly MarkedRule[] {
  switch (step) {
    case "scanner":
      return [
        { label: "The whole scanner", words: "passes the scanner", strategy: scannerAlone(strategy) },
        ...SCANNER_CONDITIONS.filter((name) => strategy.scanner[name] !== null).map((name) =>
          condition(strategy, SWITCHED[name], {
            scanner: { ...nothing(strategy).scanner, [name]: strategy.scanner[name] },
          }),
        ),
        ...eachRule(strategy, "scanner"),
      ];
    case "buy":
      return [
        wholeBuy(strategy),
        ...BUY_CONDITIONS.filter((name) => strategy.buy[name]).map((name) =>
          condition(strategy, `buy.${name}`, { buy: { ...nothing(strategy).buy, [name]: true } }),
        ),
        ...eachRule(strategy, "buy"),
      ];
    case "sell":
      return [...wholeSell(strategy), ...eachRule(strategy, "sell")];
    case "simulation":
      return [wholeBuy(strategy)];
  }
}

const SCANNER_CONDITIONS = ["priceGrowth", "minPrice", "marketCapRank", "avgDailyValue"] as const;
const BUY_CONDITIONS = ["lastPriceVsClose", "lastPriceVsMA"] as const;

function wholeBuy(strategy: Strategy): MarkedRule {
  return { label: "Scanner and buy rules", words: "passes scanner and buy rules", strategy };
}

function scannerAlone(strategy: Strategy): Strategy {
  return { ...strategy, buy: nothing(strategy).buy };
}

function wholeSell(strategy: Strategy): readonly MarkedRule[] {
  const { rules = [] } = strategy.sell;
  const known = rules.filter((rule) => isInUse(rule) && !asksPosition(rule));
  if (known.length === 0) return [];
  const isAll = known.length === rules.filter(isInUse).length;
  const label = isAll ? "Any sell rule" : "Any sell rule that asks about no position";
  const words = isAll ? "meets a sell rule" : "meets a sell rule that asks about no position";
  return [{ label, words, strategy: onlyRule(strategy, { any: known }) }];
}

/** Rules in use with their members, in the order of the step. */
function eachRule(strategy: Strategy, section: "scanner" | "buy" | "sell"): readonly MarkedRule[] {
  const list = (rules: readonly Rule[], place: string): readonly MarkedRule[] =>
    rules.flatMap((rule, at) => {
      if (!isInUse(rule) || (typeof rule !== "string" && "off" in rule)) return [];
      const own = `${place}[${at}]`;
      const number = countedAs(own);
      const marked = { strategy: onlyRule(strategy, rule), words: "" };
      const isKnown = section !== "sell" || !asksPosition(rule);
      if (typeof rule === "string")
        return isKnown
          ? [{ ...marked, label: `Rule ${number}: ${rule}`, words: `meets ${quoteLine(rule)}` }]
          : [];
      const { kind, members } = groupOf(rule);
      const label = `Group ${number}: ${rule.label ?? ruleText(rule).formula}`;
      const group = isKnown ? [{ ...marked, label, words: `meets group ${number}` }] : [];
      return [...group, ...list(members, `${own}.${kind}`)];
    });
  return list(strategy[section].rules ?? [], `${section}.rules`);
}

function asksPosition(rule: Rule): boolean {
  return linesOf([rule], "").some(({ text, isOff }) => {
    const checked = isOff ? null : checkRule(text, true);
    return checked?.ok === true && checked.expression.isOfPosition;
  });
}

function condition(
  strategy: Strategy,
  path: Parameters<typeof fieldAt>[0],
  part: Partial<Pick<Strategy, "scanner" | "buy">>,
): MarkedRule {
  const { label } = fieldAt(path);
  return { label, words: `meets “${label}”`, strategy: { ...nothing(strategy), ...part } };
}

function onlyRule(strategy: Strategy, rule: Rule): Strategy {
  const bare = nothing(strategy);
  return { ...bare, buy: { ...bare.buy, rules: [rule] } };
}

/** The same universe without any condition, and without a size that a candidate would have to have. */
function nothing(strategy: Strategy): Strategy {
  const { rules: _scanner, ...scanner } = strategy.scanner;
  const { rules: _buy, ...buy } = strategy.buy;
  const { rules: _sell, ...sell } = strategy.sell;
  return {
    ...strategy,
    scanner: { ...scanner, priceGrowth: null, minPrice: null, marketCapRank: null, avgDailyValue: null },
    buy: { ...buy, lastPriceVsClose: false, lastPriceVsMA: false },
    sell,
    simulation: withEqualSlots(strategy.simulation),
  };
}
