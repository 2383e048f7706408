/** What of a text can be seen: a name of nothing else is blank, and two symbols that differ in nothing else look the same. */

/** Controls, marks of direction, and what else takes no ink. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** The first character that can't be seen; null for none. Blanks can. */
export function unseenIn(text: string): string | null {
  return text.match(UNSEEN)?.[0] ?? null;
}

/** True for a text in which there is nothing to be seen. */
export function isBlank(text: string): boolean {
  return text.replaceAll(UNSEEN, "").trim() === "";
}
