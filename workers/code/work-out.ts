/** Works out a field's numbers for some instruments in one room. */
import type { CheckedField } from "./check-field.ts";
import type { FieldFault } from "./field-problem.ts";
import type { BarsOf } from "./room-bars.ts";
import type { OpenRoom, RoomBars } from "./room.ts";

export interface WorkTools {
  readonly openRoom: OpenRoom;
  /** Milliseconds, never going back. */
  readonly now: () => number;
  /** Told how many of the instruments are done. */
  readonly onDone: (done: number) => void;
}

const LEAST_TIME_MS = 120_000;
const TIME_AN_INSTRUMENT_MS = 10;

/** Writes the numbers to where `valuesOf` says; what was written before a fault is no result. */
export async function workOut(
  { room, barsOf, valuesOf }: CheckedField,
  instruments: readonly number[],
  { openRoom, now, onDone }: WorkTools,
): Promise<FieldFault | null> {
  const mostMs = Math.max(LEAST_TIME_MS, TIME_AN_INSTRUMENT_MS * instruments.length);
  const opened = await openRoom(room);
  if (!opened.ok) return opened.problem;
  const began = now();
  let done = 0;
  try {
    const worked = await opened.value.computeEach(barsOfEach(instruments, barsOf), (columns) => {
      for (const values of columns) valuesOf(instruments[done++] ?? 0).set(values);
      onDone(done);
      if (now() - began <= mostMs) return null;
      const text = `it took more than ${mostMs / 1000} s for ${done} of ${instruments.length} instruments: make it quicker, or scan fewer instruments`;
      return { code: "code-too-slow", text };
    });
    return worked.ok ? null : worked.problem;
  } finally {
    opened.value.close();
  }
}

function* barsOfEach(instruments: readonly number[], barsOf: BarsOf): Generator<RoomBars> {
  for (const instrument of instruments) yield barsOf(instrument);
}
