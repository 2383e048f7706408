import { expect, it } from "vitest";
import { derivativeWords } from "#src/format/derivative-words.ts";

it.each([
  ["FUTURES", "Futures"],
  ["OPTIONS", "Options"],
])("says of %s how they are simulated", (type, name) => {
  expect(derivativeWords(type)).toBe(
    `${name} are simulated as if they were shares: bought at their full price, without lots, margin, roll or expiry.`,
  );
});

it.each(["EQUITY", "INDEX"])("has nothing to say of %s", (type) => {
  expect(derivativeWords(type)).toBeNull();
});
