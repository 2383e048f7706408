/**
 * Sources that take more memory than a room has. Filling it takes a slow machine longer than an instrument may: here an
 * instrument has a minute, so that it is the memory that ends each of them.
 */
import { describe, expect, it, vi } from "vitest";
import { processRooms } from "#workers/code/process-room.ts";
import { faultIn } from "./room-fault.ts";
import type { RoomSource } from "./room-fault.ts";
import { plainBars } from "./vm-room.ts";

vi.mock("#workers/code/room-talk.ts", async (original) => ({
  ...(await original<object>()),
  INSTRUMENT_MS: 60_000,
}));

const open = processRooms();
const LAST = "Z&27";
const INSTRUMENTS = ["Ab0", "M&M", LAST].map((symbol) => plainBars(10, { symbol }));

const faultOf = (language: RoomSource["language"], source: string) =>
  faultIn(open, { language, source }, INSTRUMENTS);

describe("the instrument for which the memory is not enough", () => {
  // Node's own limit does not count typed arrays: the watch from outside does.
  it("is named where the process dies", async () => {
    const source = `function compute(bars) {
      const all = []
      while (bars.symbol === "${LAST}") all.push(new Float64Array(4e6).fill(1))
      return bars.close
    }`;
    expect(await faultOf("javascript", source)).toMatchObject({ code: "code-too-big", symbol: LAST });
  });

  it.each([
    [
      "fills the memory",
      ["a = []", `while bars["symbol"] == "${LAST}": a.append(bytearray(10**6))`, 'return bars["close"]'],
      {
        code: "code-too-big",
        symbol: LAST,
        line: 3,
        text: expect.stringMatching(/ 512 MB .*: keep fewer numbers at a time$/),
      },
    ],
    [
      "hides what it fills among its bars",
      [`while bars["symbol"] == "${LAST}": bars[len(bars)] = bytes(2**26)`, 'return bars["close"]'],
      { code: "code-too-big", symbol: LAST },
    ],
    ["asks for more than there is", ["return [0.0] * 10**9"], { code: "code-too-big", line: 2 }],
    [
      "calls itself for ever, unbounded",
      ["import sys", "sys.setrecursionlimit(10**9)", "return compute(bars)"],
      { code: "code-failed" },
    ],
  ])("is named in Python, of a source that %s", async (_, lines, fault) => {
    const source = `def compute(bars):\n${lines.map((line) => `    ${line}\n`).join("")}`;
    expect(await faultOf("python", source)).toMatchObject(fault);
  });
});
