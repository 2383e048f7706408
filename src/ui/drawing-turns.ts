/**
 * The heavy parts of a page are drawn one a frame, in its idle moments and the ones in sight first: a page with many of
 * them answers meanwhile.
 */
import { afterNextFrame } from "./next-frame.ts";

interface Turn {
  readonly host: HTMLElement | null;
  readonly draw: () => void;
}

/** A page that is never idle draws all the same. */
const PATIENCE_MS = 300;

const waiting = new Set<Turn>();
let isComing = false;

/**
 * Calls `draw` when it is its turn; the returned function calls it off.
 *
 * @param host - what is drawn into; null for what is below all that is in sight and above the rest
 */
export function awaitTurn(host: HTMLElement | null, draw: () => void): () => void {
  const turn = { host, draw };
  waiting.add(turn);
  comeSoon();
  return () => waiting.delete(turn);
}

/** What was drawn last is painted first. */
function comeSoon(): void {
  if (isComing || waiting.size === 0) return;
  isComing = true;
  afterNextFrame(() => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(takeNext, { timeout: PATIENCE_MS });
    else setTimeout(takeNext); // Safari
  });
}

function takeNext(): void {
  isComing = false;
  const next = [...waiting].toSorted((a, b) => distanceOf(a) - distanceOf(b))[0];
  if (!next) return;
  waiting.delete(next);
  next.draw();
  comeSoon();
}

/** Pixels from what is in sight; 0 within. */
function distanceOf({ host }: Turn): number {
  if (!host) return 1;
  const { top, bottom } = host.getBoundingClientRect();
  return Math.max(0, top - globalThis.innerHeight, -bottom);
}
