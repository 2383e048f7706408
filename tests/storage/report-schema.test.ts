import { expect, it } from "vitest";
import { reportSchema } from "#src/storage/report-schema.ts";
import { portfolioReport, sampleReport } from "./sample-report.ts";

/** As a backup's file holds it. */
function inBackup(changes: object): unknown {
  const text = JSON.stringify({ ...sampleReport, ...changes }, (_key, value: unknown) =>
    value instanceof Float64Array || value instanceof Int32Array ? Array.from(value) : value,
  );
  return JSON.parse(text);
}

const next = {
  date: "2020-01-03",
  sells: [{ instrument: "AAA", reason: "rule", quantity: 10 }],
  buys: [{ instrument: "BBB", slotValue: 5, quantity: 2 }],
};

it("takes reports with what would be done next, and those of before it was noted", () => {
  expect(reportSchema.parse(inBackup({ next })).next).toEqual(next);
  expect("next" in reportSchema.parse(inBackup({}))).toBe(false);
  const named = { ...next, buys: [{ ...next.buys[0], label: "Beta", close: 2.4 }] };
  expect(reportSchema.parse(inBackup({ next: named })).next).toEqual(named);
});

it.each([
  { title: "a sale for the end of prices", change: { sells: [{ ...next.sells[0], reason: "no-data" }] } },
  { title: "a purchase without its quantity", change: { buys: [{ instrument: "BBB", slotValue: 5 }] } },
  { title: "a day that is none", change: { date: "soon" } },
  { title: "more than that", change: { orders: [] } },
])("refuses $title", ({ change }) => {
  expect(reportSchema.safeParse(inBackup({ next: { ...next, ...change } })).success).toBe(false);
});

it.each([1e9, -1e9, 0.5])("refuses a session on day %d, which no calendar has", (day) => {
  expect(reportSchema.safeParse(inBackup({})).success).toBe(true);
  const equity = { ...sampleReport.equity, day: [...sampleReport.equity.day.slice(1), day] };
  expect(reportSchema.safeParse(inBackup({ equity })).success).toBe(false);
});

it("knows positions that a rule sold", () => {
  const [position] = sampleReport.positions;
  const report = inBackup({ positions: [{ ...position, exitReason: "rule" }] });
  expect(reportSchema.parse(report).positions[0]?.exitReason).toBe("rule");
});

it("takes the money, the growth and the rebalances of a strategy/3, to the last key", () => {
  expect(reportSchema.parse(inBackup(portfolioReport))).toEqual(portfolioReport);
});

it.each([
  { part: "money", changes: { money: { ...portfolioReport.money, more: 1 } } },
  { part: "rebalances", changes: { rebalances: [{ ...portfolioReport.rebalances?.[0], more: 1 }] } },
  { part: "account", changes: { account: { ...portfolioReport.account, more: 1 } } },
  { part: "next", changes: { next: { ...portfolioReport.next, more: 1 } } },
])("refuses more than is known in $part", ({ changes }) => {
  expect(reportSchema.safeParse(inBackup({ ...portfolioReport, ...changes })).success).toBe(false);
});
