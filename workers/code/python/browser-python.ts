/**
 * Python in the rooms of a browser: its files come from the app's own address, and a person's wheels from the device.
 * The page is told how far it is.
 */
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { pythonNews } from "#workers/model/python-news.ts";
import type { PythonStage } from "#workers/model/python-news.ts";
import { isBoothWorker } from "#workers/model/session.ts";
import type { RoomTalk } from "../room-talk.ts";
import type { CodeFault, OpenRoom } from "../room.ts";
import { loadPack, PYTHON_BYTES } from "#workers/python/load-pack.ts";
import { pythonRooms } from "./python-rooms.ts";
import type { PackFile } from "#workers/python/pack-file.ts";
import { listWheels, nameWheels, readWheels } from "#workers/python/wheel-store.ts";

export { PYTHON_HARNESS_TEXT } from "../python-harness-text.ts";

/** An interpreter takes some hundred megabytes; a person who writes code runs it again within this. */
const IDLE_MS = 300_000;

/** @param openTalk - opens a room in which nothing is, with Python's harness */
export function browserPython(openTalk: () => Promise<Result<RoomTalk, CodeFault>>): OpenRoom {
  const hasWheels = !isBoothWorker(globalThis.name); // a visitor's code finds nothing of the owner's
  return pythonRooms({
    openTalk,
    loadPack: async () => {
      const loaded = await loadPack((bytes) => tell({ name: "loading", bytes, bytesTotal: PYTHON_BYTES }));
      const pack = loaded.ok && hasWheels ? await withWheels(loaded.value) : loaded;
      if (!pack.ok) tell({ name: "failed" });
      return pack;
    },
    packKey: async () => (hasWheels ? nameWheels(await listWheels()) : ""),
    onStarting: (name) => tell({ name }),
    idleMs: IDLE_MS,
  });
}

async function withWheels(pack: readonly PackFile[]): Promise<Result<readonly PackFile[], CodeFault>> {
  try {
    return ok([...pack, ...(await readWheels())]);
  } catch (error) {
    const text = `the wheels on this device could not be read (${String(error)}): remove them in the settings and drop them again`;
    return err({ code: "code-unavailable", text });
  }
}

function tell(stage: PythonStage): void {
  postMessage(pythonNews(stage));
}
