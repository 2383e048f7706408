/** Python on the command line: in the rooms of processes, of the files of the installed package. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { PYTHON_HARNESS_TEXT } from "../python-harness-text.ts";
import type { RoomProcess } from "../process-guard.ts";
import type { RoomTalk } from "../room-talk.ts";
import type { CodeFault, OpenRoom } from "../room.ts";
import { classicText } from "./classic-text.ts";
import { pythonRooms } from "./python-rooms.ts";
import type { PackFile } from "#workers/python/pack-file.ts";

type StartProcess = (harness: string) => { readonly child: RoomProcess; readonly talk: RoomTalk };

/** A server has many jobs, and an interpreter takes some hundred megabytes. */
const IDLE_MS = 20_000;

/** @param wheels - a person's packages */
export function processPython(start: StartProcess, wheels: readonly PackFile[]): OpenRoom {
  let pack: Promise<Result<readonly PackFile[], CodeFault>> | null = null;
  return pythonRooms({
    loadPack: () => (pack ??= readPack(wheels)),
    idleMs: IDLE_MS,
    async openTalk() {
      const { child, talk } = start(PYTHON_HARNESS_TEXT);
      // A room that is kept warm does not keep the command from ending; it ends with the pipe.
      for (const handle of [child, child.stdin, child.stdout]) release(handle);
      return ok(talk);
    },
  });
}

function release(handle: object): void {
  if ("unref" in handle && typeof handle.unref === "function") handle.unref();
}

/** What runs Python here, as a result names it: its numbers are the same as in the app. */
export function pythonEngineHere(): string {
  const described: unknown = createRequire(import.meta.url)("pyodide/package.json");
  return `Python of Pyodide ${String(Reflect.get(Object(described), "version"))}`;
}

async function readPack(wheels: readonly PackFile[]): Promise<Result<readonly PackFile[], CodeFault>> {
  const { resolve } = createRequire(import.meta.url);
  const read = (file: string) => readFile(resolve(`pyodide/${file}`));
  try {
    const [module, wasm, library] = await Promise.all([
      readFile(resolve("pyodide/pyodide.asm.mjs"), "utf8"),
      read("pyodide.asm.wasm"),
      read("python_stdlib.zip"),
    ]);
    return ok([
      { file: "pyodide.js", bytes: new TextEncoder().encode(classicText(module)) },
      { file: "pyodide.wasm", bytes: wasm },
      { file: "python.zip", bytes: library },
      ...wheels,
    ]);
  } catch (error) {
    const text = `the package pyodide is not installed as it should be (${String(error)}): run npm install`;
    return err({ code: "code-unavailable", text });
  }
}
