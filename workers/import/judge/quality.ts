/** What a file's bars show that a person should know, as sentences for the command line. */
import { parseIsoDay } from "#workers/model/day.ts";
import type { InstrumentQuality } from "#workers/model/quality.ts";

const MAX_TOLD = 5;

/** Days from the first to the last that is missing: a gap of about a year, whatever the frequency. */
const LONG_GAP = 340;

/** Sentences on suspected splits, gaps of years, standing prices and days that have not come yet. */
export function qualityWarnings(quality: readonly InstrumentQuality[]): string[] {
  const splits = quality.flatMap((one) =>
    one.splits.map(({ date, fraction }) => `${one.symbol} ${date} (${fraction})`),
  );
  const gaps = quality.flatMap((one) =>
    one.gaps
      .filter(({ from, to }) => (parseIsoDay(to) ?? 0) - (parseIsoDay(from) ?? 0) >= LONG_GAP)
      .map(({ from, to }) => `${one.symbol} ${from} to ${to}`),
  );
  const stale = quality.flatMap((one) => one.stale.map(({ from, to }) => `${one.symbol} ${from} to ${to}`));
  const future = quality.reduce((sum, { futureBars }) => sum + futureBars, 0);
  return [
    ...told("Overnight jumps like those of splits that were not adjusted", splits),
    ...told("No bars for a year or more between others", gaps),
    ...told("Closes that stay the same for 60 bars or more", stale),
    ...(future > 0 ? [`${future} bars lie in the future.`] : []),
  ];
}

function told(what: string, places: readonly string[]): string[] {
  if (places.length === 0) return [];
  const more = places.length > MAX_TOLD ? ` and ${places.length - MAX_TOLD} more` : "";
  return [`${what}: ${places.slice(0, MAX_TOLD).join(", ")}${more}.`];
}
