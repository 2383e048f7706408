/** Rooms of work that may be wanted no more while it goes on, as what is tried while it is written. */
import { err, ok } from "#workers/model/problem.ts";
import type { CodeFault, OpenRoom } from "./room.ts";

/** They give up before the next instrument, and what they were opened with stays warm: nothing is ended by force. */
export function roomsWhile(isWanted: () => Promise<boolean>, openRoom: OpenRoom): OpenRoom {
  return async (source) => {
    const opened = await openRoom(source, isWanted);
    if (!opened.ok) return opened;
    const room = opened.value;
    return ok({
      compute: async (...given) => ((await isWanted()) ? room.compute(...given) : err(GIVEN_UP)),
      computeEach: async (...given) => ((await isWanted()) ? room.computeEach(...given) : err(GIVEN_UP)),
      lines: () => room.lines(),
      close: () => room.close(),
    });
  };
}

/** Shown to nobody. */
export const GIVEN_UP: CodeFault = { code: "code-unavailable", text: "a newer text is tried in its place" };
