/** Cases of the three yardsticks: each sentence and its colour worked by hand from the rates beside it. */
import { AVERAGE_SHARE_NAME, EQUAL_WEIGHT_NAME } from "#workers/model/benchmark-names.ts";
import type { Tone, Yardsticks } from "#workers/words/verdict.ts";

/** A run of 25 years on 120 instruments; the account's rate, its index's and the average share's. */
export function rates(own: number | null, index: number | null, average: number | null): Yardsticks {
  return {
    days: 9000,
    instruments: 120,
    own,
    benchmark: { label: "IDX", cagr: index },
    average: { cagr: average },
    random: null,
    hasLookAhead: false,
  };
}

/** The yearly rate (engine.md, section 5) of what grew by so many percent in so many days. */
function rate(growth: number, days: number): number {
  return ((1 + growth / 100) ** (365.25 / days) - 1) * 100;
}

function inDays(days: number, own: number, index: number, average: number): Yardsticks {
  return { ...rates(rate(own, days), rate(index, days), rate(average, days)), days };
}

export function better(worse: number, runs = 200) {
  return { random: { worse, runs } };
}

interface Case {
  readonly title: string;
  readonly facts: Yardsticks;
  readonly tone: Tone;
  readonly sentence: string;
  /** What is marked; absent for nothing. */
  readonly marked?: string;
  readonly phrase: string;
}

export const GOLDEN_CROSS = rates(12.3, 10.3, 14.8);
const AHEAD_OF_BOTH = rates(15.5, 10.3, 14.8);
const NO_AVERAGE = { average: null };
const UNKNOWN = " How the average share did isn't known for this result.";

export const VERDICT_CASES: readonly Case[] = [
  {
    title: "ahead of the index, behind the average share and nearly all random runs",
    facts: { ...GOLDEN_CROSS, ...better(4) },
    tone: "mixed",
    sentence:
      "Ahead of IDX by 2.0 points a year, behind the average share by 2.5: choosing cost money. Better than 4 of 200 random runs.",
    marked: "behind the average share by 2.5",
    phrase: "Behind the average share by 2.5 points a year",
  },
  {
    title: "the same before random runs were made",
    facts: GOLDEN_CROSS,
    tone: "mixed",
    sentence: "Ahead of IDX by 2.0 points a year, behind the average share by 2.5: choosing cost money.",
    marked: "behind the average share by 2.5",
    phrase: "Behind the average share by 2.5 points a year",
  },
  {
    title: "ahead of all three",
    facts: { ...AHEAD_OF_BOTH, ...better(198) },
    tone: "ahead",
    sentence:
      "Ahead of IDX by 5.2 points a year, ahead of the average share by 0.7. Better than 198 of 200 random runs.",
    phrase: "Ahead of the average share by 0.7 points a year",
  },
  {
    title: "ahead of both that are known",
    facts: AHEAD_OF_BOTH,
    tone: "ahead",
    sentence: "Ahead of IDX by 5.2 points a year, ahead of the average share by 0.7.",
    phrase: "Ahead of the average share by 0.7 points a year",
  },
  {
    title: "95 % of the random runs are enough",
    facts: { ...AHEAD_OF_BOTH, ...better(190) },
    tone: "ahead",
    sentence:
      "Ahead of IDX by 5.2 points a year, ahead of the average share by 0.7. Better than 190 of 200 random runs.",
    phrase: "Ahead of the average share by 0.7 points a year",
  },
  {
    title: "one random run fewer is chance",
    facts: { ...AHEAD_OF_BOTH, ...better(189) },
    tone: "mixed",
    sentence:
      "Ahead of IDX by 5.2 points a year, ahead of the average share by 0.7. Better than 189 of 200 random runs: chance may do as well.",
    marked: "Better than 189 of 200 random runs",
    phrase: "Better than only 189 of 200 random runs",
  },
  {
    title: "better than all random runs",
    facts: { ...AHEAD_OF_BOTH, ...better(200) },
    tone: "ahead",
    sentence:
      "Ahead of IDX by 5.2 points a year, ahead of the average share by 0.7. Better than all 200 random runs.",
    phrase: "Ahead of the average share by 0.7 points a year",
  },
  {
    title: "ahead of both, better than no random run",
    facts: { ...AHEAD_OF_BOTH, ...better(0) },
    tone: "mixed",
    sentence:
      "Ahead of IDX by 5.2 points a year, ahead of the average share by 0.7. Better than none of 200 random runs.",
    marked: "Better than none of 200 random runs",
    phrase: "Better than none of 200 random runs",
  },
  {
    title: "half of the random runs do as well",
    facts: { ...AHEAD_OF_BOTH, ...better(100) },
    tone: "mixed",
    sentence:
      "Ahead of IDX by 5.2 points a year, ahead of the average share by 0.7. Better than 100 of 200 random runs: chance may do as well.",
    marked: "Better than 100 of 200 random runs",
    phrase: "Better than only 100 of 200 random runs",
  },
  {
    title: "5 % of the random runs need no explanation",
    facts: { ...GOLDEN_CROSS, ...better(10) },
    tone: "mixed",
    sentence:
      "Ahead of IDX by 2.0 points a year, behind the average share by 2.5: choosing cost money. Better than 10 of 200 random runs.",
    marked: "behind the average share by 2.5",
    phrase: "Behind the average share by 2.5 points a year",
  },
  {
    title: "one more of them does",
    facts: { ...GOLDEN_CROSS, ...better(11) },
    tone: "mixed",
    sentence:
      "Ahead of IDX by 2.0 points a year, behind the average share by 2.5: choosing cost money. Better than 11 of 200 random runs: chance may do as well.",
    marked: "behind the average share by 2.5",
    phrase: "Behind the average share by 2.5 points a year",
  },
  {
    title: "behind both that are known",
    facts: rates(8, 10.3, 14.8),
    tone: "behind",
    sentence: "Behind IDX by 2.3 points a year, behind the average share by 6.8: choosing cost money.",
    marked: "Behind IDX by 2.3 points a year",
    phrase: "Behind IDX by 2.3 points a year",
  },
  {
    title: "behind all three",
    facts: { ...rates(8, 10.3, 14.8), ...better(0) },
    tone: "behind",
    sentence:
      "Behind IDX by 2.3 points a year, behind the average share by 6.8: choosing cost money. Better than none of 200 random runs.",
    marked: "Behind IDX by 2.3 points a year",
    phrase: "Behind IDX by 2.3 points a year",
  },
  {
    title: "behind both, and no better than chance",
    facts: { ...rates(8, 10.3, 14.8), ...better(120) },
    tone: "behind",
    sentence:
      "Behind IDX by 2.3 points a year, behind the average share by 6.8: choosing cost money. Better than 120 of 200 random runs: chance may do as well.",
    marked: "Behind IDX by 2.3 points a year",
    phrase: "Behind IDX by 2.3 points a year",
  },
  {
    title: "behind both, but well ahead of chance",
    facts: { ...rates(8, 10.3, 14.8), ...better(199) },
    tone: "mixed",
    sentence:
      "Behind IDX by 2.3 points a year, behind the average share by 6.8: choosing cost money. Better than 199 of 200 random runs.",
    marked: "Behind IDX by 2.3 points a year",
    phrase: "Behind IDX by 2.3 points a year",
  },
  {
    title: "behind the index, ahead of the average share",
    facts: rates(11, 12, 10),
    tone: "mixed",
    sentence: "Behind IDX by 1.0 points a year, ahead of the average share by 1.0.",
    marked: "Behind IDX by 1.0 points a year",
    phrase: "Behind IDX by 1.0 points a year",
  },
  {
    title: "level with the index to the digit that is shown",
    facts: rates(10.34, 10.3, 9.3),
    tone: "mixed",
    sentence: "Level with IDX, ahead of the average share by 1.0 points a year.",
    marked: "Level with IDX",
    phrase: "Level with IDX",
  },
  {
    title: "half a tenth of a point is no longer level",
    facts: rates(10.06, 10, 9),
    tone: "ahead",
    sentence: "Ahead of IDX by 0.1 points a year, ahead of the average share by 1.1.",
    phrase: "Ahead of the average share by 1.1 points a year",
  },
  {
    title: "level with the average share",
    facts: rates(14.78, 10.3, 14.8),
    tone: "mixed",
    sentence: "Ahead of IDX by 4.5 points a year, level with the average share: choosing earned nothing.",
    marked: "level with the average share",
    phrase: "Level with the average share",
  },
  {
    title: "level with both",
    facts: rates(10.3, 10.3, 10.3),
    tone: "mixed",
    sentence: "Level with IDX, level with the average share: choosing earned nothing.",
    marked: "Level with IDX",
    phrase: "Level with IDX",
  },
  {
    title: "level with the index is not behind it",
    facts: rates(10.3, 10.3, 14.8),
    tone: "mixed",
    sentence: "Level with IDX, behind the average share by 4.5 points a year: choosing cost money.",
    marked: "Level with IDX",
    phrase: "Level with IDX",
  },
  {
    title: "no index: what all shares held made is no yardstick beside the average share, ahead",
    facts: { ...rates(15.5, 12, 14.8), benchmark: { label: EQUAL_WEIGHT_NAME, cagr: 12 } },
    tone: "ahead",
    sentence: "Ahead of the average share by 0.7 points a year.",
    phrase: "Ahead of the average share by 0.7 points a year",
  },
  {
    title: "no index, behind",
    facts: { ...rates(12.3, 12, 14.8), benchmark: { label: EQUAL_WEIGHT_NAME, cagr: 12 }, ...better(4) },
    tone: "behind",
    sentence:
      "Behind the average share by 2.5 points a year: choosing cost money. Better than 4 of 200 random runs.",
    marked: "Behind the average share by 2.5 points a year",
    phrase: "Behind the average share by 2.5 points a year",
  },
  {
    title: "the average share itself was chosen as benchmark",
    facts: { ...rates(15.5, 14.8, 14.8), benchmark: { label: AVERAGE_SHARE_NAME, cagr: 14.8 } },
    tone: "ahead",
    sentence: "Ahead of the average share by 0.7 points a year.",
    phrase: "Ahead of the average share by 0.7 points a year",
  },
  {
    title: "a result of an earlier version, ahead of the index, is not green",
    facts: { ...GOLDEN_CROSS, ...NO_AVERAGE },
    tone: "mixed",
    sentence: `Ahead of IDX by 2.0 points a year.${UNKNOWN}`,
    phrase: "Ahead of IDX by 2.0 points a year, average share unknown",
  },
  {
    title: "a result of an earlier version, behind the index",
    facts: { ...rates(8, 10.3, null), ...NO_AVERAGE },
    tone: "behind",
    sentence: `Behind IDX by 2.3 points a year.${UNKNOWN}`,
    marked: "Behind IDX by 2.3 points a year",
    phrase: "Behind IDX by 2.3 points a year",
  },
  {
    title: "a result of an earlier version with random runs",
    facts: { ...GOLDEN_CROSS, ...NO_AVERAGE, ...better(4) },
    tone: "mixed",
    sentence: `Ahead of IDX by 2.0 points a year. Better than 4 of 200 random runs.${UNKNOWN}`,
    marked: "Better than 4 of 200 random runs",
    phrase: "Better than only 4 of 200 random runs",
  },
  {
    title: "an earlier version without an index knows what all shares held made",
    facts: { ...rates(14, 12, null), benchmark: { label: EQUAL_WEIGHT_NAME, cagr: 12 }, ...NO_AVERAGE },
    tone: "mixed",
    sentence: `Ahead of all shares bought once and held by 2.0 points a year.${UNKNOWN}`,
    phrase: "Ahead of all shares bought once and held by 2.0 points a year, average share unknown",
  },
  {
    title: "nothing is known to compare it with",
    facts: { ...GOLDEN_CROSS, benchmark: null, ...NO_AVERAGE },
    tone: "mixed",
    sentence: "Nothing is known to compare it with.",
    phrase: "Nothing is known to compare it with",
  },
  {
    title: "random runs alone are known",
    facts: { ...GOLDEN_CROSS, benchmark: null, ...NO_AVERAGE, ...better(199) },
    tone: "mixed",
    sentence: `Better than 199 of 200 random runs.${UNKNOWN}`,
    phrase: "Better than 199 of 200 random runs, average share unknown",
  },
  {
    title: "eleven weeks have no yearly rate",
    facts: inDays(77, 21, 10, 15),
    tone: "ahead",
    sentence: "Ahead of IDX by 11.0 points in 77 days, ahead of the average share by 6.0.",
    phrase: "Ahead of the average share by 6.0 points in 77 days",
  },
  {
    title: "a day short of a year has none either",
    facts: inDays(364, 8, 10, 15),
    tone: "behind",
    sentence: "Behind IDX by 2.0 points in 364 days, behind the average share by 7.0: choosing cost money.",
    marked: "Behind IDX by 2.0 points in 364 days",
    phrase: "Behind IDX by 2.0 points in 364 days",
  },
  {
    title: "a year has one",
    facts: { ...rates(8, 10, 15), days: 365 },
    tone: "behind",
    sentence: "Behind IDX by 2.0 points a year, behind the average share by 7.0: choosing cost money.",
    marked: "Behind IDX by 2.0 points a year",
    phrase: "Behind IDX by 2.0 points a year",
  },
  {
    title: "a single day",
    facts: inDays(1, 2, 1, 3),
    tone: "mixed",
    sentence: "Ahead of IDX by 1.0 points in 1 day, behind the average share by 1.0: choosing cost money.",
    marked: "behind the average share by 1.0",
    phrase: "Behind the average share by 1.0 points in 1 day",
  },
  {
    title: "a run whose length nobody noted goes by yearly rates",
    facts: { ...GOLDEN_CROSS, days: null, instruments: null },
    tone: "mixed",
    sentence: "Ahead of IDX by 2.0 points a year, behind the average share by 2.5: choosing cost money.",
    marked: "behind the average share by 2.5",
    phrase: "Behind the average share by 2.5 points a year",
  },
  {
    title: "a run of one session can't be compared",
    facts: { ...rates(null, null, null), days: 0, ...better(0) },
    tone: "mixed",
    sentence: "Too short to be compared.",
    phrase: "Too short to be compared",
  },
  {
    title: "a rate beyond all numbers can't be compared",
    facts: { ...rates(Number.POSITIVE_INFINITY, 10, 10), days: 1 },
    tone: "mixed",
    sentence: "Too short to be compared.",
    phrase: "Too short to be compared",
  },
  {
    title: "an index without a rate is left out",
    facts: rates(15.5, null, 14.8),
    tone: "ahead",
    sentence: "Ahead of the average share by 0.7 points a year.",
    phrase: "Ahead of the average share by 0.7 points a year",
  },
  {
    title: "a universe of one instrument has no average and no chance",
    facts: { ...GOLDEN_CROSS, instruments: 1, ...better(0) },
    tone: "mixed",
    sentence: "Ahead of IDX by 2.0 points a year, behind the share itself by 2.5: trading cost money.",
    marked: "behind the share itself by 2.5",
    phrase: "Behind the share itself by 2.5 points a year",
  },
  {
    title: "level with the one share",
    facts: { ...rates(10.3, 9.3, 10.3), instruments: 1 },
    tone: "mixed",
    sentence: "Ahead of IDX by 1.0 points a year, level with the share itself: trading earned nothing.",
    marked: "level with the share itself",
    phrase: "Level with the share itself",
  },
  {
    title: "the one share is the benchmark, too",
    facts: { ...rates(12, 14, 14), instruments: 1, benchmark: { label: EQUAL_WEIGHT_NAME, cagr: 14 } },
    tone: "behind",
    sentence: "Behind the share itself by 2.0 points a year: trading cost money.",
    marked: "Behind the share itself by 2.0 points a year",
    phrase: "Behind the share itself by 2.0 points a year",
  },
  {
    title: "what knows later prices is neither good nor bad",
    facts: { ...AHEAD_OF_BOTH, ...better(198), hasLookAhead: true },
    tone: "mixed",
    sentence:
      "Ahead of IDX by 5.2 points a year, ahead of the average share by 0.7. Better than 198 of 200 random runs.",
    phrase: "Look-ahead found",
  },
  {
    title: "an account that lost everything",
    facts: rates(-100, 10, 15),
    tone: "behind",
    sentence: "Behind IDX by 110.0 points a year, behind the average share by 115.0: choosing cost money.",
    marked: "Behind IDX by 110.0 points a year",
    phrase: "Behind IDX by 110.0 points a year",
  },
  {
    title: "large figures are grouped",
    facts: inDays(30, 2600, 100, 200),
    tone: "ahead",
    sentence: "Ahead of IDX by 2,500.0 points in 30 days, ahead of the average share by 2,400.0.",
    phrase: "Ahead of the average share by 2,400.0 points in 30 days",
  },
];
