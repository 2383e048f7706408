/** The canvas of a TimeChart. The component around it has the words; this draws and reports. */
import {
  AreaSeries,
  HistogramSeries,
  LineSeries,
  LineStyle,
  LineType,
  PriceScaleMode,
} from "lightweight-charts";
import type {
  IChartApiBase,
  ISeriesApi,
  LineSeriesPartialOptions,
  LineWidth,
  SeriesType,
} from "lightweight-charts";
import {
  colorOfLook,
  faded,
  keepPainted,
  MOST_POINTS,
  openChart,
  paintBackground,
  toPoint,
  WHOLE_PERIOD,
} from "./open-chart.ts";
import { addPriceAxis, quietFormat } from "./price-axis.ts";
import { thinRows } from "./thin-rows.ts";

/** What a series stands for; the style sheet has its colour. */
export type SeriesLook =
  | "strategy"
  | "benchmark"
  | "average"
  | "middle"
  | "inner"
  | "outer"
  | "first"
  | "known"
  | RunLook;

/** Looks of the runs that are compared, the first first. */
export const RUN_LOOKS = ["run-1", "run-2", "run-3", "run-4", "run-5", "run-6"] as const;
type RunLook = (typeof RUN_LOOKS)[number];

export interface TimeSeries {
  readonly name: string;
  readonly look: SeriesLook;
  /** Steps hold a value until the next one; points stand by themselves. */
  readonly kind: "line" | "steps" | "points" | "area" | "columns";
  /** A thin line beside another of the same look. */
  readonly isThin?: boolean;
  /** An area between its values and the top, for falls. */
  readonly isFromTop?: boolean;
  /** One a row; NaN leaves a gap. */
  readonly values: Float64Array;
  /** What the legend says of a row, in place of its value. */
  readonly textAt?: (row: number) => string;
  /** Stands with the last value at the axis, so that a line is known where it ends. */
  readonly tag?: string;
}

export interface TimePane {
  /** Drawn in this order, the last one on top. */
  readonly series: readonly TimeSeries[];
  readonly format: (value: number) => string;
  /** Equal steps of the axis are equal ratios. */
  readonly isLog?: boolean;
}

interface TimeCurves {
  /** EpochDays, ascending. */
  readonly day: Int32Array;
  readonly panes: readonly TimePane[];
  readonly formatDay: (day: number) => string;
  /** The row under the crosshair, or null. */
  readonly onHover: (row: number | null) => void;
}

export interface TimeDrawing {
  /** Puts the curves in, which the empty chart makes room for first: call it once, when that is painted. */
  readonly fill: () => void;
  readonly picture: () => HTMLCanvasElement;
  readonly remove: () => void;
}

const MARGINS = { top: 0.12, bottom: 0.08 };
/** What is filled from the top begins there. */
const FROM_TOP = { top: 0.02, bottom: 0.06 };

/** Draws panes and axes, still empty. */
export function drawTimeChart(host: HTMLElement, curves: TimeCurves): TimeDrawing {
  const chart = openChart(host, {
    formatDay: curves.formatDay,
    scaleMargins: MARGINS,
    timeScale: WHOLE_PERIOD,
  });
  const series = curves.panes.flatMap((pane) => pane.series);
  const values = series.map((one) => one.values);
  const points = series.filter(({ kind }) => kind === "points").map((one) => one.values);
  const rows = thinRows(curves.day.length, values, MOST_POINTS, points);
  const drawn = curves.panes.flatMap(({ series: own, format }, pane) =>
    own.map((one) => ({
      look: one.look,
      series: addSeries(chart, one, format, pane),
      values: one.values,
      pane,
    })),
  );
  setAxes(chart, curves.panes, drawn);
  chart.subscribeCrosshairMove(({ time, logical }) => {
    const isOn = time !== undefined && logical !== undefined;
    const point = isOn ? Math.min(rows.length - 1, Math.max(0, logical)) : -1;
    curves.onHover(rows[point] ?? null);
  });
  const unfollow = keepPainted(chart, () => paint(chart, host, drawn));
  return {
    fill() {
      for (const one of drawn) one.series.setData(toPoints(rows, curves.day, one.values));
      chart.timeScale().fitContent();
    },
    picture: () => chart.takeScreenshot(),
    remove() {
      unfollow();
      chart.remove();
    },
  };
}

/** Each pane says what it is, once all are there: the library hands what the first one is told on to those that come later. */
function setAxes(chart: IChartApiBase, panes: readonly TimePane[], drawn: readonly DrawnSeries[]): void {
  for (const [place, { series, isLog = false }] of panes.entries()) {
    const first = drawn.find(({ pane }) => pane === place)?.series;
    if (!first) continue;
    const isFromTop = series.some((one) => one.isFromTop);
    first.priceScale().applyOptions({
      mode: isLog ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal,
      scaleMargins: isFromTop ? FROM_TOP : MARGINS,
    });
    addPriceAxis(chart, first);
  }
}

function addSeries(
  chart: IChartApiBase,
  { kind, look, tag, isThin = false, isFromTop = false }: TimeSeries,
  format: TimePane["format"],
  pane: number,
): ISeriesApi<SeriesType> {
  const options = {
    priceLineVisible: false,
    lastValueVisible: tag !== undefined,
    title: tag ?? "",
    lineWidth: isThin ? 1 : (LINE_WIDTHS[look] ?? 1),
    priceFormat: quietFormat(format, 0.01),
  } as const;
  switch (kind) {
    case "line":
    case "steps":
    case "points":
      return chart.addSeries(
        LineSeries,
        { ...options, ...LINES[kind], lineStyle: LINE_STYLES[look] ?? LineStyle.Solid },
        pane,
      );
    case "area":
      return chart.addSeries(AreaSeries, { ...options, invertFilledArea: isFromTop }, pane);
    case "columns":
      return chart.addSeries(HistogramSeries, options, pane);
  }
}

const LINES = {
  line: {},
  steps: { lineType: LineType.WithSteps },
  points: {
    lineVisible: false,
    pointMarkersVisible: true,
    pointMarkersRadius: 3,
    crosshairMarkerVisible: false,
  },
} as const satisfies Partial<Record<TimeSeries["kind"], LineSeriesPartialOptions>>;

/** Lines differ in more than colour: no two of the runs and of what they are held against have the same dashes and width. */
export const LINE_STYLES: Partial<Record<SeriesLook, LineStyle>> = {
  benchmark: LineStyle.Dashed,
  average: LineStyle.SparseDotted,
  inner: LineStyle.Dotted,
  "run-2": LineStyle.LargeDashed,
  "run-3": LineStyle.Dotted,
  "run-5": LineStyle.LargeDashed,
  "run-6": LineStyle.Dotted,
};
export const LINE_WIDTHS: Partial<Record<SeriesLook, LineWidth>> = {
  strategy: 2,
  benchmark: 2,
  average: 2,
  middle: 2,
  "run-1": 2,
  "run-2": 2,
  "run-3": 2,
  "run-4": 4,
  "run-5": 4,
  "run-6": 4,
};

function toPoints(rows: Int32Array, day: Int32Array, values: Float64Array) {
  return Array.from(rows, (row) => toPoint(day[row] ?? 0, values[row] ?? Number.NaN));
}

interface DrawnSeries {
  readonly look: SeriesLook;
  readonly series: ISeriesApi<SeriesType>;
  readonly pane: number;
}

/** Takes the colours from the style sheet: the legend's swatches and the host's own text and border. */
function paint(chart: IChartApiBase, host: HTMLElement, drawn: readonly DrawnSeries[]): void {
  paintBackground(chart, getComputedStyle(host));
  for (const { look, series } of drawn) {
    const color = colorOfLook(host, look);
    series.applyOptions({
      color,
      lineColor: color,
      topColor: faded(color, 0.35),
      bottomColor: faded(color, 0.05),
    });
  }
}
