/**
 * A process beside this one that ends rooms which would outlive it. An endless text reads no pipe that closes, and whoever is
 * killed, or a thread that is ended, says no word first; the guard's own pipe closes in each of these cases.
 */
import { spawn } from "node:child_process";
import type { ChildProcess, ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";

/** What a room runs in: it is written to, and read. */
export type RoomProcess = ChildProcessByStdio<Writable, Readable, null>;

/** Reads lines `+ID` and `-ID` of processes that began and ended; once the pipe closes, it ends those that live. */
const GUARD_TEXT = `"use strict";
const living = new Set();
let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (text) => {
  const lines = (rest + text).split("\\n");
  rest = lines.pop();
  for (const line of lines) {
    const id = Number(line.slice(1));
    if (line[0] === "+") living.add(id);
    else living.delete(id);
  }
});
process.stdin.on("end", () => {
  for (const id of living) {
    try {
      process.kill(id, "SIGKILL");
    } catch {
      // it has ended by itself
    }
  }
});`;

type Guard = ChildProcessByStdio<Writable, null, null>;

/** One for all rooms of a thread. */
let guard: Guard | null = null;

/** Has a process end at the latest with the thread that calls this. Keeps neither the thread nor its process from ending. */
export function endWithThisThread(child: ChildProcess): void {
  if (child.pid === undefined) return;
  guard ??= beginGuard();
  guard.stdin.write(`+${child.pid}\n`);
  child.on("exit", () => guard?.stdin.write(`-${child.pid}\n`));
}

function beginGuard(): Guard {
  // detached: Ctrl-C in a terminal is sent to a whole group, and the guard must see the others end
  const began = spawn(process.execPath, ["-e", GUARD_TEXT], {
    env: {},
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  began.on("exit", forgetGuard);
  began.on("error", forgetGuard);
  began.stdin.on("error", forgetGuard);
  began.unref();
  if ("unref" in began.stdin && typeof began.stdin.unref === "function") began.stdin.unref();
  return began;
}

/** The next room gets another. */
function forgetGuard(): void {
  guard = null;
}
