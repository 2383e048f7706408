/** What the worker posts beside its answers, so that the page can tell a long step from a dead thread. */
import { HEARTBEAT, LONG_STEP } from "../model/protocol.ts";

const HEARTBEAT_MS = 1000;

/** Beats every second from now on, whenever the thread has a moment. */
export function startHeartbeat(): void {
  setInterval(beat, HEARTBEAT_MS);
}

/** Says that the thread lives; ends what announceLongStep said. */
export function beat(): void {
  postMessage(HEARTBEAT);
}

/** To be called before a step during which the thread can't beat. */
export function announceLongStep(): void {
  postMessage(LONG_STEP);
}
