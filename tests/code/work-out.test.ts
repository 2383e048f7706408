import { expect, it } from "vitest";
import { workOut } from "#workers/code/computed-fields.ts";
import { roomOf } from "#workers/code/room-talk.ts";
import type { RoomTalk } from "#workers/code/room-talk.ts";
import type { RoomAnswer } from "#workers/code/room-messages.ts";
import { err, ok } from "#workers/model/problem.ts";
import { plainBars } from "./vm-room.ts";

const INSTRUMENTS = 200; // small: all of them go to the room at once
const MANY = 20_000;
const BARS = 10;
const noRoom = async () => err({ code: "code-unavailable", text: "no other room is opened" } as const);

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

async function work(ms: number, instruments = INSTRUMENTS) {
  const { talk, now } = slowRoom(ms);
  const heard: number[] = [];
  const columns = Array.from({ length: instruments }, () => new Float64Array(BARS));
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
    { openRoom: async () => ok(roomOf(talk, noRoom)), now, onDone: (done) => heard.push(done) },
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

it("gives many instruments ten milliseconds each", async () => {
  expect((await work(9.9, MANY)).fault).toBeNull();
  expect((await work(10.1, MANY)).fault).toEqual({
    code: "code-too-slow",
    text: "it took more than 200 s for 19802 of 20000 instruments: make it quicker, or scan fewer instruments",
  });
});

it("tells of each answer how many are done", async () => {
  const { fault, heard } = await work(1);
  expect(fault).toBeNull();
  expect(heard).toEqual(Array.from({ length: INSTRUMENTS }, (_, at) => at + 1));
});

it("makes an instrument's bars when a room is to have them, and sends on as it answers", async () => {
  const WIDE = 20_000; // bars: three such instruments are a block
  const events: string[] = [];
  const waiting: RoomAnswer[] = [];
  const talk: RoomTalk = {
    send(message) {
      if (message.type !== "block") return;
      const bars = message.instruments.reduce((sum, { length }) => sum + length, 0);
      const count = message.instruments.length;
      events.push(`sent ${count}`);
      waiting.push({ type: "numbers", numbers: new Float64Array(bars), instruments: count, lines: "" });
    },
    answer: async () => {
      const answer = waiting.shift() ?? "dead";
      events.push("answered");
      return answer;
    },
    lines: () => [],
    close: () => {},
  };
  let made = 0;
  const values = new Float64Array(WIDE);
  const fault = await workOut(
    {
      room: { name: "own", language: "javascript", source: "" },
      source: "",
      barsOf: (at) => {
        made++;
        return plainBars(WIDE, { symbol: `S${at}` });
      },
      symbolOf: (at) => `S${at}`,
      daysOf: () => new Int32Array(WIDE),
      valuesOf: () => values,
    },
    Array.from({ length: 30 }, (_, at) => at),
    {
      openRoom: async () => ok(roomOf(talk, noRoom)),
      now: () => 0,
      onDone: (done) => events.push(`${done} of ${made}`),
    },
  );
  expect(fault).toBeNull();
  expect(events.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => "sent 3"));
  // One more is made than is sent: that the block is full shows by the next one.
  const rest = [9, 12, 15, 18, 21, 24, 27, 30].flatMap((done) => ["answered", `${done} of 30`]);
  expect(events.slice(8)).toEqual([
    "answered",
    "sent 3",
    "3 of 28",
    "answered",
    "sent 3",
    "6 of 30",
    ...rest,
  ]);
});
