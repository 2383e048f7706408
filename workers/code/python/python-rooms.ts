/**
 * Rooms of Python, of whatever kind the rooms below are: each needs Pyodide's files before anything can run there. A
 * room that has them is kept warm: when its text is done it makes a fresh interpreter, which takes a tenth of the time,
 * and waits for the next. Nothing of one text is left for another.
 */
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { PackFile } from "#workers/python/pack-file.ts";
import type { RoomAnswer } from "../room-messages.ts";
import { faultOf, openingFault, roomOf } from "../room-talk.ts";
import type { RoomTalk, Silence } from "../room-talk.ts";
import type { CodeFault, OpenRoom } from "../room.ts";

export interface PythonGround {
  /** A room in which nothing is, with Python's harness. */
  readonly openTalk: () => Promise<Result<RoomTalk, CodeFault>>;
  readonly loadPack: () => Promise<Result<readonly PackFile[], CodeFault>>;
  /** Changes where the pack does: a warm room of another pack is of no use. */
  readonly packKey?: () => Promise<string>;
  /** Called as the first interpreter of a room is begun, and with what came of it. */
  readonly onStarting?: (stage: "starting" | "ready" | "failed") => void;
  /** A room that nobody used for so long goes. */
  readonly idleMs: number;
}

const PART_BYTES = 1_048_576;
/** The contract's: for Python to start, on a slow device. */
const STARTING_MS = 30_000;
/** For the text itself, which may import packages: a large one takes seconds. */
const OPENING_MS = 15_000;
const MOST_LINES = 200;
/** Memory of interpreters that are over is given back as the engine likes; a room that had so many goes. */
const MOST_TEXTS = 32;

interface WarmRoom {
  readonly talk: RoomTalk;
  /** What its fresh interpreter said first. */
  started: Promise<RoomAnswer | Silence>;
  texts: number;
  readonly key: string;
}

export function pythonRooms(ground: PythonGround): OpenRoom {
  const { openTalk, loadPack, packKey = async () => "", onStarting = () => {}, idleMs } = ground;
  const idle: WarmRoom[] = [];
  let goes: ReturnType<typeof setTimeout> | undefined;

  const makeRoom = async (key: string): Promise<Result<WarmRoom, CodeFault>> => {
    const pack = await loadPack();
    if (!pack.ok) return pack;
    onStarting("starting");
    const talk = await openTalk();
    if (!talk.ok) onStarting("failed");
    if (!talk.ok) return talk;
    for (const file of pack.value) sendFile(talk.value, file);
    return ok({ talk: talk.value, started: startIn(talk.value), texts: 0, key });
  };

  const takeIdle = (key: string): WarmRoom | undefined => {
    clearTimeout(goes);
    const room = idle.pop();
    if (!room || room.key === key) return room;
    room.talk.close();
    return undefined;
  };

  const open: OpenRoom = async (field, isWanted) => {
    const { name, source } = field;
    const key = await packKey();
    const kept = takeIdle(key);
    const made = kept ? ok(kept) : await makeRoom(key);
    if (!made.ok) return made;
    const room = made.value;
    const started = await room.started;
    const isThere = typeof started !== "string" && started.type === "started";
    if (!kept) onStarting(isThere ? "ready" : "failed");
    if (!isThere) {
      room.talk.close();
      return err(started === "alive" ? TOO_LONG : faultOf(started, null));
    }
    const talk = oneText(room, () => {
      room.texts += 1;
      if (room.texts >= MOST_TEXTS || idle.length > 0) return room.talk.close();
      room.started = startIn(room.talk);
      idle.push(room);
      goes = setTimeout(() => idle.pop()?.talk.close(), idleMs);
      if (typeof goes === "object") goes.unref(); // in Node: a command does not wait for it
    });
    talk.send({ type: "open", name, source });
    const opened = await talk.answer(OPENING_MS);
    if (typeof opened !== "string" && opened.type === "opened")
      return ok(roomOf(talk, () => open(field), isWanted));
    talk.close();
    return err(openingFault(opened, OPENING_MS));
  };
  return open;
}

const TOO_LONG: CodeFault = {
  code: "code-unavailable",
  text: "Python did not start within 30 seconds on this device: end what else is at work on it and run again",
};

function startIn(talk: RoomTalk): Promise<RoomAnswer | Silence> {
  talk.send({ type: "fresh" });
  return talk.answer(STARTING_MS);
}

/** The room as one text knows it: lines of its own, and when it is closed the room goes on, if it is quiet. */
function oneText({ talk }: WarmRoom, giveBack: () => void): RoomTalk {
  let written = "";
  let asked = 0; // messages that are not answered yet
  let isLost = false;
  let isClosed = false;
  return {
    send(message) {
      asked += message.type === "block" ? message.instruments.length : 1;
      talk.send(message);
    },
    async answer(mostMs) {
      const answer = await talk.answer(mostMs);
      if (typeof answer === "string") {
        isLost = true;
        return answer;
      }
      // After a fault nothing more is said: the room drops what it was sent.
      asked = answer.type === "fault" ? 0 : asked - (answer.type === "numbers" ? answer.instruments : 1);
      written += answer.lines;
      return answer;
    },
    lines: () => written.split("\n", MOST_LINES + 1).slice(0, -1),
    close() {
      if (isClosed) return;
      isClosed = true;
      if (isLost || asked > 0) talk.close();
      else giveBack();
    },
  };
}

function sendFile(talk: RoomTalk, { file, bytes }: PackFile): void {
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    const part = Uint8Array.from(bytes.subarray(at, at + PART_BYTES)); // a copy, also of a Buffer
    talk.send({ type: "pack", file, size: bytes.length, at, bytes: part.buffer });
  }
}
