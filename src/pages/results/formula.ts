/** Parts of an explanation: the numbers of a formula with just so many decimals that it gives the figure shown. */

/** The first of these numbers of decimals that holds; null where none does. */
export function fewestDecimals<const Places extends number>(
  choices: readonly Places[],
  holds: (places: Places) => boolean,
): Places | null {
  return choices.find((places) => holds(places)) ?? null;
}

/** The value as it is written with so many decimals. */
export function rounded(value: number, places: number): number {
  return Number(value.toFixed(places));
}

/** Paragraphs; "" is none. */
export function lines(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n");
}
