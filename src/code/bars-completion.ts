/** What completion offers of the bars, in each language, beside what the language itself offers. */
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { BARS } from "./bars-table.ts";
import type { BarsEntry, CodeLanguage } from "./bars-table.ts";

/** @param factsNow - names of the data's facts and signals, as of the call */
export function barsCompletion(language: CodeLanguage, factsNow: () => readonly string[]): Extension {
  const source = (context: CompletionContext): CompletionResult | null => {
    const before = context.state.sliceDoc(Math.max(0, context.pos - MOST_BEFORE), context.pos);
    const found = (language === "python" ? pythonPlace : scriptPlace)(before);
    if (found === null) return null;
    const { typed, offers } = found;
    const options = offers === "facts" ? factsNow().map(asFact) : membersOf(offers).map(asOption);
    return options.length === 0 ? null : { from: context.pos - typed.length, options, validFor: /^[\w.]*$/ };
  };
  return EditorState.languageData.of(() => [{ autocomplete: source }]);
}

type Offer = "bars" | "market" | "facts";

interface Place {
  /** What one of them replaces. */
  readonly typed: string;
  readonly offers: Offer;
}

/** So much of the text in front of the cursor tells where it stands. */
const MOST_BEFORE = 400;

const SCRIPT_FACT = /\bfact\(\s*["'`]([\w.]*)$/;
const SCRIPT_MARKET = /\bmarket(?:\?\.|\.|!\.)(\w*)$/;
const SCRIPT_BARS = /\bbars\.(\w*)$/;
const SCRIPT_TAKEN_APART =
  /\b(?:const|let|var)\s*\{(?:[^{}]*,)?\s*(\w*)$|\bcompute\s*\(\s*\{(?:[^{}]*,)?\s*(\w*)$/;

/** null where nothing of the bars can stand. */
export function scriptPlace(before: string): Place | null {
  const fact = SCRIPT_FACT.exec(before);
  if (fact) return { typed: fact[1] ?? "", offers: "facts" };
  const market = SCRIPT_MARKET.exec(before);
  if (market) return { typed: market[1] ?? "", offers: "market" };
  const bars = SCRIPT_BARS.exec(before);
  if (bars) return { typed: bars[1] ?? "", offers: "bars" };
  const apart = SCRIPT_TAKEN_APART.exec(before);
  return apart && { typed: apart[1] ?? apart[2] ?? "", offers: "bars" };
}

const PYTHON_FACT = /\bbars\[\s*["']fact["']\s*\]\(\s*["']([\w.]*)$/;
const PYTHON_MARKET = /(?:\bbars\[\s*["']market["']\s*\]|\bmarket)\[\s*["'](\w*)$/;
const PYTHON_BARS = /\bbars\[\s*["'](\w*)$/;

/** The same in Python, where all of it stands in quotes. */
export function pythonPlace(before: string): Place | null {
  const fact = PYTHON_FACT.exec(before);
  if (fact) return { typed: fact[1] ?? "", offers: "facts" };
  const market = PYTHON_MARKET.exec(before);
  if (market) return { typed: market[1] ?? "", offers: "market" };
  const bars = PYTHON_BARS.exec(before);
  return bars && { typed: bars[1] ?? "", offers: "bars" };
}

function membersOf(offer: Offer): readonly BarsEntry[] {
  return offer === "market" ? BARS.filter(({ isOfMarket }) => isOfMarket) : BARS;
}

function asOption({ name, type, sentence }: BarsEntry): Completion {
  return { label: name, detail: type, info: sentence, boost: 50 };
}

function asFact(name: string): Completion {
  return { label: name, detail: "fact", boost: 50 };
}
