/** What the engine's worker and the page say to each other of rooms: the page alone can make and remove a frame. */

/** Where the page of a room is: the app's own address, under a policy of its own. */
export const ROOM_PATH = "/room";

const OPEN_ROOM = "tidemark-open-room";

/**
 * Asks the page for a frame. With it go two ports: one to the page, which says when it can't be one and is told when it is to
 * go; one to the frame's page, which makes and ends workers as it is told.
 */
export interface RoomRequest {
  readonly type: typeof OPEN_ROOM;
  /** The script of the workers in the frame. */
  readonly script: string;
}

/**
 * What the frame's page is told. "worker", with a port for it: takes the place of the worker before, in a thread and global of
 * its own. "pulse": answered with the same while the page lives.
 */
export type FrameOrder = "worker" | "pulse";

/** What the page says on its port. */
export type RoomNews = "origin-not-null";
/** What it is told there. */
export type RoomOrder = "close";

export function roomRequest(script: string): RoomRequest {
  return { type: OPEN_ROOM, script };
}

export function isRoomRequest(data: unknown): data is RoomRequest {
  return typeof data === "object" && data !== null && "type" in data && data.type === OPEN_ROOM;
}

/** What the room's page says once to the page that holds it. */
export const ROOM_READY = "tidemark-room-ready";
