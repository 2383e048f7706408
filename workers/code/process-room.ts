/**
 * The room of the command line: a process of Node for each, behind Node's permission model (no files, children, threads or add-ons),
 * without environment, in a network of its own where the system gives one, on two pipes, watched from here by clock and memory.
 * Walls that this machine can't build are told before anything runs.
 */
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { err, ok } from "#workers/model/problem.ts";
import { HARNESS_TEXT } from "./harness-text.ts";
import type { PackFile } from "#workers/python/pack-file.ts";
import { endWithThisThread } from "./process-guard.ts";
import type { RoomProcess } from "./process-guard.ts";
import { readAnswer } from "./read-answer.ts";
import { INSTRUMENT_MS, MOST_LINES, OPENING_MS, openingFault, roomOf } from "./room-talk.ts";
import type { RoomTalk } from "./room-talk.ts";
import type { OpenRoom } from "./room.ts";
import type { RoomAnswer, RoomMessage } from "./room-messages.ts";

const WATCH_MS = 50;
const MOST_BYTES = 512 * 2 ** 20;
/** What Node has taken itself before the text runs. */
const OWN_BYTES = 80 * 2 ** 20;
const KILOBYTE = 1024;
const LENGTHS_BYTES = 8;
/** A header, and numbers of a block: more than any room has to say. */
const MOST_ANSWER_BYTES = 64 * 2 ** 20;

/** Node's own name for the permission model, by version: null before there was one. */
function permissionFlag(): string | null {
  const flags = process.allowedNodeEnvironmentFlags;
  return ["--permission", "--experimental-permission"].find((flag) => flags.has(flag)) ?? null;
}

/** Walls that can't be built here, in words; none where all of them can. */
export function missingWalls(): readonly string[] {
  const walls = [
    [
      permissionFlag() !== null,
      "this version of Node has no permission model, which keeps code from files and programs",
    ],
    [
      process.platform === "linux",
      "this system does not say what memory a process takes, so that nothing bounds it for code",
    ],
  ] as const;
  return walls.flatMap(([isThere, missing]) => (isThere ? [] : [missing]));
}

/** Whether a process can have a network of its own here, with nothing on it. */
function hasOwnNetwork(): boolean {
  return process.platform === "linux" && spawnSync("unshare", [...APART, "true"], { env: {} }).status === 0;
}

const APART = ["--net", "--map-root-user"];
/**
 * In brackets: what stood at its top would be a name of the whole realm, which a person's text could say. In a later task: Node puts
 * its own `module`, by which everything can be loaded, back in the global scope when the script has come to its end.
 */
const scriptOf = (harness: string): string => `"use strict";
{
  const { readSync, writeSync } = require("node:fs");
  const { Script } = require("node:vm");
  const { performance } = require("node:perf_hooks");
  const now = performance.now.bind(performance);
  const inNextTask = setImmediate;
  const evaluate = (text, filename) => new Script(text, { filename }).runInThisContext();
  inNextTask(() => ${harness}.startInProcess({ readSync, writeSync, now, inNextTask, evaluate }));
}`;

/** Python's own code, compiled, and its files: its memory is held at MOST_BYTES from inside. */
const PYTHON_BYTES = 400 * 2 ** 20;

/**
 * Rooms of processes; `open` may be called at any time, and each room must be closed.
 *
 * @param wheels - packages for Python, as files
 */
export function processRooms(wheels: readonly PackFile[] = []): OpenRoom {
  const flags = [
    "--disallow-code-generation-from-strings",
    "--no-addons",
    "--no-warnings",
    "--unhandled-rejections=none",
    `--max-old-space-size=${MOST_BYTES / 2 ** 20}`,
    ...[permissionFlag()].filter((flag) => flag !== null),
  ];
  let before: readonly string[] | null = null; // most strategies have no code, and nothing is started for them
  const start = (harness: string, ownBytes: number) => {
    before ??= hasOwnNetwork() ? ["unshare", ...APART] : [];
    const [command, ...args] = [...before, process.execPath, ...flags, "-e", scriptOf(harness)];
    const child = spawn(command, args, { env: {}, stdio: ["pipe", "pipe", "ignore"] });
    endWithThisThread(child);
    return { child, talk: talkTo(child, MOST_BYTES + ownBytes) };
  };
  let python: Promise<OpenRoom> | null = null;
  const open: OpenRoom = async (field, isWanted) => {
    const { name, language, source } = field;
    if (language === "python") {
      python ??= import("./python/process-python.ts").then(({ processPython }) =>
        processPython((harness) => start(harness, PYTHON_BYTES), wheels),
      );
      return (await python)(field, isWanted);
    }
    const { talk } = start(HARNESS_TEXT, OWN_BYTES);
    talk.send({ type: "open", name, source });
    const opened = await talk.answer();
    if (typeof opened !== "string" && opened.type === "opened")
      return ok(roomOf(talk, () => open(field), isWanted));
    talk.close();
    return err(openingFault(opened, OPENING_MS));
  };
  return open;
}

function talkTo(child: RoomProcess, mostBytes: number): RoomTalk {
  const answers = readAnswers(child.stdout);
  let written = "";
  let ownMs = OPENING_MS;
  const watch = setInterval(() => {
    if (residentBytes(child.pid) > mostBytes) child.kill("SIGKILL");
  }, WATCH_MS).unref();
  const end = () => clearInterval(watch);
  child.on("exit", end);
  child.on("error", end);
  child.stdin.on("error", end); // what has died can't be written to; its silence tells
  return {
    send: (message) => sendTo(child.stdin, message),
    async answer(mostMs = ownMs) {
      const answer = await atMost(mostMs, answers.next());
      ownMs = INSTRUMENT_MS;
      if (answer === null) return "alive";
      if (answer.done) return "dead";
      written += answer.value.lines;
      return answer.value;
    },
    lines: () => written.split("\n", MOST_LINES + 1).slice(0, -1),
    close() {
      end();
      child.kill("SIGKILL");
    },
  };
}

/** null where it takes longer. */
async function atMost<T>(ms: number, promise: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | null = null;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  return Promise.race([promise, late]).finally(() => timer && clearTimeout(timer));
}

function sendTo(pipe: Writable, message: RoomMessage): void {
  const { bytes, ...rest } = "bytes" in message ? message : { ...message, bytes: new ArrayBuffer(0) };
  const header = new TextEncoder().encode(JSON.stringify(rest));
  const lengths = new DataView(new ArrayBuffer(LENGTHS_BYTES));
  lengths.setUint32(0, header.length, true);
  lengths.setUint32(LENGTHS_BYTES / 2, bytes.byteLength, true);
  for (const part of [new Uint8Array(lengths.buffer), header, new Uint8Array(bytes)]) pipe.write(part);
}

/** Ends where the pipe does, or where more is said than a room has to say. */
async function* readAnswers(pipe: Readable): AsyncGenerator<RoomAnswer, void> {
  let waiting: Buffer = Buffer.alloc(0);
  for await (const chunk of pipe as AsyncIterable<Buffer>) {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    for (;;) {
      if (waiting.length < LENGTHS_BYTES) break;
      const [headerEnd, end] = endsOf(waiting);
      if (end > MOST_ANSWER_BYTES) return;
      if (waiting.length < end) break;
      yield answerOf(waiting.subarray(LENGTHS_BYTES, headerEnd), waiting.subarray(headerEnd, end));
      waiting = waiting.subarray(end);
    }
  }
}

function endsOf(waiting: Buffer): [headerEnd: number, end: number] {
  const headerEnd = LENGTHS_BYTES + waiting.readUInt32LE(0);
  return [headerEnd, headerEnd + waiting.readUInt32LE(LENGTHS_BYTES / 2)];
}

/** What is in no shape of an answer becomes a fault. */
function answerOf(header: Buffer, body: Buffer): RoomAnswer {
  const whole = body.subarray(0, body.length - (body.length % Float64Array.BYTES_PER_ELEMENT));
  const numbers = new Float64Array(Uint8Array.from(whole).buffer);
  const said = parseJson(header.toString());
  const isOfNumbers = typeof said === "object" && said !== null && "type" in said && said.type === "numbers";
  return readAnswer(isOfNumbers ? { ...said, numbers } : said);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // no room says that, and so its shape is refused
  }
}

/** What the process has in memory now; 0 where that can't be told. */
function residentBytes(pid: number | undefined): number {
  try {
    const [, kilobytes = "0"] =
      /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) * KILOBYTE;
  } catch {
    return 0; // it has ended, or the system has no such file (a missing wall): Node's own limit on objects is left
  }
}
