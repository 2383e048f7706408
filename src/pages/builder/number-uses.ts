/** Where a strategy's rules use a person's own numbers. */
import type { Rule } from "#workers/model/rule.ts";
import { linesOf, numberLines } from "#workers/model/rule-lines.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { checkNumber, checkRule } from "#workers/rules/check.ts";
import { partsOf } from "#workers/rules/expression.ts";
import type { Expression } from "#workers/rules/expression.ts";
import type { FormValues } from "./form-values.ts";
import { weightLines } from "./portfolio/portfolio-values.ts";
import { RULE_STEPS } from "./rules/line-check.ts";
import type { RuleSection } from "./rules/line-check.ts";
import { rulesOfText } from "./rules/rule-texts.ts";

/** By a name in lower case: "buy rules", "the order priority". Lines that are off or can't be read use nothing. */
export type Uses = ReadonlyMap<string, readonly string[]>;

/** Which of the numbers a form uses as it stands. */
export function usesInForm({ rules, simulation }: Pick<FormValues, "rules" | "simulation">): Uses {
  const { sortingType, sortBy, positionSizing, riskDistance } = simulation;
  return usesOf({
    rulesOf: (step) => rulesOfText(rules[step]),
    order: sortingType === "expression" ? [sortBy] : [],
    sizes:
      positionSizing === "risk"
        ? [riskDistance]
        : positionSizing === "weights"
          ? weightLines(simulation)
          : [],
  });
}

/** The computed fields that a strategy's rules and expressions name: what its counts hang on. */
export function fieldsInUse(strategy: Strategy): NonNullable<Strategy["computed"]> {
  const uses = usesOf({
    rulesOf: (step) => strategy[step].rules ?? [],
    order: numberLines(strategy).flatMap(({ place, text }) => (place === ORDER ? [text] : [])),
    sizes: numberLines(strategy).flatMap(({ place, text }) => (place === ORDER ? [] : [text])),
  });
  return (strategy.computed ?? []).filter(({ name, off }) => !off && uses.has(name.toLowerCase()));
}

const ORDER = "simulation.sortBy";

interface Texts {
  readonly rulesOf: (step: RuleSection) => readonly Rule[];
  /** Expressions that order candidates; [] where nothing asks for one. */
  readonly order: readonly string[];
  /** Those that say how much of each. */
  readonly sizes: readonly string[];
}

function usesOf({ rulesOf, order, sizes }: Texts): Uses {
  const uses = new Map<string, readonly string[]>();
  const note = (expression: Expression, use: string) => {
    for (const part of partsOf(expression)) {
      if (part.op !== "fact") continue;
      const known = uses.get(part.name) ?? [];
      if (!known.includes(use)) uses.set(part.name, [...known, use]);
    }
  };
  for (const step of RULE_STEPS) {
    for (const { text, isOff } of linesOf(rulesOf(step), step)) {
      const checked = isOff ? null : checkRule(text, step === "sell");
      if (checked?.ok) note(checked.expression, STEP_NAMES[step]);
    }
  }
  const numbers = [
    ...order.map((text) => ({ text, use: "the order priority" })),
    ...sizes.map((text) => ({ text, use: "the size of positions" })),
  ];
  for (const { text, use } of numbers) {
    const checked = checkNumber(text.trim());
    if (checked.ok) note(checked.expression, use);
  }
  return uses;
}

const STEP_NAMES: Readonly<Record<RuleSection, string>> = {
  scanner: "the scanner",
  buy: "buy rules",
  sell: "sell rules",
};
