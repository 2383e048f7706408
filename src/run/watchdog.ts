/** Notices a silent worker: one that died or hangs sends no event, so only its silence tells. */
import { HEARTBEAT, LONG_STEP } from "#workers/model/protocol.ts";

export interface Watchdog {
  /** Something arrived from the worker; its own beats and announcements set how long it may be silent. */
  noteLife(message?: unknown): void;
  /** The worker's program is there and runs. */
  noteLoaded(): void;
  /** Call every TICK_MS; true when the worker has been silent for longer than it may. */
  isSilent(): boolean;
}

export const TICK_MS = 500;
const SILENCE_MS = 5000;

/** Until the worker's program is there: on a slow line it comes long after the page. */
const LOADING_MS = 30_000;

/** During a step that the worker announced: the market of a whole country on a slow device takes that long. */
const LONG_STEP_MS = 60_000;

/** A tick later than this means that the page itself slept (closed lid, throttled tab), and its worker with it. */
const LATE_MS = 2000;

/**
 * Starts counting now, and anew whenever a tick comes late: messages of a page that slept are still on their way.
 *
 * @param now - milliseconds, never going back
 * @param isLoaded - whether the worker's program is there already
 */
export function createWatchdog(now: () => number, isLoaded: boolean): Watchdog {
  let lastLife = now();
  let lastTick = lastLife;
  let patience = isLoaded ? SILENCE_MS : LOADING_MS;
  return {
    noteLife(message) {
      lastLife = now();
      if (message === LONG_STEP) patience = LONG_STEP_MS;
      if (message === HEARTBEAT) patience = SILENCE_MS;
    },
    noteLoaded() {
      patience = SILENCE_MS;
    },
    isSilent() {
      const time = now();
      if (time - lastTick > LATE_MS) lastLife = time;
      lastTick = time;
      return time - lastLife >= patience;
    },
  };
}
