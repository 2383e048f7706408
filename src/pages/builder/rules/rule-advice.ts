/** Rules that can't be read: they stay in the form and in the strategy, and stop only the start. */
import { countOf } from "#src/format/number.ts";
import type { FormulaNames } from "#src/formula/formula-names.ts";
import { linesOf } from "#workers/model/rule-lines.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { Advice } from "../advice-item.ts";
import { problemInWords, problemWhereItStands, RULE_STEPS } from "./line-check.ts";
import type { RuleSection } from "./line-check.ts";
import { countedAs } from "./rule-tree.ts";

/** Why a strategy can't be run: the first line that can't be read, and how many more there are; null for none. */
export function ruleBlocker(
  strategy: Strategy,
  names: FormulaNames,
): (Advice & { readonly step: RuleSection }) | null {
  const wrong = RULE_STEPS.flatMap((step) =>
    linesOf(strategy[step].rules ?? [], `${step}.rules`).flatMap((line) => {
      const problem = problemWhereItStands(line, step === "sell", names);
      return problem ? [{ step, place: line.place, problem }] : [];
    }),
  );
  const [first] = wrong;
  if (!first) return null;
  const { step, place, problem } = first;
  const more = wrong.length - 1;
  const others = more === 0 ? "" : ` ${countOf(more, "more line")} can't be read either.`;
  return {
    step,
    message: `${RULE_NAMES[step]} ${countedAs(place)} can't be read. ${problemInWords(problem)}${others}`,
    stopsStart: true,
    mend: null,
  };
}

const RULE_NAMES: Readonly<Record<RuleSection, string>> = {
  scanner: "Scanner rule",
  buy: "Buy rule",
  sell: "Sell rule",
};
