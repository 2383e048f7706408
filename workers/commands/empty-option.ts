/** What every command refuses alike: an option of the instruments that is there and says nothing. */

const NAMED = ["exchange", "instrument-type"] as const;

/** What is wrong, with the mend; null where nothing is. */
export function emptyOption(
  values: Partial<Readonly<Record<(typeof NAMED)[number], string | undefined>>>,
): string | null {
  const name = NAMED.find((one) => values[one]?.trim() === "");
  return name === undefined ? null : `--${name} is empty: name one, or leave the option out`;
}
