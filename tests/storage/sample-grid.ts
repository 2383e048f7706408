/** A grid of three variants, and a walk-forward over it, as the optimiser would store them. */
import { sampleReport } from "./sample-report.ts";
import type { GridCell } from "#src/storage/grid-record.ts";
import type { GridQuestion } from "#src/storage/grids.ts";
import type { WalkOutcome } from "#src/storage/walk-record.ts";
import type { ChainedRun } from "#workers/model/protocol.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

export const gridQuestion: GridQuestion = {
  strategyId: "mine",
  strategy: { ...defaultStrategy, name: "Mine" },
  datasetFingerprint: "abc",
  engineVersion: "1",
  axes: [{ field: "sell.trailingStopLoss", from: 10, to: 30, step: 10 }],
};

export function gridCell(sharpeRatio: number): GridCell {
  return { type: "figures", figures: { ...sampleReport.performance, sharpeRatio } };
}

const chained: ChainedRun = {
  performances: [sampleReport.performance],
  day: Int32Array.of(18262, 18263),
  value: Float64Array.of(100, 121.5),
  startValue: 100,
  endValue: 121.5,
  cagr: null,
  maxDrawdown: 0,
  sharpeRatio: 1.5,
  benchmark: {
    label: "INDEX",
    value: Float64Array.of(100, 110.25),
    endValue: 110.25,
    cagr: null,
    maxDrawdown: 0,
    sharpeRatio: null,
  },
};

export const walkOutcome: WalkOutcome = {
  windows: [
    {
      chosenOn: { from: "2019-01-01", to: "2019-12-31" },
      tradedOn: { from: "2020-01-01", to: "2020-12-31" },
      cell: 1,
      inSample: sampleReport.performance,
      outOfSample: sampleReport.performance,
    },
  ],
  walked: chained,
  saved: { ...chained, endValue: 100 },
};
