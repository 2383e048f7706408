/** What of a run the address shows: `position=INSTRUMENT,ENTRY-DATE` its chart, `period=...` a part of the run. */
import type { Position } from "#workers/model/report.ts";

const POSITION = "position";
const PERIOD = "period";

/**
 * Of the run's page, with the chart of a position or without.
 *
 * @param period - see shown-range.ts; null for the whole run
 */
export function resultAddress(runId: string, position: Position | null, period: string | null): string {
  const params = new URLSearchParams({ run: runId });
  if (period !== null) params.set(PERIOD, period);
  if (position) params.set(POSITION, positionKey(position));
  return `/simulation-result?${params.toString()}`;
}

/** No instrument is bought twice on one day. */
export function positionKey({ instrument, entryDate }: Position): string {
  return `${instrument},${entryDate}`;
}

/** The key that the address names; null where it names none. */
export function namedPosition(params: URLSearchParams): string | null {
  return params.get(POSITION);
}

/** The period that the address names; null where it names none. */
export function namedPeriod(params: URLSearchParams): string | null {
  return params.get(PERIOD);
}
