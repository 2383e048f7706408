/** What is wrong with the lines of a form's rules. Answers are kept: a key changes one line, and all are looked at. */
import { findProblem } from "#src/formula/find-problem.ts";
import type { FormulaProblem } from "#src/formula/find-problem.ts";
import { ANY_NAMES } from "#src/formula/formula-names.ts";
import type { FormulaNames } from "#src/formula/formula-names.ts";
import type { Rule } from "#workers/model/rule.ts";
import { linesOf } from "#workers/model/rule-lines.ts";
import type { RuleLine } from "#workers/model/rule-lines.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { checkRule } from "#workers/rules/check.ts";
import type { LineProblem } from "#workers/rules/syntax.ts";
import { answerToMessage, findNotPossible } from "#workers/words/not-possible.ts";

/** The steps that have rules. */
export type RuleSection = "scanner" | "buy" | "sell";

export const RULE_STEPS: readonly RuleSection[] = ["scanner", "buy", "sell"];
const MOST_KEPT = 2000;
const kept = new WeakMap<FormulaNames, Map<string, LineProblem | null>>();

/** The first thing that is wrong with a line: as the language has it, then a name that the data lacks. null for nothing. */
export function problemOfLine(text: string, isOfPosition: boolean, names: FormulaNames): LineProblem | null {
  const known = kept.get(names) ?? new Map<string, LineProblem | null>();
  kept.set(names, known);
  const key = `${isOfPosition} ${text}`;
  const told = known.get(key);
  if (told !== undefined) return told;
  const problem = findLineProblem(text, isOfPosition, names);
  if (known.size >= MOST_KEPT) known.clear();
  known.set(key, problem);
  return problem;
}

/** The same of a line where it stands: what is off must be right by the language alone, whatever the data has. */
export function problemWhereItStands(
  { text, isOff }: { readonly text: string; readonly isOff: boolean },
  isOfPosition: boolean,
  names: FormulaNames,
): LineProblem | null {
  return problemOfLine(text, isOfPosition, isOff ? ANY_NAMES : names);
}

function findLineProblem(text: string, isOfPosition: boolean, names: FormulaNames): LineProblem | null {
  const checked = checkRule(text, isOfPosition);
  const [first] = checked.ok ? [] : checked.problems;
  if (first && answerToMessage(first.text) === null && findNotPossible(text) === null) return first;
  const found = findProblem(text, { wants: "rule", place: isOfPosition ? "sell" : "buy", names });
  if (!found) return null;
  const { column, message, nearest } = found;
  return { column, text: nearest === null ? message.slice(0, -1) : `${message} Did you mean ${nearest}?` };
}

/** The same of an expression that gives a number. */
export function problemOfNumber(text: string, names: FormulaNames): FormulaProblem | null {
  return findProblem(text.trim(), { wants: "number", place: "simulation", names });
}

/** "Column 9: sam is not known; did you mean sma?" */
export function problemInWords({ column, text }: LineProblem): string {
  return `Column ${column}: ${text}${/[.?]$/.test(text) ? "" : "."}`;
}

/** The same rules with what can't be read out of use; the places of the others stay. */
export function countableRules(
  rules: readonly Rule[],
  isOfPosition: boolean,
  names: FormulaNames,
): readonly Rule[] {
  const countable = (rule: Rule): Rule => {
    if (typeof rule === "string") return isReadable({ text: rule, isOff: false }) ? rule : OUT_OF_USE;
    if ("off" in rule) return linesOf([rule], "").every(isReadable) ? rule : OUT_OF_USE;
    if ("any" in rule) return { ...rule, any: rule.any.map(countable) };
    if ("all" in rule) return { ...rule, all: rule.all.map(countable) };
    return { ...rule, none: rule.none.map(countable) };
  };
  const isReadable = (line: Pick<RuleLine, "text" | "isOff">) =>
    problemWhereItStands(line, isOfPosition, names) === null;
  return rules.map(countable);
}

/** Any line that can be read: it counts for nothing. */
const OUT_OF_USE: Rule = { off: "close > 0" };

/** Steps with a line that can't be read. */
export function stepsOfWrongLines(strategy: Strategy, names: FormulaNames): ReadonlySet<RuleSection> {
  return new Set(
    RULE_STEPS.filter((step) =>
      linesOf(strategy[step].rules ?? [], step).some((line) =>
        problemWhereItStands(line, step === "sell", names),
      ),
    ),
  );
}
