import { expect, it } from "vitest";
import { roomOf } from "#workers/code/room-talk.ts";
import type { RoomTalk } from "#workers/code/room-talk.ts";
import type { RoomAnswer } from "#workers/code/room-messages.ts";
import { workOut } from "#workers/code/work-out.ts";
import { ok } from "#workers/model/problem.ts";
import { plainBars } from "./vm-room.ts";

const INSTRUMENTS = 200; // small: all of them go to the room at once
const BARS = 10;

/** Answers one instrument after the other, each in so many milliseconds of the clock that is given back. */
function slowRoom(ms: number): { readonly talk: RoomTalk; readonly now: () => number } {
  let clock = 0;
  const answers: RoomAnswer[] = [];
  const talk: RoomTalk = {
    send(message) {
      if (message.type !== "block") return;
      for (const { length } of message.instruments)
        answers.push({ type: "numbers", numbers: new Float64Array(length), instruments: 1, lines: "" });
    },
    answer: async () => {
      clock += ms;
      return answers.shift() ?? "dead";
    },
    lines: () => [],
    close: () => {},
  };
  return { talk, now: () => clock };
}

async function work(ms: number) {
  const { talk, now } = slowRoom(ms);
  const heard: number[] = [];
  const columns = Array.from({ length: INSTRUMENTS }, () => new Float64Array(BARS));
  const fault = await workOut(
    {
      room: { name: "own", language: "javascript", source: "" },
      source: "",
      barsOf: (at) => plainBars(BARS, { symbol: `S${at}` }),
      symbolOf: (at) => `S${at}`,
      daysOf: () => new Int32Array(BARS),
      valuesOf: (at) => columns[at] ?? new Float64Array(0),
    },
    [...columns.keys()],
    { openRoom: async () => ok(roomOf(talk)), now, onDone: (done) => heard.push(done) },
  );
  return { fault, heard };
}

it("ends within an instrument of the two minutes that all of them have", async () => {
  const { fault } = await work(1900);
  expect(fault).toEqual({
    code: "code-too-slow",
    text: "it took more than 120 s for 64 of 200 instruments: make it quicker, or scan fewer instruments",
  });
});

it("tells of each answer how many are done", async () => {
  const { fault, heard } = await work(1);
  expect(fault).toBeNull();
  expect(heard).toEqual(Array.from({ length: INSTRUMENTS }, (_, at) => at + 1));
});
