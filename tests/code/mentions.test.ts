import { describe, expect, it } from "vitest";
import { mentionsOf } from "#workers/code/mentions.ts";

describe("a fact is named by a source", () => {
  it.each([
    ["fact('pe')", "pe"],
    ['bars["fact"]("PE")', "pe"],
    ["fact(`pe.ttm`)", "pe.ttm"],
    ["const NAMES = { pe: 1 } // and their order", "PE"],
    ["fact('score.')", "score."],
    ["# as pe.", "pe"],
  ])("in %s: %s", (source, fact) => {
    expect(mentionsOf(source).names(fact)).toBe(true);
  });

  it.each([
    ["const speed = open[0]", "pe"],
    ["fact('peg')", "pe"],
    ["fact('pe_ratio')", "pe"],
    ["fact('pe2')", "pe"],
    ["fact('pe.ttm')", "pe"],
    ["fact('forward.pe')", "pe"],
    ["fact('größe')", "gr"],
  ])("by whole words only: not in %s: %s", (source, fact) => {
    expect(mentionsOf(source).names(fact)).toBe(false);
  });
});

it("columns, dates and the market are those that the text has as words", () => {
  const { figures, hasDate, hasMarket } = mentionsOf(
    "const { close, highest } = bars; bars.volume; closed; update",
  );
  expect(figures).toEqual(["close", "volume"]);
  expect([hasDate, hasMarket]).toEqual([false, false]);
  expect(mentionsOf("bars.market.close, bars['date']")).toMatchObject({ hasDate: true, hasMarket: true });
});
