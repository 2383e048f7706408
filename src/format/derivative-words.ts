/** What a simulation makes of futures and options. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["FUTURES", "Futures"],
  ["OPTIONS", "Options"],
]);

/** One sentence; null for what is bought whole and kept, such as shares. */
export function derivativeWords(instrumentType: string): string | null {
  const name = NAMES.get(instrumentType);
  return name === undefined
    ? null
    : `${name} are simulated as if they were shares: bought at their full price, without lots, margin, roll or expiry.`;
}
