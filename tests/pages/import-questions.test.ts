/** What a person can answer to each kind of doubt that bars raise, in words and as what is sent. */
import { expect, it } from "vitest";
import { answerOf, describeAnswers, describeChoice } from "#src/pages/datasets/import-words.ts";
import type { ColumnDoubt, Question } from "#workers/model/import-check.ts";

const ask = (about: Question["about"], choices: readonly string[], doubt?: ColumnDoubt): Question => ({
  about,
  text: "",
  choices,
  ...(doubt === undefined ? {} : { doubt }),
});

it.each([
  [
    ask("codes", ["pad", "keep"]),
    "pad",
    { codes: "pad" },
    "Put the zeros back",
    "codes get their zeros back",
  ],
  [
    ask("codes", ["pad", "keep"]),
    "keep",
    { codes: "keep" },
    "The codes are right as they are",
    "codes are right as they are",
  ],
  [
    ask("stretch", ["drop", "keep"]),
    "drop",
    { stretch: "drop" },
    "Leave those bars out",
    "weeks or months beside shorter bars are left out",
  ],
  [
    ask("stretch", ["drop", "keep"]),
    "keep",
    { stretch: "keep" },
    "Keep all bars",
    "bars of all lengths are kept",
  ],
  [
    ask("stretch", ["drop", "cut", "keep"]),
    "cut",
    { stretch: "cut" },
    "Cut in two: they become an instrument of their own",
    "weeks or months beside shorter bars are an instrument of their own",
  ],
  [
    ask("hundredths", ["join", "keep"]),
    "join",
    { hundredths: "join" },
    "Bring all to the smaller unit",
    "prices are brought to the smaller unit",
  ],
  [
    ask("hundredths", ["join", "keep"]),
    "keep",
    { hundredths: "keep" },
    "They are right as they are",
    "prices are right as they are",
  ],
  [
    ask("columns", ["take"], "large"),
    "take",
    { columns: ["large"] },
    "Yes, import them as they are",
    "closes above 100,000,000 are prices",
  ],
  [
    ask("columns", ["take"], "nights"),
    "take",
    { columns: ["nights"] },
    "Yes, import them as they are",
    "closes far from the one before are prices",
  ],
  [
    ask("columns", ["rate", "take"], "sparse"),
    "rate",
    { figures: "rate" },
    "Rates, which nobody trades",
    "the figures are rates",
  ],
  [
    ask("columns", ["take"], "quotes"),
    "take",
    { columns: ["quotes"] },
    "Yes, import them as they are",
    "bids are the prices",
  ],
] as const)("%o: %s", (question, choice, answers, ...words) => {
  expect(answerOf(question, choice)).toEqual(answers);
  expect([describeChoice(question, choice), ...describeAnswers(answers)]).toEqual(words);
  expect(answerOf(question, "leave out")).toBeNull();
});
