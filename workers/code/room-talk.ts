/** What is said with a room of any kind: blocks go out, numbers come back, and silence is told apart. */
import { err, ok } from "#workers/model/problem.ts";
import { firstFault } from "./first-fault.ts";
import { packBlocks } from "./pack-blocks.ts";
import type { CodeFault, CodeRoom, OpenRoom, RoomBars } from "./room.ts";
import type { FaultAnswer, RoomAnswer, RoomMessage } from "./room-messages.ts";
import { GIVEN_UP } from "./wanted-rooms.ts";

/** Of one instrument, by the wall clock; a room answers within 100 ms of what it has done. */
export const INSTRUMENT_MS = 2100;
/** For a room to be there. */
export const OPENING_MS = 15_000;
/**
 * For finding which instrument of a block a room fell silent at: one that never ends is named within it where the others are as
 * quick as they are for most sources, and nobody waits minutes for the name alone where each takes almost its whole time.
 */
const SEARCH_MS = 10_000;
/** Lines that are shown of what a source writes. */
export const MOST_LINES = 200;

/** That are with a room before it has answered the first of them: one that it works on, others on their way there and back. */
const BLOCKS_AHEAD = 8;

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

/**
 * A room that has been opened on the other end.
 *
 * @param openAgain - opens a fresh one of the same text
 * @param isWanted - asked between the instruments of the search for the one that a room fell silent at
 */
export function roomOf(
  talk: RoomTalk,
  openAgain: () => ReturnType<OpenRoom>,
  isWanted: () => Promise<boolean> = async () => true,
): CodeRoom {
  let isClosed = false;
  const close = (): void => {
    if (!isClosed) talk.close();
    isClosed = true;
  };
  const computeEach: CodeRoom["computeEach"] = async (instruments, onAnswer) => {
    const fault = await askEach(talk, instruments, onAnswer);
    if (fault === null) return ok(null);
    if (!("silence" in fault)) return err(fault);
    close(); // what never ends would take the time of whoever is asked next
    return err(await faultOfSilence(fault, openAgain, isWanted));
  };
  return {
    async compute(instruments) {
      const all: Float64Array[] = [];
      const done = await computeEach(instruments, (columns) => {
        all.push(...columns);
        return null;
      });
      return done.ok ? ok(all) : done;
    },
    computeEach,
    lines: () => talk.lines(),
    close,
  };
}

/** A room that says nothing more. It is at one of these instruments: quick ones are answered together. */
interface SilentRoom {
  readonly silence: Silence;
  readonly among: readonly RoomBars[];
}

/** @returns what ended it; null where all are answered */
async function askEach(
  talk: RoomTalk,
  instruments: Iterable<RoomBars>,
  onAnswer: (columns: readonly Float64Array[]) => CodeFault | null,
): Promise<CodeFault | SilentRoom | null> {
  const made: RoomBars[] = []; // for the next block
  const blocks = packBlocks(noteEach(instruments, made));
  const open: RoomBars[][] = []; // of each block that was sent: what is not answered of it
  const sendNext = () => {
    const { value } = blocks.next();
    if (!value) return;
    open.push(made.splice(0, value.instruments.length));
    talk.send(value);
  };
  for (let block = 0; block < BLOCKS_AHEAD; block++) sendNext();
  for (let [first] = open; first; [first] = open) {
    // oxlint-disable-next-line no-await-in-loop -- answers come one after the other
    const answer = await talk.answer();
    if (typeof answer === "string") return { silence: answer, among: first };
    if (answer.type !== "numbers") return faultOf(answer, first[0]?.symbol ?? null);
    const some = first.splice(0, answer.instruments);
    const columns = columnsIn(answer.numbers, some);
    if (some.length !== answer.instruments || columns === null) {
      throw new Error("room-talk: the room answered of other instruments than it was sent");
    }
    if (first.length === 0) {
      open.shift();
      sendNext(); // the room is not to wait for what is done with its numbers here
    }
    const late = onAnswer(columns);
    if (late) return late;
  }
  return null;
}

function* noteEach(instruments: Iterable<RoomBars>, noted: RoomBars[]): Generator<RoomBars> {
  for (const bars of instruments) {
    noted.push(bars);
    yield bars;
  }
}

/** Names the instrument: where it may have been one of several, each of them is asked about again, one at a time. */
async function faultOfSilence(
  { silence, among }: SilentRoom,
  openAgain: () => ReturnType<OpenRoom>,
  isWanted: () => Promise<boolean>,
): Promise<CodeFault> {
  const [first, last] = [among[0]?.symbol ?? "", among.at(-1)?.symbol ?? ""];
  if (among.every(({ symbol }) => symbol === first)) return faultOf(silence, first);
  const { code, text } = faultOf(silence, null);
  const range = `on one of the instruments ${first} to ${last},`;
  const notFound: CodeFault = { code, text: `${range} ${text}` };
  if (!(await isWanted())) return GIVEN_UP;
  const opened = await openAgain();
  if (!opened.ok) return notFound;
  const end = performance.now() + SEARCH_MS;
  const found = await firstFault(among, async (bars) => {
    if (!(await isWanted())) return GIVEN_UP;
    if (performance.now() >= end) return notFound;
    const asked = await opened.value.compute([bars]);
    return asked.ok ? null : asked.problem;
  });
  opened.value.close();
  return found ?? { code, text: `${range} but on none of them alone, ${text}` };
}

/** null where there are more or fewer. */
function columnsIn(numbers: Float64Array, instruments: readonly RoomBars[]): Float64Array[] | null {
  let at = 0;
  const columns = instruments.map(({ length }) => numbers.subarray(at, (at += length)));
  return at === numbers.length ? columns : null;
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
  if (answer.type === "fault") return { code: answer.code, text: withMend(answer), ...placeOf(answer) };
  throw new Error(`room-talk: the room said "${answer.type}" out of turn`);
}

/** What a room finds wrong, with what to do about it; an exception says for itself what is wrong at its place. */
function withMend({ code, text }: FaultAnswer): string {
  const mend =
    code === "rules-unknown-name"
      ? "ask for a fact that the dataset has, by its whole name in quotes"
      : MENDS.find(([begin]) => text.startsWith(begin))?.[1];
  return mend === undefined ? text : `${text}: ${mend}`;
}

const MENDS = [
  ["compute gave back", "let it return an array with one number for each bar"],
  ["there is no function compute", "write compute(bars) there, outside of anything else"],
  ["ModuleNotFoundError: No module named", "add its wheel under Python in the settings, or do without it"],
  ["Python needed more than", "keep fewer numbers at a time"],
  ["this engine does not let go of", "use a newer version of the browser, or of Node"],
] as const;

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
