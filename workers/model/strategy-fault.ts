/** What is wrong with one place of a strategy, as its readers note it. */
import { isBlank } from "./ink.ts";

/** Keys from the strategy down: ["buy", "rules", 2, "any", 0]. */
export type Path = readonly (string | number)[];

export interface Fault {
  readonly path: Path;
  /** The limit alone, for a form that shows it beside the field: "must be above 0". */
  readonly limit: string;
  /** A whole sentence without its full stop, beginning with the place. */
  readonly text: string;
  /** Faults of what is written in code or rules have their own code. */
  readonly code: "strategy-invalid" | "rules-invalid";
}

/** "buy.rules[2].any[0]"; "" for the strategy itself. */
export function placeOf(path: Path): string {
  return path.map((key, at) => (typeof key === "number" ? `[${key}]` : at === 0 ? key : `.${key}`)).join("");
}

/** A value that keeps a limit not. */
export function wrongValue(path: Path, value: unknown, limit: string): Fault {
  const text = `${placeOf(path)} is ${showValue(value)}, but ${limit}`;
  return { path, limit, text, code: "strategy-invalid" };
}

/** The entries of a list; what is no list, or has too many, is noted. @param kind - of what it is a list: "must be a list of …" */
export function entriesOf(
  value: unknown,
  { path, faults, kind, most }: { path: Path; faults: Fault[]; kind: string; most: number },
): readonly unknown[] {
  if (!Array.isArray(value)) {
    faults.push(wrongValue(path, value, `must be a list of ${kind}`));
    return [];
  }
  if (value.length > most) {
    const limit = `may have at most ${most} entries`;
    const text = `${placeOf(path)} has ${value.length} entries, but ${limit}; remove some`;
    faults.push({ path, limit, text, code: "strategy-invalid" });
  }
  return value.slice(0, most);
}

export function unknownField(path: Path, mend = "remove it or correct its name"): Fault {
  const text = `unknown field ${placeOf(path)}; ${mend}`;
  return { path, limit: "is not known", text, code: "strategy-invalid" };
}

const LONGEST_TEXT = 120;
/** What a name or a symbol must be. */
export const TEXT_LIMIT = `text that is not blank, at most ${LONGEST_TEXT} characters`;

/** Whether a value is what a name or a symbol may be. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= LONGEST_TEXT && !isBlank(value);
}

/** A JSON object; what it has of its own is all that is read. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Its own value at the key; undefined where it has none. */
export function ownValue(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Short, and safe for values that are nested thousands of levels deep. */
function showValue(value: unknown): string {
  if (typeof value === "number") return String(value); // JSON.stringify would turn Infinity into null
  const text = JSON.stringify(cutOff(value, 3)) ?? "missing";
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

const MOST_SHOWN = 20;

function cutOff(value: unknown, levels: number): unknown {
  if (typeof value === "string") return value.slice(0, 100);
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return "...";
  if (Array.isArray(value)) return value.slice(0, MOST_SHOWN).map((one) => cutOff(one, levels - 1));
  const entries = Object.entries(value).slice(0, MOST_SHOWN);
  return Object.fromEntries(entries.map(([key, one]) => [key, cutOff(one, levels - 1)]));
}
