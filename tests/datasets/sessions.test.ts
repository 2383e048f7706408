import { describe, expect, it } from "vitest";
import {
  americanHolidays,
  indianHolidays,
  listSessions,
  type HolidayRule,
} from "#datasets/generator/sessions.ts";
import { toEpochDay } from "#workers/model/day.ts";

function sessionsOf(year: number, holidays: HolidayRule): string[] {
  return listSessions(toEpochDay(year, 1, 1), toEpochDay(year, 12, 31), holidays);
}

function fourthOfMarch(year: number): number[] {
  return [toEpochDay(year, 3, 4)];
}

describe("sessions", () => {
  it("are the weekdays between two days, both included", () => {
    // 2024-03-01 was a Friday
    expect(listSessions(toEpochDay(2024, 3, 1), toEpochDay(2024, 3, 5), () => [])).toEqual([
      "2024-03-01",
      "2024-03-04",
      "2024-03-05",
    ]);
  });

  it("leave out the holidays", () => {
    expect(listSessions(toEpochDay(2024, 3, 1), toEpochDay(2024, 3, 5), fourthOfMarch)).toEqual([
      "2024-03-01",
      "2024-03-05",
    ]);
  });

  it.each([
    { date: "2024-01-26", why: "Republic Day, a Friday" },
    { date: "2024-08-15", why: "Independence Day, a Thursday" },
    { date: "2024-10-02", why: "Gandhi's birthday, a Wednesday" },
    { date: "2024-12-25", why: "Christmas, a Wednesday" },
  ])("in India skip $date: $why", ({ date }) => {
    expect(sessionsOf(2024, indianHolidays)).not.toContain(date);
  });

  it.each([
    { date: "2023-01-02", why: "the Monday after a New Year's Day on a Sunday" },
    { date: "2023-01-16", why: "the third Monday of January" },
    { date: "2023-05-29", why: "the last Monday of May" },
    { date: "2023-07-04", why: "Independence Day, a Tuesday" },
    { date: "2023-09-04", why: "the first Monday of September" },
    { date: "2023-11-23", why: "the fourth Thursday of November" },
    { date: "2023-12-25", why: "Christmas, a Monday" },
  ])("in America skip $date: $why", ({ date }) => {
    expect(sessionsOf(2023, americanHolidays)).not.toContain(date);
  });

  it.each([
    { country: "India", holidays: indianHolidays, least: 250, most: 259 },
    { country: "America", holidays: americanHolidays, least: 250, most: 254 },
  ])("in $country are $least to $most in every year", ({ holidays, least, most }) => {
    for (let year = 2000; year <= 2024; year++) {
      const count = sessionsOf(year, holidays).length;
      expect(count).toBeGreaterThanOrEqual(least);
      expect(count).toBeLessThanOrEqual(most);
    }
  });
});
