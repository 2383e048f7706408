import { describe, expect, it } from "vitest";
import { verdictOf } from "#workers/words/verdict.ts";
import { better, GOLDEN_CROSS, rates, VERDICT_CASES } from "./verdict-cases.ts";

describe("the verdict of a run", () => {
  it.each(VERDICT_CASES)("$title", ({ facts, tone, sentence, marked = "", phrase }) => {
    const verdict = verdictOf(facts);
    const found = verdict.pieces.filter(({ isMarked }) => isMarked).map(({ words }) => words);
    expect({
      tone: verdict.tone,
      sentence: verdict.sentence,
      marked: found.join("|"),
      phrase: verdict.phrase,
    }).toEqual({ tone, sentence, marked, phrase });
    expect(verdict.pieces.map(({ words }) => words).join("")).toBe(sentence);
  });

  it("writes its figures as it is asked to", () => {
    const { sentence, phrase } = verdictOf(GOLDEN_CROSS, (value, decimals) =>
      value.toFixed(decimals).replace(".", ","),
    );
    expect(sentence).toBe(
      "Ahead of IDX by 2,0 points a year, behind the average share by 2,5: choosing cost money.",
    );
    expect(phrase).toBe("Behind the average share by 2,5 points a year");
  });

  it("says by how many points a year each yardstick is passed or missed, the easiest first", () => {
    const { parts } = verdictOf({ ...rates(12, 10, 15), ...better(4) });
    expect(parts).toEqual([
      { yardstick: "benchmark", standing: "ahead", points: 2 },
      { yardstick: "average", standing: "behind", points: -3 },
      { yardstick: "random", standing: "behind", points: null },
    ]);
  });

  it("counts no votes", () => {
    for (const { facts } of VERDICT_CASES)
      expect(verdictOf(facts).sentence).not.toMatch(/for it|against it|\d of \d yardsticks/i);
  });
});
