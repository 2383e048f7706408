/** Ends an upload of which nothing comes. */

/** An upload on its way. */
export interface Incoming {
  /** All bytes of it that came so far. */
  readonly bytes: () => number;
  readonly isWhole: () => boolean;
  /** Ends it for whoever reads it. */
  readonly stop: () => void;
}

export interface IdleWatch {
  /** Whether it was stopped. */
  isOver(): boolean;
  end(): void;
}

/** So often it is looked at within the limit: it ends at the limit, or by one part of so many later. */
const LOOKS = 60;

/** @param idleMs - without a byte */
export function watchIdle(incoming: Incoming, idleMs: number): IdleWatch {
  let seen = incoming.bytes();
  let looksLeft = LOOKS;
  let isOver = false;
  const timer = setInterval(() => {
    const now = incoming.bytes();
    if (now !== seen || incoming.isWhole()) {
      seen = now;
      looksLeft = LOOKS;
      return;
    }
    looksLeft--;
    if (looksLeft > 0) return;
    isOver = true;
    clearInterval(timer);
    incoming.stop();
  }, idleMs / LOOKS);
  return { isOver: () => isOver, end: () => clearInterval(timer) };
}
