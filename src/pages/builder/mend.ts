/** What one click makes of the form, and the way back. */
import { withRule } from "#workers/model/rule-lines.ts";
import { changeForm } from "./form-fields.tsx";
import type { BuilderForm, FormChange } from "./form-fields.tsx";
import type { FormValues } from "./form-values.ts";
import type { TypedWeight } from "./portfolio/portfolio-values.ts";
import { RULE_STEPS } from "./rules/line-check.ts";
import type { RuleSection } from "./rules/line-check.ts";
import { deskOf } from "./rules/rule-desk.ts";
import { rulesOfText, textOfRules } from "./rules/rule-texts.ts";

export interface Mend {
  /** "Use 5 places". */
  readonly label: string;
  readonly changes: readonly MendChange[];
}

export type MendChange = FormChange | FlagChange | LineChange | RowChange | WeightsChange | SymbolsChange;

interface FlagChange {
  readonly flag: FlagName;
  readonly isOn: boolean;
}

export type FlagName =
  | `isOn.${keyof FormValues["isOn"]}`
  | "buy.lastPriceVsClose"
  | "buy.lastPriceVsMA"
  | "simulation.fractionalShares";

/** One line of the rules. */
interface LineChange {
  /** "buy.rules[2].any[0]". */
  readonly line: string;
  /** What stands there then; null switches it off. */
  readonly text: string | null;
}

/** Rows of a portfolio that are taken out. */
interface RowChange {
  readonly withoutSymbols: readonly string[];
}

/** The only instruments that the scanner looks at. */
interface SymbolsChange {
  readonly onlySymbols: readonly string[];
}

/** What puts a part of the form back as it was. */
type Restore = FormChange | FlagChange | WeightsChange | SymbolsChange;

/** All rows of a portfolio. */
interface WeightsChange {
  readonly weights: readonly TypedWeight[];
}

/** @returns what puts back the fields that were changed, and no other */
export function applyMend(form: BuilderForm, { changes }: Mend): () => void {
  deskOf(form).addTyped();
  const before = changes.map((change) => readField(form, change));
  for (const change of changes) apply(form, change);
  return () => {
    for (const change of before.toReversed()) apply(form, change);
  };
}

/** @param change - all lines of a step are one field of the form */
function readField(form: BuilderForm, change: MendChange): Restore {
  if ("flag" in change) return { flag: change.flag, isOn: form.getValues(change.flag) };
  if ("withoutSymbols" in change || "weights" in change)
    return { weights: structuredClone(form.getValues("simulation.weights")) };
  if ("onlySymbols" in change) return { onlySymbols: [...form.getValues("scanner.symbols")] };
  const name = "line" in change ? fieldOf(change) : change.name;
  return { name, value: form.getValues(name) };
}

function apply(form: BuilderForm, change: MendChange | Restore): void {
  const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
  if ("flag" in change) form.setValue(change.flag, change.isOn, options);
  else if ("weights" in change) form.setValue("simulation.weights", [...change.weights], options);
  else if ("onlySymbols" in change) form.setValue("scanner.symbols", [...change.onlySymbols], options);
  else if ("withoutSymbols" in change) {
    const left = form
      .getValues("simulation.weights")
      .filter(({ symbol }) => !change.withoutSymbols.includes(symbol.trim()));
    form.setValue("simulation.weights", left, options);
  } else if ("line" in change) {
    const name = fieldOf(change);
    changeForm(form, [{ name, value: changedLine(form.getValues(name), change) }]);
  } else changeForm(form, [change]);
}

function fieldOf({ line }: LineChange): `rules.${RuleSection}` {
  return `rules.${RULE_STEPS.find((step) => line.startsWith(step)) ?? "buy"}`;
}

function changedLine(rules: string, { line, text }: LineChange): string {
  const place = line.replace(/\[.*$/, "");
  return textOfRules(
    withRule(rulesOfText(rules), place, { place: line, make: (was) => text ?? { off: was } }),
  );
}
