/** The facts of a file by name, and what can be a name. */
import { RESERVED_NAMES } from "#workers/model/reserved-names.ts";
import { createStepList } from "./fact-steps.ts";
import type { StepList } from "./fact-steps.ts";
import { refusal } from "./refusal.ts";
import { quoteCell } from "./row-rules.ts";

/** What rules can write as a name. */
export const FACT_NAME: RegExp = /^[A-Za-z][A-Za-z0-9_.]{0,39}$/;
/** Each takes memory of its own for every instrument. */
const MOST_NAMES = 10_000;

/** A figure of a file in the making. */
export interface NamedFact {
  /** The name as it is written first, and the 1-based line of that. */
  readonly name: string;
  readonly line: number;
  readonly steps: StepList;
}

export interface FactNames {
  /**
   * The fact of a name, in any case of letters; a new one on first sight.
   *
   * @throws Refusal for what can't be a name
   */
  find(name: string, line: number): NamedFact;
  /** Names in the order in which they were met. */
  all(): NamedFact[];
}

export function createFactNames(file: string): FactNames {
  const facts = new Map<string, NamedFact>();
  return {
    find(name, line) {
      const key = name.toLowerCase();
      const known = facts.get(key);
      if (known) return known;
      const reason = whyNoName(name);
      if (reason !== null) throw refusal("file-refused", file, line, reason);
      if (facts.size === MOST_NAMES) {
        const text = `more than ${MOST_NAMES} names of facts; is the column name the right one?`;
        throw refusal("file-refused", file, line, text);
      }
      const fact = { name, line, steps: createStepList() };
      facts.set(key, fact);
      return fact;
    },
    all: () => [...facts.values()],
  };
}

/** null for what can be the name of a fact. */
function whyNoName(name: string): string | null {
  if (!FACT_NAME.test(name)) {
    return `${quoteCell(name)} cannot be the name of a fact. A name is a letter from a to z, then letters, digits, "_" and ".", at most 40 characters. Rename it`;
  }
  if (!RESERVED_NAMES.has(name.toLowerCase())) return null;
  return `${name} cannot be the name of a fact: rules use that word; rename it, e.g. to my.${name}`;
}
