/** Rules that can't be read: they stay in the form and in the strategy, and stop only the start. */
import { countOf } from "#src/format/number.ts";
import type { FormulaNames } from "#src/formula/formula-names.ts";
import { linesOf } from "#workers/model/rule-lines.ts";
import type { Problem } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { fieldAt, FIELD_PATHS } from "#workers/model/strategy-fields.ts";
import type { Advice } from "../advice-item.ts";
import { STEPS } from "../steps.ts";
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

/** Why a strategy can't be run: a line, an expression or idle money names what the chosen data lacks, as the counts found it. */
export function lackBlocker(lacks: Problem | undefined): Advice | null {
  if (lacks?.code === "cash-series-missing") return NO_CASH_SERIES;
  const [first, ...others] = lacks?.details ?? [];
  const found = /^((scanner|buy|sell|simulation)\S*), column (\d+): (.*)$/s.exec(first ?? "");
  const [, place, section, column, text] = found ?? [];
  const step = STEPS.find(({ key }) => key === section)?.key;
  if (place === undefined || text === undefined || step === undefined) return null;
  const name = step === "simulation" ? numberName(place) : `${RULE_NAMES[step]} ${countedAs(place)}`;
  const more = others.length === 0 ? "" : ` ${countOf(others.length, "more line")} can't be answered either.`;
  const told = problemInWords({ column: Number(column), text });
  return { step, message: `${name} can't be answered. ${told}${more}`, stopsStart: true, mend: null };
}

const NO_CASH_SERIES: Advice = {
  step: "simulation",
  message:
    "What idle money earns goes by a series that has no price on the first day of the period. Choose another one, or begin later.",
  stopsStart: true,
  mend: {
    label: "Let it earn nothing",
    changes: [{ name: "simulation.cash.earns", value: "nothing" }],
  },
};

/** The label of the field of an expression; of a listed weight the number of its row. */
export function numberName(place: string): string {
  const [, at] = /^simulation\.weights\[(\d+)\]/.exec(place) ?? [];
  if (at !== undefined) return `${fieldAt("simulation.weights").label}, row ${Number(at) + 1}`;
  const path = FIELD_PATHS.find((one) => place === one);
  return path === undefined ? place : fieldAt(path).label;
}

const RULE_NAMES: Readonly<Record<RuleSection, string>> = {
  scanner: "Scanner rule",
  buy: "Buy rule",
  sell: "Sell rule",
};
