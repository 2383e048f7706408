/** A rule as strategies hold it: a line of the language (workers/rules/), or a group of rules. */

/** Members that are off are kept, and left out of what the group says. A label is for people alone. */
export type Rule = string | RuleGroup | RuleOff;

export type RuleGroup =
  | { readonly any: readonly Rule[]; readonly label?: string }
  | { readonly all: readonly Rule[]; readonly label?: string }
  | { readonly none: readonly Rule[]; readonly label?: string };

export interface RuleOff {
  readonly off: Rule;
  readonly label?: string;
}

/** Lines of a strategy, those that are off too. */
export const MOST_RULE_LINES = 200;
/** Groups within groups; `off` is none. */
export const DEEPEST_GROUP = 8;
/** Characters of a line or an expression. */
export const LONGEST_LINE = 500;
/** Brackets, calls, `not` and minus signs within each other, in a line. */
export const DEEPEST_NESTING = 32;
