/** Blocks in the order in which they came, one instrument a task: what its promises do is done before the next begins. */
import type { BlockInstrument, BlockMessage } from "../room-messages.ts";

interface Work {
  /** A block begins; its instruments have so many bars in all. */
  begin(bars: number): void;
  /** @returns where in the block's bytes the next instrument begins; null ends all work */
  compute(bytes: ArrayBuffer, from: number, instrument: BlockInstrument): number | null;
  /** Called in the task after an instrument's. */
  done(isLast: boolean): void;
}

/** A block that waits for its turn; an array of them would ask Array.prototype. */
interface Waiting {
  readonly block: BlockMessage;
  next: Waiting | null;
}

/** Gives what takes the blocks. */
export function inTurn(
  inNextTask: (step: () => void) => () => void,
  work: Work,
): (block: BlockMessage) => void {
  let current: Waiting | null = null;
  let last: Waiting | null = null;
  let place = 0; // of the next instrument in its block
  let from = 0; // of its columns in the block's bytes

  const begin = (waiting: Waiting): void => {
    const { instruments } = waiting.block;
    let bars = 0;
    for (let at = 0; at < instruments.length; at++) bars += instruments[at]?.length ?? 0;
    current = waiting;
    place = 0;
    from = 0;
    work.begin(bars);
    goOn();
  };
  const step = (): void => {
    if (current === null) return;
    const { bytes, instruments } = current.block;
    const { length } = instruments;
    if (place > 0) work.done(place === length);
    const instrument = place < length ? instruments[place] : undefined;
    if (!instrument) {
      const { next } = current;
      current = null;
      if (next === null) last = null;
      else begin(next);
      return;
    }
    const end = work.compute(bytes, from, instrument);
    if (end === null) return;
    from = end;
    place += 1;
    goOn();
  };
  const goOn = inNextTask(step);

  return (block) => {
    const waiting: Waiting = { block, next: null };
    if (last === null) begin(waiting);
    else last.next = waiting;
    last = waiting;
  };
}
