/** What may be typed next at the cursor, the likeliest first. */
import { FUNCTIONS } from "#workers/rules/function-table.ts";
import type { FunctionEntry } from "#workers/rules/function-entry.ts";
import { NAMES } from "#workers/rules/name-table.ts";
import type { NameEntry } from "#workers/rules/name-table.ts";
import { otherNamesOf } from "#workers/words/other-names.ts";
import { waysToWrite } from "#workers/words/reference.ts";
import { placeOfCursor } from "./cursor-place.ts";
import type { CursorPlace } from "./cursor-place.ts";
import type { FormulaSetting } from "./formula-names.ts";

export interface Suggestion {
  /** What is put into the line, without the bracket of a call. */
  readonly name: string;
  readonly kind: "function" | "name" | "fact" | "symbol" | "keyword";
  /** Small behind the name: "(x, n)", "fact". */
  readonly detail: string;
  /** One sentence; "" where the name says all. */
  readonly sentence: string;
  /** A bracket follows, for the arguments that a call must have. */
  readonly hasBrackets?: true;
}

export interface Suggestions {
  /** The typed part that one of them replaces begins here and ends at the cursor. */
  readonly from: number;
  readonly list: readonly Suggestion[];
}

/** So many symbols are looked through and shown at most. */
const MOST_SHOWN = 60;

const NOTHING: readonly Suggestion[] = [];

/**
 * @param at - the cursor, from 0
 * @param isAsked - a person asked for them; else nothing is suggested before a letter is typed
 * @returns null where nothing is to be suggested
 */
export function findCompletions(
  line: string,
  at: number,
  setting: FormulaSetting,
  isAsked: boolean,
): Suggestions | null {
  const place = placeOfCursor(line, at);
  const candidates = candidatesAt(line, place, setting);
  const wasOffered = place.isInText || place.typed !== "" || isAsked;
  if (!wasOffered || candidates.length === 0) return null;
  const list = matching(candidates, place.typed);
  return list.length === 0 ? null : { from: place.from, list };
}

function candidatesAt(line: string, place: CursorPlace, setting: FormulaSetting): readonly Suggestion[] {
  const { calls, isArgument, isInText, isBehindNumber, before } = place;
  const wanted = isArgument ? (calls.at(-1)?.parameters ?? []) : [];
  const types = new Set(wanted.map(({ type }) => type));
  if (isBehindNumber) return NOTHING;
  if (types.has("symbol")) return (setting.names.symbols ?? []).map(asSymbol);
  if (types.has("scope"))
    return [
      { name: '"sector"', kind: "symbol", detail: "scope", sentence: "Among those of the same sector." },
    ];
  if (isInText) return NOTHING;
  const last = before.at(-1);
  const lastText = last ? line.slice(last.from, last.to).toLowerCase() : "";
  if (lastText === "crosses") return [ABOVE, BELOW];
  if (lastText === "[") return NOTHING;
  const endsOperand = last !== undefined && (OPERANDS.has(last.kind) || lastText === ")" || lastText === "]");
  if (endsOperand) return JOINERS;
  if (isArgument && wanted.length > 0 && wanted.every(({ type }) => type === "count" || type === "factor"))
    return NOTHING;
  const wantsRule = isArgument ? types.has("rule") : setting.wants === "rule" && !behindSign(lastText);
  return operands(setting, calls.length > 0, wantsRule);
}

const OPERANDS: ReadonlySet<string> = new Set(["number", "function", "name", "fact", "text"]);

function behindSign(text: string): boolean {
  return /^(?:[-+*/<>=]|[<>!]=|above|below|between)$/.test(text);
}

/** Everything that a number or rule begins with: a position's numbers first where they stand, then what a bar has. */
function operands(
  { place, names }: FormulaSetting,
  isInCall: boolean,
  wantsRule: boolean,
): readonly Suggestion[] {
  const ofPosition = place === "sell" && !isInCall ? POSITION_NAMES : [];
  const functions = wantsRule ? RULES_FIRST : CALLS;
  const own = (names.own ?? []).map(asOwnNumber);
  const facts = (names.facts ?? []).map((name) => asFact(name, "fact"));
  const signals = (names.signals ?? []).map((name) => asFact(name, "signal"));
  return [
    ...ofPosition,
    ...own,
    ...BAR_NAMES,
    ...functions,
    ...facts,
    ...signals,
    ...DATE_NAMES,
    ...(wantsRule ? [NOT] : []),
  ];
}

/** Those that begin with what is typed, then those of which a part does, then those that people call so elsewhere. */
function matching(candidates: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const wanted = typed.toLowerCase();
  if (wanted === "") return candidates.slice(0, MOST_SHOWN);
  const steps: Suggestion[][] = [[], [], [], []];
  for (const candidate of candidates) {
    const step = stepOf(candidate, wanted);
    if (step !== null) steps[step]?.push(candidate);
  }
  const list = steps.flat();
  const [only] = list;
  if (list.length === 1 && only?.name.toLowerCase() === wanted && only.kind !== "function") return [];
  return list.slice(0, MOST_SHOWN);
}

function stepOf({ name, kind }: Suggestion, wanted: string): number | null {
  const plain = name.replaceAll('"', "");
  const lower = plain.toLowerCase();
  if (lower.startsWith(wanted)) return 0;
  const parts = plain.split(/(?=[A-Z])|[._\s-]/).map((part) => part.toLowerCase());
  if (parts.some((part) => part !== "" && part.startsWith(wanted))) return 1;
  if (wanted.length > 1 && lower.includes(wanted)) return 2;
  const others = kind === "function" && wanted.length > 1 ? otherNamesOf(name) : [];
  return others.some((other) =>
    other
      .toLowerCase()
      .split(" ")
      .some((word) => word.startsWith(wanted)),
  )
    ? 3
    : null;
}

const CALLS: readonly Suggestion[] = FUNCTIONS.map(asCall);
const RULES_FIRST: readonly Suggestion[] = [
  ...FUNCTIONS.filter(({ gives }) => gives !== "number"),
  ...FUNCTIONS.filter(({ gives }) => gives === "number"),
].map(asCall);
const BAR_NAMES = namesOf("figure");
const DATE_NAMES = namesOf("date");
const POSITION_NAMES = namesOf("position");

const ABOVE = keyword("above", "From below, or level, to above.");
const BELOW = keyword("below", "From above, or level, to below.");
const NOT = keyword("not", "The rule after it is false.");
const JOINERS: readonly Suggestion[] = [
  keyword("and", "Both rules are true."),
  keyword("or", "At least one of the rules is true."),
  keyword("crosses above", "Is above, and was not on the bar before."),
  keyword("crosses below", "Is below, and was not on the bar before."),
  keyword("between", "At least the first, at most the second: between 40 and 60."),
];

function keyword(name: string, sentence: string): Suggestion {
  return { name, kind: "keyword", detail: "", sentence };
}

function asCall(entry: FunctionEntry): Suggestion {
  const { name, sentence } = entry;
  const ways = waysToWrite(entry);
  const detail = (ways[0] ?? name).slice(name.length);
  return { name, kind: "function", detail, sentence, ...(!ways.includes(name) && { hasBrackets: true }) };
}

function namesOf(wanted: NameEntry["type"]): readonly Suggestion[] {
  return NAMES.filter(({ type }) => type === wanted).map(asName);
}

function asName({ name, sentence }: NameEntry): Suggestion {
  return { name, kind: "name", detail: "", sentence };
}

function asFact(name: string, detail: "fact" | "signal"): Suggestion {
  return { name, kind: "fact", detail, sentence: "" };
}

function asOwnNumber(name: string): Suggestion {
  return { name, kind: "fact", detail: "own number", sentence: "Worked out by code of your own." };
}

function asSymbol(symbol: string): Suggestion {
  return { name: `"${symbol}"`, kind: "symbol", detail: "", sentence: "" };
}
