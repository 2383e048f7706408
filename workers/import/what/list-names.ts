/** A list of names for a sentence: the first few, and how many more there are. */

const SHOWN = 5;

/** `A, B, C, D, E and 7 more`. */
export function listNames(names: readonly string[]): string {
  const others = names.length - SHOWN;
  return `${names.slice(0, SHOWN).join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
}
