/** A room that falls silent says not at which instrument: the one that is named is the one. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { processRooms } from "#workers/code/process-room.ts";
import { roomOf } from "#workers/code/room-talk.ts";
import type { RoomTalk, Silence } from "#workers/code/room-talk.ts";
import type { BlockMessage, RoomAnswer } from "#workers/code/room-messages.ts";
import { err, ok } from "#workers/model/problem.ts";
import { roomsWhile } from "#workers/code/wanted-rooms.ts";
import { faultIn } from "./room-fault.ts";
import type { RoomSource } from "./room-fault.ts";
import { plainBars } from "./vm-room.ts";

const open = processRooms();
const BARS = 10;
const LONG = "A-NAME-OF-FORTY-LETTERS-AND-NO-ONE-MORE0";
const SYMBOLS = ["Ab0", "M&M", "A,B", 'S"Q', LONG, "Z&27"];
const ALL = SYMBOLS.map((symbol) => plainBars(BARS, { symbol }));

const faultOf = (language: RoomSource["language"], source: string) =>
  faultIn(open, { language, source }, ALL);

const TOO_SLOW = {
  code: "code-too-slow",
  text: "it was not done within the 2 seconds that an instrument may take: go through its bars fewer times",
};

describe("the instrument that never ends", () => {
  it.each(SYMBOLS)("is named as it is written: %s", async (symbol) => {
    const again = async () => ok(roomOf(talkSilentAt(symbol), again));
    expect(await roomOf(talkSilentAt(symbol), again).compute(ALL)).toEqual(err({ ...TOO_SLOW, symbol }));
  });

  it.each(['S"Q', "Z&27"])("is named by a process: %s", async (symbol) => {
    const source = `function compute(bars) { while (bars.symbol === ${JSON.stringify(symbol)}); return bars.close }`;
    expect(await faultOf("javascript", source)).toEqual({ ...TOO_SLOW, symbol });
  });

  it("is named in Python", async () => {
    const source = 'def compute(bars):\n    while bars["symbol"] == "Z&27": pass\n    return bars["close"]';
    expect(await faultOf("python", source)).toEqual({ ...TOO_SLOW, symbol: "Z&27" });
  });
});

/** Answers of each instrument, unless a block has more than `most`. */
function talkOf(most: number, silence: Silence): RoomTalk & { closed: number } {
  return talkWhere(({ instruments }) => instruments.length <= most, silence);
}

/** Answers of each instrument of a block that has not the one at which it falls silent. */
function talkSilentAt(symbol: string): RoomTalk {
  return talkWhere(({ instruments }) => instruments.every((one) => one.symbol !== symbol), "alive");
}

function talkWhere(
  isAnswered: (block: BlockMessage) => boolean,
  silence: Silence,
): RoomTalk & { closed: number } {
  const answers: RoomAnswer[] = [];
  return {
    closed: 0,
    send(message) {
      if (message.type !== "block" || !isAnswered(message)) return;
      for (const { length } of message.instruments)
        answers.push({ type: "numbers", numbers: new Float64Array(length), instruments: 1, lines: "" });
    },
    answer: async () => answers.shift() ?? silence,
    lines: () => [],
    close() {
      this.closed += 1;
    },
  };
}

it.each(["alive", "dead"] as const)(
  "none is named where each alone is answered, of a room that is %s",
  async (silence) => {
    const [first, second] = [talkOf(1, silence), talkOf(1, silence)];
    const again = async () => ok(roomOf(second, again));
    const room = roomOf(first, again);
    const found = await room.compute(ALL);
    room.close();
    expect(found).toMatchObject({
      ok: false,
      problem: {
        text: expect.stringMatching(/^on one of the instruments Ab0 to Z&27, but on none of them alone, /),
      },
    });
    expect(found).not.toHaveProperty("problem.symbol");
    expect([first.closed, second.closed]).toEqual([1, 1]);
  },
);

/** Of a room that answers of each instrument alone. @param onAsked - told of each, before it is answered */
function searchOf(onAsked: (symbol: string) => void): RoomTalk {
  const talk = talkOf(1, "alive");
  return {
    ...talk,
    send(message) {
      if (message.type === "block") for (const { symbol } of message.instruments) onAsked(symbol);
      talk.send(message);
    },
  };
}

const openNone = async () => err({ code: "code-unavailable", text: "there is none" } as const);

describe("the search for it", () => {
  afterEach(() => vi.restoreAllMocks());

  it("ends after ten seconds, and names the first and the last", async () => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const asked: string[] = [];
    const search = searchOf((symbol) => {
      asked.push(symbol);
      now += 2050;
    });
    const again = async () => ok(roomOf(search, again));
    const found = await roomOf(talkOf(1, "alive"), again).compute(ALL);
    expect(found).toEqual(
      err({ ...TOO_SLOW, text: `on one of the instruments Ab0 to Z&27, ${TOO_SLOW.text}` }),
    );
    expect(asked).toEqual(SYMBOLS.slice(0, 5));
  });

  it("ends before the next instrument once the work is wanted no more", async () => {
    let isWanted = true;
    const asked: string[] = [];
    const search = searchOf((symbol) => {
      asked.push(symbol);
      isWanted = asked.length < 2;
    });
    const again = async () => ok(roomOf(search, again));
    const openWanted = roomsWhile(
      async () => isWanted,
      async (_, wanted) => ok(roomOf(talkOf(1, "alive"), again, wanted)),
    );
    const room = await openWanted({ name: "own", language: "javascript", source: "" });
    const found = room.ok && (await room.value.compute(ALL));
    expect(found).toMatchObject({ ok: false, problem: { code: "code-unavailable" } });
    expect(asked).toEqual(SYMBOLS.slice(0, 2));
  });

  it("says no more than it knows where no other room opens", async () => {
    const found = await roomOf(talkOf(1, "alive"), openNone).compute(ALL);
    expect(found).toMatchObject({ problem: { text: expect.not.stringContaining("none of them alone") } });
  });
});
