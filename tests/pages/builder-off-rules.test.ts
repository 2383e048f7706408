/** What is off must be right by the language alone: it stops no start for what the data lacks. */
import { describe, expect, it } from "vitest";
import { countableRules, stepsOfWrongLines } from "#src/pages/builder/rules/line-check.ts";
import { ruleBlocker } from "#src/pages/builder/rules/rule-advice.ts";
import type { Rule } from "#workers/model/rule.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";

const names = { facts: ["eps.yoy"], signals: [], symbols: ["TIDE"] };
const buying = (rule: Rule) => strategyOf({ buy: { rules: [rule] } });

describe("a rule that is off", () => {
  it.each<{ title: string; rule: Rule }>([
    { title: "a fact that the data lacks", rule: { off: "epsx.yoy > 3" } },
    { title: "a symbol that the data lacks", rule: { off: 'of("MOON", close) > 3' } },
    { title: "both within a group", rule: { off: { any: ["epsx.yoy > 3", 'of("MOON", close) > 3'] } } },
  ])("stops nothing for $title", ({ rule }) => {
    expect(ruleBlocker(buying(rule), names)).toBeNull();
    expect(stepsOfWrongLines(buying(rule), names)).toEqual(new Set());
    expect(countableRules([rule], false, names)).toEqual([rule]);
  });

  it("stops the start where the language can't read it, and where the same is on", () => {
    expect(ruleBlocker(buying({ off: "close >" }), names)?.message).toContain("Buy rule 1 can't be read");
    expect(ruleBlocker(buying("epsx.yoy > 3"), names)?.message).toContain("Did you mean eps.yoy?");
    expect(stepsOfWrongLines(buying({ off: "close >" }), names)).toEqual(new Set(["buy"]));
    expect(countableRules([{ off: "close >" }], false, names)).toEqual([{ off: "close > 0" }]);
  });
});
