/** What a plan of money in and out comes to, worked by hand. */
import { describe, expect, it } from "vitest";
import { moneyLine, plannedSums } from "#src/pages/builder/portfolio/planned-money.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Flow } from "#workers/model/flow.ts";

const period = { startDate: "2010-01-31", endDate: "2012-01-31" };

function told(flow: Flow): readonly string[] {
  return plannedSums(flow, period).map(({ day, amount }) => `${formatIsoDay(day)} ${amount}`);
}

describe("planned sums", () => {
  it("come each month on the same day, or the month's last, after the first day of the run", () => {
    const sums = told({ amount: 100, every: "monthly" });
    expect(sums).toHaveLength(24);
    expect([sums[0], sums[1], sums.at(-1)]).toEqual(["2010-02-28 100", "2010-03-31 100", "2012-01-31 100"]);
  });

  it("grow with each year of twelve months", () => {
    const sums = plannedSums({ amount: 100, every: "monthly", growPercent: 10 }, period);
    const total = sums.reduce((sum, { amount }) => sum + amount, 0);
    expect(total).toBeCloseTo(12 * 100 + 12 * 110, 9);
  });

  it("begin and end with their own dates; one that is due on the first day does not count", () => {
    expect(told({ amount: -50, every: "yearly", from: "2009-05-01", to: "2011-05-01" })).toEqual([
      "2010-05-01 -50",
      "2011-05-01 -50",
    ]);
    expect(told({ amount: 5, every: "once", from: "2010-01-31" })).toEqual([]);
    expect(told({ amount: 5, every: "once", from: "2010-02-01" })).toEqual(["2010-02-01 5"]);
  });

  it("of a part of the account are not known ahead", () => {
    expect(told({ percent: -4, every: "yearly" })).toEqual([]);
  });
});

describe("the line of the money put in", () => {
  it("goes up from one date to the next, the highest at the top", () => {
    const sums = [0, 50, 100].map((day) => ({ day, amount: 10 }));
    expect(moneyLine(sums, 100, 30)).toBe("0,20 50,10 100,0");
  });

  it("has no more corners than the sheet has columns", () => {
    const sums = Array.from({ length: 5000 }, (_, day) => ({ day, amount: 1 }));
    expect(moneyLine(sums, 240, 44).split(" ")).toHaveLength(241);
  });

  it("is none of a single day", () => {
    expect([moneyLine([], 10, 10), moneyLine([{ day: 1, amount: 5 }], 10, 10)]).toEqual(["", ""]);
  });
});
