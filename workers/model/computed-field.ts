/** A person's own numbers (`computed`): their record and its limits. Running them is the business of others. */
import { RESERVED_NAMES } from "./reserved-names.ts";
import { isRecord, ownValue, placeOf, unknownField, wrongValue } from "./strategy-fault.ts";
import type { Fault, Path } from "./strategy-fault.ts";

export const LANGUAGES = ["javascript", "typescript", "python"] as const;

/** A number for each bar of each instrument, worked out by the source. */
export interface ComputedField {
  /** The name by which rules call it, in any case of letters. */
  readonly name: string;
  readonly language: (typeof LANGUAGES)[number];
  readonly source: string;
  /** Kept, and not used. */
  readonly off?: true;
}

export const MOST_FIELDS = 20;
export const MOST_BYTES = 100_000;
const NAME = /^[a-z][a-z0-9_.]{0,39}$/i;
const KEYS = ["name", "language", "source", "off"] as const;

/** The fields of a list; what is wrong is left out of them and noted. */
export function readComputed(value: unknown, faults: Fault[]): readonly ComputedField[] {
  const path = ["computed"];
  const note = (fault: Fault) => faults.push({ ...fault, code: "rules-invalid" });
  if (!Array.isArray(value)) {
    note(wrongValue(path, value, "must be a list of computed fields"));
    return [];
  }
  if (value.length > MOST_FIELDS) {
    const limit = `a strategy may have at most ${MOST_FIELDS} computed fields`;
    const text = `computed has ${value.length} entries, but ${limit}; remove some`;
    note({ path, limit, text, code: "rules-invalid" });
  }
  const names = new Set<string>();
  return value.slice(0, MOST_FIELDS).flatMap((entry: unknown, at) => {
    const own: Fault[] = [];
    const field = readField(entry, [...path, at], own);
    const name = field?.name.toLowerCase() ?? "";
    const limit = names.has(name)
      ? "must differ from the names before it"
      : "must not be a word of the rule language";
    if (names.has(name) || RESERVED_NAMES.has(name))
      own.push(wrongValue([...path, at, "name"], field?.name, limit));
    if (field !== null) names.add(name);
    own.forEach(note);
    return field === null ? [] : [field];
  });
}

function readField(entry: unknown, path: Path, faults: Fault[]): ComputedField | null {
  if (!isRecord(entry)) {
    faults.push(wrongValue(path, entry, "must be an object with name, language and source"));
    return null;
  }
  for (const key of Object.keys(entry)) {
    if (!KEYS.some((known) => known === key)) faults.push(unknownField([...path, key]));
  }
  const [name, found, source, off] = KEYS.map((key) => ownValue(entry, key));
  const language = LANGUAGES.find((one) => one === found);
  const isNamed = typeof name === "string" && NAME.test(name);
  const isShort = typeof source === "string" && hasAtMost(source, MOST_BYTES);
  if (!isNamed)
    faults.push(
      wrongValue(
        [...path, "name"],
        name,
        "must begin with a letter (a to z) and go on with letters, digits, _ and . to at most 40",
      ),
    );
  if (!language)
    faults.push(wrongValue([...path, "language"], found, "must be javascript, typescript or python"));
  if (typeof source !== "string") faults.push(wrongValue([...path, "source"], source, "must be text"));
  else if (!isShort) faults.push(tooLong([...path, "source"]));
  if (off !== undefined && typeof off !== "boolean")
    faults.push(wrongValue([...path, "off"], off, "must be true or false"));
  if (!isNamed || !language || !isShort) return null;
  return { name, language, source, ...(off === true && { off }) };
}

function tooLong(path: Path): Fault {
  const limit = `may have at most ${MOST_BYTES} bytes`;
  return { path, limit, text: `${placeOf(path)} is longer, but it ${limit}`, code: "rules-invalid" };
}

/** Whether a text has at most so many bytes as UTF-8. */
function hasAtMost(text: string, most: number): boolean {
  if (text.length > most) return false;
  let bytes = 0;
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
  }
  return bytes <= most;
}
