/** What must always hold of runs with rules (workers/rules/README.md sections 12 and 13), with every shortcut and without. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FactSeries, Market } from "#workers/model/market.ts";
import type { Rule } from "#workers/model/rule.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { RANDOM_VOCABULARY } from "../rules/random-rule-market.ts";
import { ruleTexts } from "../rules/random-rules.ts";
import { engines } from "./engine-run.ts";
import type { Findings } from "./laws.ts";
import { moneyFreeRuns, plainRuleRuns, wildRuleRuns } from "./plain-rule-runs.ts";
import type { RuleRun } from "./plain-rule-runs.ts";
import {
  checkDoubling,
  checkNext,
  checkRuleBooks,
  checkRuleCausality,
  checkSame,
  differences,
  tell,
  withoutWarnings,
} from "./rule-laws.ts";
import { tries } from "#tests/support/tries.ts";

const runs = fc.oneof({ weight: 2, arbitrary: plainRuleRuns() }, wildRuleRuns());
const shares = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);
/** Refused runs are not among them. */
const often = { numRuns: tries(120) };
const { rule: TEXT, sellRule: SALE } = ruleTexts(RANDOM_VOCABULARY);

function told(findings: Findings): string[] {
  fc.pre(findings !== null);
  return findings ?? [];
}

/** The market by another object, on which nothing is known yet, with its facts in another order. */
function copied(market: Market): Market {
  const facts: readonly FactSeries[] = market.facts ?? [];
  return { ...market, facts: facts.toReversed() };
}

/** The market in which all but the strategy's universe is of another exchange, and the strategy without its lists. */
function withoutLists({ strategy, market }: RuleRun): RuleRun {
  const { symbols, sectors, ...scanner } = strategy.scanner;
  const instruments = market.instruments.map((each) => {
    const isNamed = symbols?.includes(each.symbol) ?? true;
    const isInSector = sectors?.includes(each.sector ?? "") ?? true;
    return each.instrumentType === "INDEX" || (isNamed && isInSector) ? each : { ...each, exchange: "BSE" };
  });
  return { strategy: { ...strategy, scanner }, market: { ...market, instruments } };
}

function withRules(
  strategy: Strategy,
  rules: { scanner?: readonly Rule[]; buy?: readonly Rule[]; sell?: readonly Rule[] },
): Strategy {
  const { scanner, buy, sell } = strategy;
  return {
    ...strategy,
    scanner: { ...scanner, rules: [...(scanner.rules ?? []), ...(rules.scanner ?? [])] },
    buy: { ...buy, rules: [...(buy.rules ?? []), ...(rules.buy ?? [])] },
    sell: { ...sell, rules: [...(sell.rules ?? []), ...(rules.sell ?? [])] },
  };
}

describe.each(engines)("what must always hold of rules, $how", ({ engine }) => {
  it("next: a run that ends on a session names what a longer run decides at its close, and nothing else differs", () => {
    fc.assert(
      fc.property(runs, shares, (run, share) => {
        expect(told(checkNext(engine, run, share))).toEqual([]);
        expect(told(checkNext(engine, run, 1 - share))).toEqual([]);
      }),
      often,
    );
  });

  it("causality: a run is the same on data that end with it", () => {
    fc.assert(
      fc.property(runs, shares, (run, share) => {
        expect(told(checkRuleCausality(engine, run, share))).toEqual([]);
      }),
      often,
    );
  });

  it("books: cash, slots, sizes, cool-down and schedule hold at every decision", () => {
    fc.assert(
      fc.property(runs, (run) => {
        expect(told(checkRuleBooks(engine, run))).toEqual([]);
      }),
      often,
    );
  });

  it("determinism: the same on a copy of the data, with facts in another order, whatever ran before", () => {
    fc.assert(
      fc.property(runs, plainRuleRuns(), ({ strategy, market }, { strategy: other }) => {
        const before = JSON.stringify(market);
        const first = tell(engine, { strategy, market });
        fc.pre(first !== null);
        const second = copied(market);
        tell(engine, { strategy: other, market: second });
        const again = tell(engine, { strategy, market: second });
        fc.pre(again !== null);
        expect(differences("again", withoutWarnings(first), withoutWarnings(again))).toEqual([]);
        expect(JSON.stringify(market)).toBe(before);
      }),
      often,
    );
  });

  it.each<{ law: string; one: (a: string, b: string) => Rule[]; other: (a: string, b: string) => Rule[] }>([
    {
      law: "what is off is left out",
      one: (a, b) => [{ off: { any: [b] } }, a, { all: [{ off: b }] }],
      other: (a) => [a],
    },
    { law: "none of one is not", one: (a) => [{ none: [a] }], other: (a) => [`not (${a})`] },
    {
      law: "and is two lines of an all group",
      one: (a, b) => [`(${a}) and (${b})`],
      other: (a, b) => [{ all: [a, b] }],
    },
    {
      law: "or is two lines of an any group",
      one: (a, b) => [`(${a}) or (${b})`],
      other: (a, b) => [{ any: [a, b] }],
    },
  ])("$law, wherever rules stand", ({ one, other }) => {
    fc.assert(
      fc.property(
        plainRuleRuns(),
        fc.tuple(TEXT, TEXT),
        fc.tuple(SALE, SALE),
        ({ strategy, market }, [a, b], [c, d]) => {
          fc.pre(a.length + b.length < 480 && c.length + d.length < 480);
          const said = (say: typeof one): RuleRun => ({
            strategy: withRules(strategy, { scanner: say(a, b), buy: say(b, "close > 0"), sell: say(c, d) }),
            market,
          });
          expect(told(checkSame(engine, said(one), said(other)))).toEqual([]);
        },
      ),
      often,
    );
  });

  it("a list of symbols or sectors is a universe of its own", () => {
    fc.assert(
      fc.property(runs, (run) => {
        const { symbols, sectors } = run.strategy.scanner;
        fc.pre(symbols !== undefined || sectors !== undefined);
        const [own, other] = [tell(engine, run), tell(engine, withoutLists(run))];
        fc.pre(own !== null && other !== null);
        expect(differences("run", withoutWarnings(own), withoutWarnings(other))).toEqual([]);
      }),
      often,
    );
  });

  it("doubling all prices and the margin changes no decision of rules without money", () => {
    fc.assert(
      fc.property(moneyFreeRuns(), (run) => {
        expect(told(checkDoubling(engine, run))).toEqual([]);
      }),
      often,
    );
  });

  it("and is two lines of the buy rules, or is two of the sell rules", () => {
    fc.assert(
      fc.property(
        plainRuleRuns(),
        fc.tuple(TEXT, TEXT),
        fc.tuple(SALE, SALE),
        ({ strategy, market }, [a, b], [c, d]) => {
          fc.pre(a.length + b.length < 480 && c.length + d.length < 480);
          const joined = withRules(strategy, { buy: [`(${a}) and (${b})`], sell: [`(${c}) or (${d})`] });
          const apart = withRules(strategy, { buy: [a, b], sell: [c, d] });
          const same = checkSame(engine, { strategy: joined, market }, { strategy: apart, market });
          expect(told(same)).toEqual([]);
        },
      ),
      often,
    );
  });
});
