/** What is said with a room of any kind: blocks go out, numbers come back, and silence is told apart. */
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { packBlocks } from "./pack-blocks.ts";
import type { CodeFault, CodeRoom, RoomBars } from "./room.ts";
import type { FaultAnswer, RoomAnswer, RoomMessage } from "./room-messages.ts";

/** Of one instrument, by the wall clock; a room answers within 100 ms of what it has done. */
export const INSTRUMENT_MS = 2100;
/** For a room to be there. */
export const OPENING_MS = 15_000;
/** Of what a source writes, that are shown. */
export const MOST_LINES = 200;

const BLOCKS_AHEAD = 2;

/** How a room that does not answer is. */
export type Silence = "alive" | "dead";

export interface RoomTalk {
  send(message: RoomMessage): void;
  /**
   * The next answer, or what is known of the room after it was silent for longer than that: by itself the time that an
   * instrument may take. One call at a time.
   */
  answer(mostMs?: number): Promise<RoomAnswer | Silence>;
  lines(): readonly string[];
  close(): void;
}

/** A room that has been opened on the other end. */
export function roomOf(talk: RoomTalk): CodeRoom {
  return {
    compute: (instruments, onAnswer) => computeIn(talk, instruments, onAnswer),
    lines: () => talk.lines(),
    close: () => talk.close(),
  };
}

async function computeIn(
  talk: RoomTalk,
  instruments: readonly RoomBars[],
  onAnswer: (done: number) => CodeFault | null = () => null,
): Promise<Result<readonly Float64Array[], CodeFault>> {
  const blocks = packBlocks(instruments);
  let sent = 0;
  const sendNext = () => {
    const { value } = blocks.next();
    if (!value) return;
    sent += value.instruments.length;
    talk.send(value);
    ends.push(sent);
  };
  const ends: number[] = []; // of each block sent and not yet answered: how many instruments were sent with it
  for (let block = 0; block < BLOCKS_AHEAD; block++) sendNext();
  const columns: Float64Array[] = [];
  while (columns.length < instruments.length) {
    // oxlint-disable-next-line no-await-in-loop -- answers come one after the other
    const answer = await talk.answer();
    if (typeof answer === "string" || answer.type !== "numbers") {
      return err(faultOf(answer, instruments[columns.length]?.symbol ?? null));
    }
    const some = instruments.slice(columns.length, columns.length + answer.instruments);
    const bars = some.reduce((sum, { length }) => sum + length, 0);
    if (some.length !== answer.instruments || bars !== answer.numbers.length) {
      throw new Error("room-talk: the room answered of other instruments than it was sent");
    }
    let at = 0;
    for (const { length } of some) {
      columns.push(answer.numbers.subarray(at, at + length));
      at += length;
    }
    const late = columns.length < instruments.length ? onAnswer(columns.length) : null;
    if (late) return err(late);
    while (ends.length > 0 && (ends[0] ?? 0) <= columns.length) {
      ends.shift();
      sendNext();
    }
  }
  return ok(columns);
}

/** What ended its work on an instrument, in words. @param symbol - of the one it was at, where it did not say */
export function faultOf(answer: RoomAnswer | Silence, symbol: string | null): CodeFault {
  if (answer === "alive") {
    const text = `it was not done within the ${seconds(INSTRUMENT_MS)} that an instrument may take: go through its bars fewer times`;
    return { code: "code-too-slow", text, ...placeOf({ symbol }) };
  }
  if (answer === "dead") {
    const text = "what ran it died, most often for want of memory: keep fewer numbers at a time";
    return { code: "code-too-big", text, ...placeOf({ symbol }) };
  }
  if (answer.type === "fault") return { code: answer.code, text: answer.text, ...placeOf(answer) };
  throw new Error(`room-talk: the room said "${answer.type}" out of turn`);
}

/** What ended a text while it was read, before any instrument. @param mostMs - what it had */
export function openingFault(answer: RoomAnswer | Silence, mostMs: number): CodeFault {
  if (answer !== "alive") return faultOf(answer, null);
  const text = `what stands outside of compute was not done within ${seconds(mostMs)}: move it into compute, or do less there`;
  return { code: "code-too-slow", text };
}

/** Without what a room takes to answer. */
function seconds(ms: number): string {
  return `${Math.floor(ms / 1000)} seconds`;
}

function placeOf({ symbol, line, column }: Partial<Pick<FaultAnswer, "symbol" | "line" | "column">>) {
  return {
    ...(symbol === null || symbol === undefined ? {} : { symbol }),
    ...(line ? { line } : {}),
    ...(column ? { column } : {}),
  };
}
