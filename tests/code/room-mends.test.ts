import { expect, it } from "vitest";
import { faultOf } from "#workers/code/room-talk.ts";
import type { FaultAnswer } from "#workers/code/room-messages.ts";

const said = (code: FaultAnswer["code"], text: string): FaultAnswer => ({
  type: "fault",
  code,
  text,
  symbol: "AAA",
  line: null,
  column: null,
  lines: "",
});

it.each([
  [
    "code-failed",
    "compute gave back 3 numbers for 4 bars",
    ": let it return an array with one number for each bar",
  ],
  [
    "code-failed",
    "there is no function compute at the top level",
    ": write compute(bars) there, outside of anything else",
  ],
  [
    "rules-unknown-name",
    'fact("pe") is no fact',
    ": ask for a fact that the dataset has, by its whole name in quotes",
  ],
  [
    "code-failed",
    "ModuleNotFoundError: No module named 'numpy'",
    ": add its wheel under Python in the settings, or do without it",
  ],
  ["code-failed", "ModuleNotFoundError: js is not there: a room has no page", ""],
  ["code-too-big", "Python needed more than 512 MB of memory", ": keep fewer numbers at a time"],
  [
    "code-unavailable",
    "this engine does not let go of fetch",
    ": use a newer version of the browser, or of Node",
  ],
  ["code-failed", "ReferenceError: nothing is not defined", ""],
] as const)("%s of a room, %s, is told with its mend", (code, text, mend) => {
  expect(faultOf(said(code, text), null)).toEqual({ code, text: `${text}${mend}`, symbol: "AAA" });
});

it("tells of what took too long, or died, with its mend as well", () => {
  expect(faultOf("alive", "AAA")).toMatchObject({
    code: "code-too-slow",
    text: expect.stringMatching(/: go /),
  });
  expect(faultOf("dead", "AAA")).toMatchObject({
    code: "code-too-big",
    text: expect.stringMatching(/: keep /),
  });
});
