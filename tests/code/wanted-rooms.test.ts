import { expect, it } from "vitest";
import { plainRooms } from "#tests/support/plain-room.ts";
import { roomsWhile } from "#workers/code/wanted-rooms.ts";
import { plainBars } from "./vm-room.ts";

it("a room gives up before the next instrument once its work is wanted no more", async () => {
  const rooms = plainRooms();
  let isWanted = true;
  const open = roomsWhile(async () => isWanted, rooms.open);
  const source = "const compute = ({ length }) => Array(length).fill(7)";
  const room = await open({ name: "own", language: "javascript", source });
  const compute = async (bars: number) => (room.ok ? room.value.compute([plainBars(bars)]) : room);
  expect(await compute(2)).toEqual({ ok: true, value: [Float64Array.of(7, 7)] });
  isWanted = false;
  expect((await compute(3)).ok).toBe(false);
  expect(rooms.asked).toHaveLength(1);
});
