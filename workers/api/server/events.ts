/** Server-sent events of one piece of work, until it is over. */
import { PassThrough } from "node:stream";

export interface WorkEvent {
  readonly number: number;
  readonly isLast: boolean;
  /** The record. */
  readonly data: object;
}

export interface EventSource {
  /** What the caller has seen already, from a connection before; 0 for nothing. */
  readonly lastSeen: number;
  /** Tells the present state, then each change; returns what ends that. */
  readonly follow: (tell: (event: WorkEvent) => void) => () => void;
  readonly stopping: AbortSignal;
}

const COMMENT_MS = 15_000;
/** Progress that a slow reader has not taken is left out beyond this. */
const MOST_WAITING_BYTES = 65_536;

export function eventsOf({ lastSeen, follow, stopping }: EventSource): PassThrough {
  const stream = new PassThrough();
  stream.write(": \n\n"); // the headers go out at once
  const comment = setInterval(() => stream.write(": \n\n"), COMMENT_MS);
  let isOver = false;
  let seen = lastSeen; // who comes while a change is written is told it at once, and when it is
  let unfollow: (() => void) | null = null;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    clearInterval(comment);
    stopping.removeEventListener("abort", end);
    unfollow?.();
    stream.end();
  };
  stopping.addEventListener("abort", end);
  stream.on("close", end);
  unfollow = follow(({ number, isLast, data }) => {
    if (isOver) return;
    const isLate = !isLast && stream.writableLength > MOST_WAITING_BYTES;
    if (number > seen && !isLate) {
      seen = number;
      const name = isLast ? "done" : "progress";
      stream.write(`id: ${number}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    }
    if (isLast) end();
  });
  if (isOver) unfollow();
  return stream;
}
