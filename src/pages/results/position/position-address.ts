/** Which position of a run the address names: `position=INSTRUMENT,ENTRY-DATE`. */
import type { Position } from "#workers/model/report.ts";

const PARAMETER = "position";

/** Of the run's page, with the chart of a position or without. */
export function resultAddress(runId: string, position: Position | null): string {
  const params = new URLSearchParams({ run: runId });
  if (position) params.set(PARAMETER, positionKey(position));
  return `/simulation-result?${params.toString()}`;
}

/** No instrument is bought twice on one day. */
export function positionKey({ instrument, entryDate }: Position): string {
  return `${instrument},${entryDate}`;
}

/** The key that the address names; null where it names none. */
export function namedPosition(params: URLSearchParams): string | null {
  return params.get(PARAMETER);
}
