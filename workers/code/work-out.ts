/** Works out a field's numbers for some instruments in one room. */
import type { CheckedField } from "./check-field.ts";
import type { FieldFault } from "./field-problem.ts";
import { sizeOf } from "./pack-blocks.ts";
import type { CodeFault, OpenRoom, RoomBars } from "./room.ts";

export interface WorkTools {
  readonly openRoom: OpenRoom;
  /** Milliseconds, never going back. */
  readonly now: () => number;
  /** Told how many of the instruments are done. */
  readonly onDone: (done: number) => void;
}

const LEAST_TIME_MS = 120_000;
const TIME_AN_INSTRUMENT_MS = 10;
/** What is made ready for a room while it works on what came before; it goes there in blocks. */
const BATCH_BYTES = 4 * 2 ** 20;

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
  let next = 0;
  const takeBatch = (): RoomBars[] => {
    const batch: RoomBars[] = [];
    for (let bytes = 0; next < instruments.length && bytes < BATCH_BYTES; next++) {
      const bars = barsOf(instruments[next] ?? 0);
      batch.push(bars);
      bytes += sizeOf(bars);
    }
    return batch;
  };
  let done = 0;
  const tell = (ofBatch: number): CodeFault | null => {
    onDone(done + ofBatch);
    if (now() - began <= mostMs) return null;
    const text = `it took more than ${mostMs / 1000} s for ${done + ofBatch} of ${instruments.length} instruments: make it quicker, or scan fewer instruments`;
    return { code: "code-too-slow", text };
  };
  try {
    for (let batch = takeBatch(); batch.length > 0;) {
      const working = opened.value.compute(batch, tell);
      batch = takeBatch(); // while the room works
      // oxlint-disable-next-line no-await-in-loop -- a room works on one batch at a time
      const found = await working;
      if (!found.ok) return found.problem;
      for (const values of found.value) valuesOf(instruments[done++] ?? 0).set(values);
      const late = tell(0);
      if (late) return late;
    }
  } finally {
    opened.value.close();
  }
  return null;
}
