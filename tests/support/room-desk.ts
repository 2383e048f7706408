/** The page's part of a test of rooms: one worker that stands for the engine's, and the app's own keeper of rooms. */
import { keepRooms } from "#src/run/code-room.ts";
import { isPythonNews } from "#workers/model/python-news.ts";
import { ownScript } from "#workers/model/own-script.ts";
import type { FieldOrder, RoomOrderOfTest, RoomOutcome } from "./room-desk.worker.ts";

export interface RoomDesk {
  run(order: Omit<FieldOrder, "id">): Promise<RoomOutcome>;
  /** What the script says on its port, from a room without a harness. */
  runBare(script: string): Promise<unknown>;
  /** What Python went through to start since it was last asked. */
  stages(): readonly string[];
  /** Ends all of it, as a cancelled run does; the desk starts anew with the next order. */
  cancel(): void;
}

declare global {
  /** In a page that has loaded this script. */
  var roomDesk: RoomDesk;
}

const WORKER = "/assets/room-desk.worker.js";
/** A name that the page's policy allows and the page itself does not use. */
const workerScript = ownScript("rows", WORKER);
const stages: string[] = [];
let ids = 0;
let desk: { worker: Worker; closeRooms: () => void } | null = null;

function start(): { worker: Worker; closeRooms: () => void } {
  const worker = new Worker(workerScript, { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (isPythonNews(data) && stages.at(-1) !== data.stage.name) stages.push(data.stage.name);
  });
  return { worker, closeRooms: keepRooms(worker) };
}

function order<T>(make: (id: number) => RoomOrderOfTest): Promise<T> {
  desk ??= start();
  const { worker } = desk;
  const id = ++ids;
  return new Promise((resolve) => {
    worker.addEventListener("message", ({ data }: MessageEvent<{ id?: number; outcome: T }>) => {
      if (data.id === id) resolve(data.outcome);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    worker.postMessage(make(id));
  });
}

globalThis.roomDesk = {
  run: (field) => order<RoomOutcome>((id) => ({ ...field, id })),
  runBare: (script) => order<unknown>((id) => ({ id, script })),
  stages: () => stages.splice(0),
  cancel() {
    desk?.closeRooms();
    desk?.worker.terminate();
    desk = null;
  },
};
