import { expect, it } from "vitest";
import { missingSessions } from "#workers/deploy/warnings.ts";

const behind = (known: readonly string[], added: readonly string[]) =>
  missingSessions(known, added, "daily").map(({ session }) => session);
/** 2025-03-03 is a Monday. */
const day = (number: number) => `2025-03-${String(number).padStart(2, "0")}`;

it("finds weekdays without a session, and no weekends", () => {
  expect(behind([day(6)], [day(7), day(10), day(11)])).toEqual([]);
  expect(missingSessions([day(6)], [day(10)], "daily")).toEqual([
    { session: day(10), message: expect.stringContaining("no session on 2025-03-07:") },
  ]);
  expect(behind([day(3)], [day(5), day(6), day(10)])).toEqual([day(5), day(10)]);
  expect(missingSessions([day(3)], [day(31)], "daily")[0]?.message).toContain("and 14 more:");
});

it("learns the days of the week of a market from its sessions", () => {
  const everyDay = Array.from({ length: 20 }, (_, at) => day(at + 1));
  expect(behind(everyDay, [day(22)])).toEqual([day(22)]);
  const mondays = Array.from({ length: 12 }, (_, at) =>
    new Date(Date.UTC(2025, 0, 6 + 7 * at)).toISOString().slice(0, 10),
  );
  expect(behind(mondays.slice(0, 11), mondays.slice(11))).toEqual([]);
  expect(behind(mondays.slice(0, 10), mondays.slice(11))).toEqual(mondays.slice(11));
});

it("counts whole weeks of weekly bars and whole months of monthly ones, whatever their weekday", () => {
  // Friday the 7th, Thursday the 13th and Monday the 17th are in three weeks, one behind the other
  expect(missingSessions([day(7)], [day(13), day(17)], "weekly")).toEqual([]);
  expect(missingSessions([day(7)], [day(27)], "weekly")).toEqual([
    { session: day(27), message: expect.stringContaining("in the week of 2025-03-10, 2025-03-17:") },
  ]);
  expect(missingSessions(["2024-11-29"], ["2024-12-31", "2025-01-31"], "monthly")).toEqual([]);
  expect(missingSessions(["2024-11-01"], ["2025-01-31"], "monthly")).toEqual([
    { session: "2025-01-31", message: expect.stringContaining("no session in 2024-12:") },
  ]);
});
