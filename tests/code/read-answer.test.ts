import { expect, it } from "vitest";
import { readAnswer } from "#workers/code/read-answer.ts";

const lines = "";
const fault = { type: "fault", code: "code-failed", text: "no", symbol: null, line: 3, column: null, lines };

it.each([
  { type: "opened", lines: "a\n" },
  { type: "numbers", numbers: new Float64Array(2), instruments: 1, lines },
  fault,
])("believes %o", (answer) => {
  expect(readAnswer(answer)).toEqual(answer);
});

it.each([
  null,
  "opened",
  { type: "opened" },
  { type: "opened", lines: "x".repeat(1e6) },
  { type: "numbers", numbers: [1, 2], instruments: 1, lines },
  { type: "numbers", numbers: new Float64Array(2), instruments: 0, lines },
  { type: "numbers", numbers: new Float64Array(2), instruments: 0.5, lines },
  { ...fault, code: "cancelled" },
  { ...fault, text: { length: 1 } },
  { ...fault, line: "3" },
  { type: "close", lines },
])("takes %o for a fault", (answer) => {
  expect(readAnswer(answer)).toMatchObject({ type: "fault", code: "code-failed", lines: "" });
});
