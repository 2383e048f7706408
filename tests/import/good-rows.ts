/** Sixty good rows, and ways to write them otherwise. */

export const HEADER: string = "date,open,high,low,close,volume\n";
export const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** So many weekdays from a day on, as ISO dates. */
export function weekdays(count: number, first: string = "2024-01-02"): string[] {
  const days: string[] = [];
  for (let at = 0; days.length < count; at++) {
    const date = new Date(Date.parse(first) + at * 86_400_000);
    if (date.getUTCDay() % 6 !== 0) days.push(date.toISOString().slice(0, 10));
  }
  return days;
}

export const goodLines: string[] = weekdays(60).map(
  (day, at) => `${day},${100 + at}.5,${103 + at}.25,${99 + at},${101 + at}.75,${1000 + at}`,
);
export const good: string = `${HEADER}${goodLines.join("\n")}\n`;
/** The good rows with something done to each. */
export const rewritten = (write: (cells: string[], at: number) => string): string =>
  goodLines.map((line, at) => write(line.split(","), at)).join("\n");
export const dmy = (iso: string): string => iso.split("-").toReversed().join("/");
export const commas = (cell: string): string => cell.replace(".", ",");
