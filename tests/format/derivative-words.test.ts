import { expect, it } from "vitest";
import { derivativeWords } from "#src/format/derivative-words.ts";

it.each([
  ["EQUITY", null],
  ["INDEX", null],
  ["FUTURES", /^Futures are simulated as if they were shares: .* without lots, margin, roll or expiry\.$/],
  ["OPTIONS", /^Options are simulated as if they were shares: /],
] as const)("of %s", (type, words) => {
  if (words === null) expect(derivativeWords(type)).toBeNull();
  else expect(derivativeWords(type)).toMatch(words);
});
