import { expect, it } from "vitest";
import { joinWords } from "#src/format/join-words.ts";

it("joins words with commas and a conjunction", () => {
  expect(joinWords([], "or")).toBe("");
  expect(joinWords(["a"], "or")).toBe("a");
  expect(joinWords(["a", "b", "c"], "and")).toBe("a, b and c");
});
