import { expect, it } from "vitest";
import { missingSessions } from "#workers/deploy/missing-sessions.ts";

const behind = (known: readonly string[], added: readonly string[]) =>
  missingSessions(known, added).map(({ session }) => session);
/** 2025-03-03 is a Monday. */
const day = (number: number) => `2025-03-${String(number).padStart(2, "0")}`;

it("finds weekdays without a session, and no weekends", () => {
  expect(behind([day(6)], [day(7), day(10), day(11)])).toEqual([]);
  expect(missingSessions([day(6)], [day(10)])).toEqual([
    { session: day(10), message: expect.stringContaining("no session on 2025-03-07:") },
  ]);
  expect(behind([day(3)], [day(5), day(6), day(10)])).toEqual([day(5), day(10)]);
  expect(missingSessions([day(3)], [day(31)])[0]?.message).toContain("and 14 more:");
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
