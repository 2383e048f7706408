/** What the Data page says of files that came to a dataset which was there. */
import { expect, it } from "vitest";
import { addedText } from "#src/pages/datasets/added-words.ts";

const BEFORE = { instruments: 5, bars: 500, first: "2020-01-01", last: "2020-05-29" };
const NO_DAYS = { instruments: 0, fewest: 0, most: 0 };

it.each([
  {
    title: "three days for each of five instruments",
    added: { instruments: 5, fewest: 3, most: 3 },
    now: { instruments: 5, bars: 515, lastDate: "2020-06-03" },
    says: '"Mine": 3 days added to 5 instruments; 5 instruments and 515 bars in all; it goes to 03/06/2020 now.',
  },
  {
    title: "a day for one, and two for another",
    added: { instruments: 2, fewest: 1, most: 2 },
    now: { instruments: 5, bars: 503, lastDate: "2020-05-29" },
    says: '"Mine": 1 to 2 days added to 2 instruments; 5 instruments and 503 bars in all.',
  },
  {
    title: "a week of bars of a week",
    added: { instruments: 1, fewest: 1, most: 1 },
    now: { instruments: 5, bars: 501, lastDate: "2020-05-29", frequency: "weekly" as const },
    says: '"Mine": 1 week added to 1 instrument; 5 instruments and 501 bars in all.',
  },
  {
    title: "an instrument more, of earlier days",
    added: NO_DAYS,
    now: { instruments: 6, bars: 501, lastDate: "2020-05-29" },
    says: '"Mine": 1 instrument is new; 6 instruments and 501 bars in all.',
  },
  {
    title: "days and an instrument more",
    added: { instruments: 1, fewest: 1, most: 1 },
    now: { instruments: 6, bars: 502, lastDate: "2020-05-29" },
    says: '"Mine": 1 day added to 1 instrument; 1 instrument is new; 6 instruments and 502 bars in all.',
  },
  {
    title: "the same bars with other values",
    added: NO_DAYS,
    now: { instruments: 5, bars: 500, lastDate: "2020-05-29" },
    says: '"Mine": no day added, values as in these files now; 5 instruments and 500 bars in all.',
  },
  {
    title: "fewer bars than were there",
    added: NO_DAYS,
    now: { instruments: 5, bars: 499, lastDate: "2020-05-29" },
    says: '"Mine": 1 bar fewer than before; 5 instruments and 499 bars in all.',
  },
])("says what was added: $title", ({ now, added, says }) => {
  expect(addedText("Mine", now, { ...BEFORE, added })).toBe(says);
});
