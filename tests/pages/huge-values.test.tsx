/** Drawings of values that no sum or difference can be taken of: nothing is drawn of them, and nothing says NaN. */
import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, it } from "vitest";
import { GrowthPicture } from "#src/pages/results/growth-picture.tsx";
import { Histogram } from "#src/ui/histogram.tsx";
import { Scatter } from "#src/ui/scatter.tsx";
import { SmallCurves } from "#src/ui/small-curves.tsx";
import { YearBars } from "#src/ui/year-bars.tsx";

const HUGE = 1.5e308;
const drawing = { current: null };
const plot = { label: "Huge", drawing };
const day = Int32Array.of(18_000, 18_001, 18_002);
const none = Float64Array.of(0, 0, 0);
const curve = Float64Array.of(100, HUGE, Infinity);

const PLOTS: readonly { readonly title: string; readonly plot: ReactElement }[] = [
  {
    title: "a histogram",
    plot: (
      <Histogram
        {...plot}
        bins={[
          { from: -HUGE, to: 0, count: 1 },
          { from: 0, to: HUGE, count: 2 },
        ]}
        formatValue={String}
        formatCount={String}
      />
    ),
  },
  {
    title: "bars of years",
    plot: (
      <YearBars
        {...plot}
        shaded={[]}
        format={String}
        years={[
          { year: 2020, own: -HUGE, benchmark: HUGE, average: Infinity },
          { year: 2021, own: 5, benchmark: NaN, average: 7 },
        ]}
      />
    ),
  },
  {
    title: "dots",
    plot: (
      <Scatter
        {...plot}
        x={Float64Array.of(-HUGE, HUGE, 3)}
        y={Float64Array.of(1, Infinity, 2)}
        isGain={(place) => place > 0}
        xTitle="x"
        yTitle="y"
        format={String}
      />
    ),
  },
  {
    title: "the growth of a saved report",
    plot: (
      <GrowthPicture
        curves={{
          day,
          value: curve,
          benchmark: curve,
          average: curve,
          drawdown: none,
          benchmarkDrawdown: none,
          positions: Int32Array.of(0, 0, 0),
        }}
        currency="INR"
        scale="linear"
        label="Growth"
      />
    ),
  },
  { title: "small curves", plot: <SmallCurves account={[100, Infinity, 120]} index={[100, HUGE, 90]} /> },
];

it.each(PLOTS)("$title leaves them out", ({ plot: shown }) => {
  const { container } = render(shown);
  expect(container.querySelector("svg")).not.toBeNull();
  expect(container.innerHTML).not.toMatch(/NaN|Infinity/);
});
