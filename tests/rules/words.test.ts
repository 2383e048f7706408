import { describe, expect, it } from "vitest";
import { FUNCTION_ARGUMENTS, FUNCTION_NAMES } from "#tests/support/naive-rules/tree.ts";
import { RESERVED_NAMES } from "#workers/model/reserved-names.ts";
import { FUNCTIONS } from "#workers/rules/function-table.ts";
import { KEYWORDS } from "#workers/rules/grammar.ts";
import { NAMES } from "#workers/rules/name-table.ts";
import { SUFFIX_POWERS } from "#workers/model/written-number.ts";

const inLowerCase = (words: Iterable<string>) => [...words].map((word) => word.toLowerCase()).toSorted();

/** Entries that people can write; the others serve them. */
const written = FUNCTIONS;

describe("the words of the language", () => {
  it("are those that no fact may be called", () => {
    const suffixes = Object.keys(SUFFIX_POWERS).filter((suffix) => suffix !== "%");
    const words = [
      ...written.map(({ name }) => name),
      ...NAMES.map(({ name }) => name),
      ...KEYWORDS,
      ...suffixes,
    ];
    expect(inLowerCase(RESERVED_NAMES)).toEqual(inLowerCase(words));
  });

  it("has each function once, in the order of its page, with as many arguments", () => {
    expect(inLowerCase(written.map(({ name }) => name))).toEqual(inLowerCase(FUNCTION_NAMES));
    const counts = Object.fromEntries(written.map(({ name, parameters }) => [name, parameters.length]));
    const expected = Object.fromEntries(
      FUNCTION_NAMES.map((name) => [name, FUNCTION_ARGUMENTS[name].length]),
    );
    expect(counts).toEqual(expected);
  });
});
