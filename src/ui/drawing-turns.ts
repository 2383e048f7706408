/**
 * Charts of one page are drawn one at a time, each in an idle moment of its own and the ones in sight first: a page
 * with many of them answers meanwhile.
 */

interface Turn {
  readonly host: HTMLElement;
  readonly draw: () => void;
}

/** A page that is never idle draws all the same. */
const PATIENCE_MS = 300;

const waiting = new Set<Turn>();
let isComing = false;

/** Calls `draw` when it is the turn of its place on the page; the returned function calls it off. */
export function awaitTurn(host: HTMLElement, draw: () => void): () => void {
  const turn = { host, draw };
  waiting.add(turn);
  comeSoon();
  return () => waiting.delete(turn);
}

function comeSoon(): void {
  if (isComing || waiting.size === 0) return;
  isComing = true;
  if ("requestIdleCallback" in globalThis) requestIdleCallback(takeNext, { timeout: PATIENCE_MS });
  else setTimeout(takeNext); // Safari
}

function takeNext(): void {
  isComing = false;
  const next = [...waiting].toSorted((a, b) => distanceOf(a) - distanceOf(b))[0];
  if (!next) return;
  waiting.delete(next);
  comeSoon();
  next.draw();
}

/** Pixels from what is in sight; 0 within. */
function distanceOf({ host }: Turn): number {
  const { top, bottom } = host.getBoundingClientRect();
  return Math.max(0, top - globalThis.innerHeight, -bottom);
}
