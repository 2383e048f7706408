import { describe, expect, it } from "vitest";
import {
  formatAgo,
  formatDay,
  formatDayRange,
  formatEpochDay,
  formatMoment,
  formatSecondsLeft,
  yearsBetween,
} from "#src/format/day.ts";

it.each([
  { iso: "2000-01-01", text: "01/01/2000" },
  { iso: "2025-03-20", text: "20/03/2025" },
  { iso: null, text: "–" },
  { iso: "soon", text: "–" },
])("writes the day $iso as $text", ({ iso, text }) => {
  expect(formatDay(iso)).toBe(text);
});

it("writes a range and an epoch day", () => {
  expect(formatDayRange("2000-01-01", "2025-03-20")).toBe("01/01/2000 – 20/03/2025");
  expect(formatEpochDay(0)).toBe("01/01/1970");
});

it.each([
  { start: "2000-01-01", end: "2025-03-20", years: 25 },
  { start: "2020-01-01", end: "2020-02-01", years: 1 },
  { start: "2020-01-01", end: "2022-12-31", years: 3 },
])("counts $years years from $start to $end", ({ start, end, years }) => {
  expect(yearsBetween(start, end)).toBe(years);
});

describe("formatAgo", () => {
  const now = Date.UTC(2025, 5, 15, 12);
  it.each([
    { seconds: 0, text: "just now" },
    { seconds: -30, text: "just now" },
    { seconds: 59, text: "just now" },
    { seconds: 60, text: "1 minute ago" },
    { seconds: 7200, text: "2 hours ago" },
    { seconds: 86_400, text: "yesterday" },
    { seconds: 86_400 * 3, text: "3 days ago" },
    { seconds: 86_400 * 70, text: "2 months ago" },
    { seconds: 86_400 * 800, text: "2 years ago" },
  ])("says $text after $seconds s", ({ seconds, text }) => {
    expect(formatAgo(now - seconds * 1000, now)).toBe(text);
  });
});

it("writes a moment in the reader's own time", () => {
  expect(formatMoment(new Date(2025, 2, 20, 9, 5).getTime())).toBe("20/03/2025, 09:05");
  expect(formatMoment(9e15)).toBe("–"); // past the last day that a calendar has here
});

it.each([
  { seconds: 0.2, text: "under 1 s" },
  { seconds: 12.4, text: "about 12 s" },
  { seconds: 200, text: "about 3 min" },
  { seconds: 7300, text: "about 2 h" },
])("rounds $seconds s to $text", ({ seconds, text }) => {
  expect(formatSecondsLeft(seconds)).toBe(text);
});
