/**
 * The page's side of rooms for a person's code: makes a frame for each that the engine's worker asks for, and removes
 * it, which ends at once whatever runs in it. Neither columns nor a person's text pass the page.
 */
import type { Endpoint } from "comlink";
import { isRoomRequest, ROOM_PATH, ROOM_READY } from "#workers/model/code-room.ts";
import { isPythonNews } from "#workers/model/python-news.ts";
import { pythonStore } from "./python-store.ts";
import type { RoomNews, RoomRequest } from "#workers/model/code-room.ts";

/** What is needed of a worker. */
type Asking = Pick<Endpoint, "addEventListener">;

/** Follows what a worker asks for. @returns removes all its rooms */
export function keepRooms(worker: Asking): () => void {
  const removals = new Set<() => void>();
  worker.addEventListener("message", (event) => {
    if (!(event instanceof MessageEvent)) return;
    const { data, ports } = event;
    if (isPythonNews(data)) pythonStore.setState({ stage: data.stage });
    if (!isRoomRequest(data)) return;
    const remove = openRoom(data, ports);
    const [keeper] = ports;
    removals.add(remove);
    keeper?.addEventListener("message", () => {
      removals.delete(remove);
      remove();
    });
  });
  return () => {
    for (const remove of removals) remove();
    removals.clear();
    pythonStore.setState(({ stage }) => ({ stage: stage?.name === "ready" ? stage : null }));
  };
}

function openRoom({ script }: RoomRequest, [keeper, desk]: readonly MessagePort[]): () => void {
  if (!keeper || !desk) throw new TypeError("code-room: a room needs two ports");
  keeper.start();
  const frame = document.createElement("iframe");
  const take = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source === null || source !== frame.contentWindow || data !== ROOM_READY) return;
    removeEventListener("message", take);
    if (origin !== "null") {
      const news: RoomNews = "origin-not-null";
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port, not a window
      return keeper.postMessage(news);
    }
    frame.contentWindow.postMessage(script, "*", [desk]); // an opaque origin can't be named
  };
  addEventListener("message", take);
  frame.hidden = true;
  frame.src = ROOM_PATH;
  document.body.append(frame);
  return () => {
    removeEventListener("message", take);
    frame.remove();
    keeper.close();
  };
}
