/** What of the bars a person's source may look at: what its text names anywhere. */
import { FIGURES } from "#workers/rules/function-entry.ts";
import type { Figure } from "#workers/rules/function-entry.ts";

export interface Mentions {
  readonly figures: readonly Figure[];
  readonly hasDate: boolean;
  readonly hasMarket: boolean;
  /** Whether the text names it, in any case of letters. */
  readonly names: (fact: string) => boolean;
}

/** Of a source in any language: words of its text. */
export function mentionsOf(source: string): Mentions {
  const words = new Set(source.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []);
  const lower = source.toLowerCase();
  return {
    figures: FIGURES.filter((figure) => words.has(figure)),
    hasDate: words.has("date"),
    hasMarket: words.has("market"),
    names: (fact) => lower.includes(fact.toLowerCase()),
  };
}
