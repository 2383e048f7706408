/**
 * The room of a browser, as the engine's worker sees it: a worker of an opaque origin in a frame that the page makes
 * (room-frames.ts). Columns and numbers go over a port between the two workers. What takes too long, or died, is noticed here.
 */
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { RoomNews } from "#workers/model/code-room.ts";
import { HARNESS_TEXT } from "./harness-text.ts";
import { readAnswer } from "./read-answer.ts";
import type { CodeFault, OpenRoom } from "./room.ts";
import { createFramePool } from "./room-frames.ts";
import type { AskPage, FramePool, RoomFrame } from "./room-frames.ts";
import { HARNESS_RUNS } from "./room-messages.ts";
import type { RoomAnswer } from "./room-messages.ts";
import { INSTRUMENT_MS, MOST_LINES, OPENING_MS, openingFault, roomOf } from "./room-talk.ts";
import type { RoomTalk } from "./room-talk.ts";

/** For the page of a room to say that it lives. */
const PULSE_MS = 1500;
/** A timer later than this means that the device slept, and the room with it. */
const SLEPT_MS = 2000;
const MOST_LETTERS = 1_000_000;

/** One for all of a worker: each keeps an interpreter warm, which takes memory. */
let python: Promise<OpenRoom> | null = null;

/** Rooms of a page that is asked by `ask`. Load this module when a strategy has code: most have none. */
export function browserRooms(ask: AskPage): OpenRoom {
  const frames = createFramePool(ask, scriptOf(HARNESS_TEXT));
  const open: OpenRoom = async (field, isWanted) => {
    const { name, language, source } = field;
    if (language === "python") return (await (python ??= openPython(ask)))(field, isWanted);
    const talk = await openTalk(frames);
    if (!talk.ok) return talk;
    const room = talk.value;
    room.send({ type: "open", name, source });
    const opened = await room.answer();
    if (typeof opened !== "string" && opened.type === "opened")
      return ok(roomOf(room, () => open(field), isWanted));
    room.close();
    return err(openingFault(opened, INSTRUMENT_MS));
  };
  return open;
}

async function openPython(ask: AskPage): Promise<OpenRoom> {
  const { browserPython, PYTHON_HARNESS_TEXT } = await import("./python/browser-python.ts");
  const frames = createFramePool(ask, scriptOf(PYTHON_HARNESS_TEXT));
  return browserPython(() => openTalk(frames));
}

function scriptOf(harness: string): string {
  return `${harness}.startInWorker()\n//# sourceURL=room.js`;
}

/** A room in which the harness runs and nothing of a person. */
async function openTalk(frames: FramePool): Promise<Result<RoomTalk, CodeFault>> {
  const room = startRoom(frames);
  const start = await room.start;
  if (start === "started") return ok(room);
  room.close();
  return err(unavailable(start));
}

type Start = "started" | RoomNews | "no-answer";

interface StartedRoom extends RoomTalk {
  /** The harness runs, or why not. */
  readonly start: Promise<Start>;
}

function startRoom(frames: FramePool): StartedRoom {
  const frame = frames.take();
  const work = frame.takeWorker();
  const answers: RoomAnswer[] = [];
  let written = "";
  let wake: (() => void) | null = null;
  let unanswered = 0; // the text itself, and instruments
  work.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (data === HARNESS_RUNS) return;
    const answer = readAnswer(data);
    if (answer.type !== "fault") unanswered -= answer.type === "numbers" ? answer.instruments : 1;
    if (written.length < MOST_LETTERS) written += answer.lines;
    answers.push(answer);
    wake?.();
  });
  work.start();
  const start = within<Start>(OPENING_MS, (settle) => {
    void frame.refused.then(settle);
    work.addEventListener("message", () => settle("started"), { once: true });
  });
  const someAnswer = (ms: number) =>
    within<"answered">(ms, (settle) => {
      wake = () => settle("answered");
      if (answers.length > 0) wake();
    });
  return {
    start,
    send(message) {
      if (message.type !== "pack") unanswered += message.type === "block" ? message.instruments.length : 1;
      work.postMessage(message, "bytes" in message ? [message.bytes] : []);
    },
    async answer(mostMs = INSTRUMENT_MS) {
      let begun = performance.now();
      // oxlint-disable-next-line no-await-in-loop -- once more only where the device slept meanwhile
      while ((await someAnswer(mostMs)) === "no-answer") {
        if (performance.now() - begun < mostMs + SLEPT_MS) break;
        begun = performance.now();
      }
      const life = answers.length > 0 ? "answered" : await doesLive(frame, (then) => (wake = then));
      return answers.shift() ?? (life === "alive" ? "alive" : "dead");
    },
    lines: () => written.split("\n", MOST_LINES + 1).slice(0, -1),
    close() {
      work.close();
      if (unanswered === 0) frames.giveBack(frame);
      else frame.remove();
    },
  };
}

function doesLive(
  frame: RoomFrame,
  onAnswer: (then: () => void) => void,
): Promise<"answered" | "alive" | "no-answer"> {
  return within(PULSE_MS, (settle) => {
    onAnswer(() => settle("answered"));
    frame.pulse(() => settle("alive"));
  });
}

function unavailable(start: Start): CodeFault {
  const why =
    start === "origin-not-null"
      ? "the app's service worker, which shuts it off from everything else, does not run yet: load the page again"
      : "the room for it did not open: load the page again";
  return { code: "code-unavailable", text: why };
}

/** What `listen` settles with, or "no-answer" when the time is over. */
function within<T extends string>(
  ms: number,
  listen: (settle: (value: T) => void) => void,
): Promise<T | "no-answer"> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve("no-answer"), ms);
    listen((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}
