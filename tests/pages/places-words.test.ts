import { expect, it } from "vitest";
import { candidateWords } from "#src/pages/builder/places-words.ts";
import type { Places } from "#src/pages/builder/places-words.ts";

const equal: Places = { maxPositions: 20, positionSizing: "equal-weight" };
const percent = (positionPercent: number, maxPositions = 20): Places => ({
  maxPositions,
  positionSizing: "percent-of-equity",
  positionPercent,
});

it.each([
  [0, equal, "Nothing would be bought that day."],
  [1, null, "1 candidate that day."],
  [20, equal, "20 candidates that day for 20 places."],
  [21, equal, "21 candidates that day for 20 places: the order priority decides."],
  [
    2,
    percent(25),
    "2 candidates that day for 20 places, as far as the money goes: the order priority decides.",
  ],
  [5, percent(0.1), "5 candidates that day for 20 places."], // 2 % in all
  [5, percent(25, 3), "5 candidates that day for 3 places: the order priority decides."], // 75 % in all
  [3, percent(25, 4), "3 candidates that day for 4 places."], // the whole account
  [
    30,
    { maxPositions: 20, positionSizing: "risk", positionPercent: 10 },
    "30 candidates that day for 20 places, as far as the money goes: the order priority decides.",
  ],
  [
    3,
    { ...equal, schedule: "monthly" },
    "3 candidates that day for 20 places. Buys are decided on the first session of a month only.",
  ],
  [3, { ...equal, schedule: "daily" }, "3 candidates that day for 20 places."],
] as const)("%d candidates, %o", (candidates, places, words) => {
  expect(candidateWords(candidates, places)).toBe(words);
});
