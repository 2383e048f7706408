import type { OpenRoom, RoomBars } from "#workers/code/room.ts";

/** What a test asks a room to run. */
export interface RoomSource {
  readonly language: "javascript" | "python";
  readonly source: string;
}

/** What ended a source on the instruments, in a room of its own; null where it gave numbers. */
export async function faultIn(open: OpenRoom, asked: RoomSource, instruments: readonly RoomBars[]) {
  const room = await open({ name: "own", ...asked });
  if (!room.ok) return room.problem;
  const found = await room.value.compute(instruments);
  room.value.close();
  return found.ok ? null : found.problem;
}
