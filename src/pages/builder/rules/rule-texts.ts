/** The rules of a step as the text that the form and its drafts keep: with what a strategy has no room for. */
import { z } from "zod";
import type { Rule } from "#workers/model/rule.ts";
import { branchOfRule, ruleOfBranch } from "./rule-tree.ts";
import type { Branch } from "./rule-tree.ts";

const shared = { isOff: z.boolean(), offLabels: z.array(z.string().nullable()) };

const lineSchema = z.object({
  type: z.literal("line"),
  text: z.string(),
  row: z.object({ shape: z.string(), how: z.string(), values: z.array(z.string()) }).nullable(),
  asFormula: z.boolean(),
  ...shared,
});

const branchSchema: z.ZodType<Branch> = z.lazy(() =>
  z.discriminatedUnion("type", [
    lineSchema,
    z.object({
      type: z.literal("group"),
      joins: z.enum(["any", "all", "none"]),
      label: z.string().nullable(),
      members: z.array(branchSchema),
      ...shared,
    }),
  ]),
);

/** "" for none. */
export function textOfBranches(branches: readonly Branch[]): string {
  return branches.length === 0 ? "" : JSON.stringify(branches);
}

/** @param formulas - lines that are shown as formulas, also where they could be fields */
export function textOfRules(rules: readonly Rule[] = [], formulas: readonly string[] = []): string {
  const asFormulas = new Set(formulas);
  return textOfBranches(rules.map((rule) => branchOfRule(rule, asFormulas)));
}

/** The lines that a person has as formulas, each once. */
export function formulaLinesOf(texts: readonly string[]): readonly string[] {
  const linesOf = (branch: Branch): readonly string[] => {
    if (branch.type === "group") return branch.members.flatMap(linesOf);
    return branch.asFormula ? [branch.text] : [];
  };
  return [...new Set(texts.flatMap((text) => readBranches(text) ?? []).flatMap(linesOf))];
}

/** null where the text is none of textOfBranches'. */
export function readBranches(text: string): readonly Branch[] | null {
  if (text === "") return [];
  try {
    return z.array(branchSchema).safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The rules as a strategy has them; [] where the text can't be read. */
export function rulesOfText(text: string): readonly Rule[] {
  return (readBranches(text) ?? []).map(ruleOfBranch);
}
