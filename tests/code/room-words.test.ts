/** What a person reads of a room that ended its work: what is wrong, how long it had, and the mend. */
import { expect, it } from "vitest";
import { faultOf, openingFault } from "#workers/code/room-talk.ts";

it("tells an instrument that took more than its two seconds, and what to do", () => {
  expect(faultOf("alive", "AB")).toEqual({
    code: "code-too-slow",
    symbol: "AB",
    text: "it was not done within the 2 seconds that an instrument may take: go through its bars fewer times",
  });
});

it.each([
  [2100, "2 seconds"],
  [15_000, "15 seconds"],
])("tells a text that was not read in the time that opening a room has (%i ms)", (ms, time) => {
  expect(openingFault("alive", ms)).toEqual({
    code: "code-too-slow",
    text: `what stands outside of compute was not done within ${time}: move it into compute, or do less there`,
  });
});

it("tells a room that died, and what to do", () => {
  expect(faultOf("dead", null)).toEqual({
    code: "code-too-big",
    text: "what ran it died, most often for want of memory: keep fewer numbers at a time",
  });
  expect(openingFault("dead", 2100)).toEqual(faultOf("dead", null));
});
