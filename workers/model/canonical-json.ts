/** JSON of which every value has one form only, so that a hash of it can be taken: RFC 8785 (JCS). */

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/**
 * Keys in the order of their UTF-16 code units, no space, numbers and texts as ECMAScript writes them. Fields that are
 * undefined are left out.
 *
 * @throws RangeError for what RFC 8785 has no form for: numbers that are not finite, halves of surrogate pairs
 */
export function canonicalJson(value: Json): string {
  if (typeof value === "number") return numberText(value);
  if (typeof value === "string") return stringText(value);
  if (value === null || typeof value === "boolean") return String(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members: string[] = [];
  for (const key of Object.keys(value).toSorted(byCodeUnits)) {
    const member = value[key];
    if (member !== undefined) members.push(`${stringText(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(",")}}`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`canonical JSON has no form for ${value}`);
  return JSON.stringify(value);
}

/** Halves of pairs, which alone are no sign. */
const LONE_SURROGATE = /\p{Surrogate}/u;

function stringText(text: string): string {
  if (LONE_SURROGATE.test(text)) throw new RangeError("canonical JSON has no form for half a surrogate pair");
  return JSON.stringify(text);
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
