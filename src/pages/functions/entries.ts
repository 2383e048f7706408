/** The reference of the rule language as the page shows it: parts with entries of one shape, and the search over them. */
import { givesWords } from "#workers/words/reference-text.ts";
import type {
  Reference,
  ReferenceFunction,
  ReferenceNames,
  ReferenceSign,
} from "#workers/words/reference.ts";

export interface Part {
  /** The hash that leads here. */
  readonly id: string;
  readonly title: string;
  readonly entries: readonly Entry[];
}

export interface Entry {
  /** The hash that leads here: of functions and names the name itself. */
  readonly id: string;
  /** How it is written: "sma(x, n)". */
  readonly title: string;
  /** Other ways to write it. */
  readonly others: readonly string[];
  readonly sentence: string;
  /** What people elsewhere call it. */
  readonly otherNames: readonly string[];
  readonly parameters: readonly { readonly name: string; readonly sentence: string }[];
  /** "Gives a number."; null where there is nothing to say. */
  readonly gives: string | null;
  readonly example: { readonly line: string; readonly words: string } | null;
}

export function partsOf({ groups, names, signs, suffixes }: Reference): readonly Part[] {
  return [
    ...groups.map(({ id, title, functions }) => ({
      id: `functions-${id}`,
      title,
      entries: functions.map(functionEntry),
    })),
    ...names.map((group) => ({
      id: `names-${group.id}`,
      title: group.title,
      entries: group.names.map(nameEntry),
    })),
    { id: "names-facts", title: "Facts and signals", entries: [FACTS] },
    { id: "signs", title: "Signs and joining words", entries: signs.map(signEntry) },
    { id: "suffixes", title: "Suffixes of numbers", entries: suffixes.map(suffixEntry) },
  ];
}

/** Parts with the entries in which every typed word occurs; parts without one are left out. All, where nothing is typed. */
export function matching(parts: readonly Part[], typed: string): readonly Part[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return parts.flatMap((part) => {
    const entries = part.entries.filter((entry) => {
      const said = wordsOf(part, entry);
      return wanted.every((word) => said.includes(word));
    });
    return entries.length === 0 ? [] : [{ ...part, entries }];
  });
}

function wordsOf(part: Part, entry: Entry): string {
  const { title, others, sentence, otherNames, example } = entry;
  const said = [part.title, title, ...others, sentence, ...otherNames, example?.line, example?.words];
  return said.join(" ").toLowerCase();
}

function functionEntry(entry: ReferenceFunction): Entry {
  const [title = entry.name, ...others] = entry.written;
  return {
    id: entry.name,
    title,
    others,
    sentence: entry.sentence,
    otherNames: entry.otherNames,
    parameters: entry.parameters,
    gives: asSentence(givesWords(entry)),
    example: exampleOf(entry),
  };
}

function nameEntry({ name, unit, sentence }: ReferenceNames["names"][number]): Entry {
  const gives = asSentence(givesWords({ gives: "number", unit }));
  return { ...BARE, id: name, title: name, sentence, gives };
}

function signEntry({ id, written, sentence, ...example }: ReferenceSign): Entry {
  const [title = "", ...others] = written;
  return { ...BARE, id: `sign-${id}`, title, others, sentence, example: exampleOf(example) };
}

function suffixEntry({ suffix, sentence }: Reference["suffixes"][number]): Entry {
  return { ...BARE, id: `suffix-${suffix === "%" ? "percent" : suffix}`, title: suffix, sentence };
}

const BARE = { others: [], otherNames: [], parameters: [], gives: null, example: null } as const;

const FACTS: Entry = {
  ...BARE,
  id: "facts",
  title: "any other name",
  sentence:
    "A fact or a signal of the dataset, in any case of letters: a letter, then letters, digits, _ and dots. A fact is known from the day after its date, a signal from the close of it.",
  gives: "Gives a number; unknown before the first value.",
  example: { line: "eps.yoy > 25", words: "Eps.yoy is above 25." },
};

function exampleOf({ example, exampleInWords }: Pick<ReferenceSign, "example" | "exampleInWords">) {
  return { line: example, words: asSentence(exampleInWords) };
}

function asSentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}
