/** What of the bars a person's source may look at: what its text names anywhere. */
import { FIGURES } from "#workers/rules/function-entry.ts";
import type { Figure } from "#workers/rules/function-entry.ts";

export interface Mentions {
  readonly figures: readonly Figure[];
  readonly hasDate: boolean;
  readonly hasMarket: boolean;
  /** Whether the text has it as a whole word, in any case of letters. */
  readonly names: (fact: string) => boolean;
}

/** What the words of a source's text name, in any language. */
export function mentionsOf(source: string): Mentions {
  const words = new Set(source.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []);
  const facts = new Set((source.toLowerCase().match(/[\p{L}\p{N}_$.]+/gu) ?? []).flatMap(withoutDots));
  return {
    figures: FIGURES.filter((figure) => words.has(figure)),
    hasDate: words.has("date"),
    hasMarket: words.has("market"),
    names: (fact) => facts.has(fact.toLowerCase()),
  };
}

/** A fact's name may have dots, also at its end, where a sentence has them too. */
function withoutDots(word: string): readonly string[] {
  return [word, word.replace(/^\.+|\.+$/g, "")];
}
