/** A trade that broke even but for rounding is no win, wherever wins are told. */
import { expect, it } from "vitest";
import { handReport, position } from "./results-report.ts";
import { averageTrades } from "#src/pages/results/explanations.ts";
import { NO_FILTER, filterPositions, totalsOf } from "#src/pages/results/position-filter.ts";

const even = position({ instrument: "EVEN", profit: 1e-12, profitPercent: 0 });
const won = position({ instrument: "WON", profit: 60 });
const lost = position({ instrument: "LOST", profit: -20 });

it("in the totals of the positions", () => {
  expect(totalsOf([even, won, lost, lost])).toMatchObject({ trades: 4, winShare: 25 });
});

it("in the filter for gains", () => {
  const gains = filterPositions([even, won, lost], () => "stop-loss", { ...NO_FILTER, outcome: "gain" });
  expect(gains.map(({ instrument }) => instrument)).toEqual(["WON"]);
});

it("in the mean win beside the mean loss", () => {
  expect(averageTrades({ ...handReport, positions: [won, lost, even] })).toBe(
    "Average win 6.0 times the average loss",
  );
  expect(averageTrades({ ...handReport, positions: [won, even] })).toBe("");
});
