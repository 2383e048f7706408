/** A pasted text in its line: mended where that is certain, with what is told of it. */
import { isRecord } from "#workers/model/strategy-fault.ts";
import { checkNumber, checkRule } from "#workers/rules/check.ts";
import { mendFormula } from "./mend-formula.ts";
import { COMMENT_LEFT_OUT } from "./mend-notes.ts";
import { readRuleList, withoutComment } from "./rule-list.ts";

export type PasteNotice =
  /** A text that is no formula was not put in. */
  | { readonly type: "strategy" | "cut-off strategy" | "group"; readonly pasted: string }
  /** Nor were several rules. */
  | { readonly type: "rules"; readonly rules: readonly string[] }
  | {
      readonly type: "line";
      readonly changes: readonly string[];
      readonly doubts: readonly string[];
      /** The line as it was mended, and as it would be without that. */
      readonly text: string;
      readonly unmended: string;
    };

export interface ReadPaste {
  /** null where nothing is put in. */
  readonly line: { readonly text: string; readonly cursor: number } | null;
  /** null where there is nothing to say. */
  readonly notice: PasteNotice | null;
}

const SEVERAL = "Several lines were joined into one: where each is a rule of its own, paste them one by one.";

function hasComment(line: string): boolean {
  return withoutComment(line) !== line;
}

/** @param selection - what is replaced, characters from 0 */
export function readPaste(
  value: string,
  pasted: string,
  { from, to }: { readonly from: number; readonly to: number },
): ReadPaste {
  const kind = pastedKind(pasted);
  if (kind !== null) return { line: null, notice: { type: kind, pasted } };
  const [before, after] = [value.slice(0, from), value.slice(to)];
  const rules =
    before.trim() + after.trim() === "" ? readRuleList(pasted, (line) => mendFormula(line).text) : null;
  if (rules !== null) return { line: null, notice: { type: "rules", rules } };
  const fromStart = before.trim() === "" ? pasted.trimStart() : pasted;
  const piece = (after.trim() === "" ? fromStart.trimEnd() : fromStart).replaceAll(/[\n\r]+/g, " ");
  const unmended = before + piece + after;
  const isWithComments = /[\n\r]/.test(pasted) && pasted.split(/[\n\r]+/).some(hasComment);
  const lines = pasted.split(/[\n\r]+/).map((line) => withoutComment(line).trim());
  const written = isWithComments ? before + lines.join(" ").trim() + after : unmended;
  const mended = mendFormula(written);
  const { text, doubts } = mended;
  const changes = isWithComments ? [COMMENT_LEFT_OUT, ...mended.changes] : mended.changes;
  const isRight = checkRule(text, true).ok || checkNumber(text, true).ok;
  const told = !isRight && /\S\s*[\n\r]\s*\S/.test(pasted) ? [...doubts, SEVERAL] : doubts;
  const isSame = changes.length === 0;
  const line = isSame ? { text: unmended, cursor: from + piece.length } : { text, cursor: text.length };
  const notice =
    isSame && told.length === 0
      ? null
      : ({ type: "line", changes, doubts: told, text: line.text, unmended } as const);
  return { line, notice };
}

type PastedKind = "strategy" | "cut-off strategy" | "group";

const SECTIONS = ["scanner", "buy", "sell", "simulation"];
const GROUPS = ["any", "all", "none", "off"];
/** A strategy of 200 long lines has some 110,000 characters. */
const LONGEST_READ = 1_000_000;

/** Whether a pasted text is a strategy, or a group of rules, as a file has it; null for anything else, such as a formula. */
export function pastedKind(text: string): PastedKind | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith("{") || trimmed.length > LONGEST_READ) return null;
  const value = readJson(trimmed);
  if (value === undefined)
    return /"(?:format"\s*:\s*"strategy\/|scanner"\s*:)/.test(trimmed) ? "cut-off strategy" : null;
  if (!isRecord(value)) return null;
  if (String(value["format"]).startsWith("strategy/") || SECTIONS.some((name) => isRecord(value[name])))
    return "strategy";
  return GROUPS.some((name) => Object.hasOwn(value, name)) ? "group" : null;
}

/** undefined for what is no JSON. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
