/** What becomes of an interpreter that does not start; a room that works is in python-room.test.ts. */
import { expect, it } from "vitest";
import { pythonRooms } from "#workers/code/python/python-rooms.ts";
import type { RoomTalk, Silence } from "#workers/code/room-talk.ts";
import { ok } from "#workers/model/problem.ts";

it.each<[Silence, string, RegExp]>([
  [
    "alive",
    "code-unavailable",
    /^Python did not start within 30 seconds .*: end what else is at work on it and run again$/,
  ],
  ["dead", "code-too-big", /^what ran it died, .*: keep fewer numbers at a time$/],
])("an interpreter that says nothing for half a minute, its room %s, is %s", async (silence, code, text) => {
  const waits: (number | undefined)[] = [];
  let closed = 0;
  const talk: RoomTalk = {
    send: () => {},
    answer: async (mostMs) => {
      waits.push(mostMs);
      return silence;
    },
    lines: () => [],
    close: () => (closed += 1),
  };
  const stages: string[] = [];
  const open = pythonRooms({
    openTalk: async () => ok(talk),
    loadPack: async () => ok([]),
    onStarting: (stage) => stages.push(stage),
    idleMs: 0,
  });
  const opened = await open({
    name: "own",
    language: "python",
    source: "def compute(bars): return bars['close']",
  });
  expect(opened).toEqual({ ok: false, problem: { code, text: expect.stringMatching(text) } });
  expect({ waits, closed, stages }).toEqual({ waits: [30_000], closed: 1, stages: ["starting", "failed"] });
});
