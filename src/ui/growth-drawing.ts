/**
 * The canvas of the growth chart: account, benchmark and average share above, their drawdowns and the number of open positions below,
 * over one time axis. The component around it has the words and the switches; this draws and reports.
 */
import {
  AreaSeries,
  createSeriesMarkers,
  createTextWatermark,
  LineSeries,
  LineStyle,
  LineType,
  PriceScaleMode,
} from "lightweight-charts";
import type {
  IChartApiBase,
  ISeriesApi,
  ITextWatermarkPluginApi,
  SeriesMarker,
  Time,
} from "lightweight-charts";
import {
  colorOfLook,
  faded,
  keepPainted,
  MOST_POINTS,
  openChart,
  paintBackground,
  toPoint,
  toTime,
  WHOLE_PERIOD,
} from "./open-chart.ts";
import { awaitTurn } from "./drawing-turns.ts";
import { linesOf, startingAt } from "./growth-curves.ts";
import type { GrowthCurves } from "./growth-curves.ts";
import { addPriceAxis, quietFormat } from "./price-axis.ts";
import type { PriceAxis } from "./price-axis.ts";
import { thinRows } from "./thin-rows.ts";

export interface GrowthTexts {
  readonly day: (epochDay: number) => string;
  /** Money in full and, on the axis, in short. */
  readonly value: (value: number) => string;
  readonly axis: (value: number) => string;
  /** Percent with its sign, and, on the axis, in short. */
  readonly growth: (percent: number) => string;
  readonly growthAxis: (percent: number) => string;
  /** What falls are called. */
  readonly drawdownName: string;
  readonly drawdown: (percent: number) => string;
  readonly count: (count: number) => string;
}

/** How the upper pane measures. */
export interface GrowthMeasure {
  readonly isLog: boolean;
  /** The row whose value is 0 % growth; null to show money. */
  readonly baseRow: number | null;
  /** The row on which benchmark and average share have the account's value. */
  readonly startRow: number;
  readonly hasAverage: boolean;
}

interface GrowthListeners {
  /** The row under the crosshair, or null. */
  readonly onHover: (row: number | null) => void;
  /** The first row in sight. */
  readonly onFirstRow: (row: number) => void;
}

/** Rows of the curves, both included. */
export interface GrowthSpan {
  readonly fromRow: number;
  readonly toRow: number;
}

/** A fall: rows of its high, its low and where it was made good. */
export interface GrowthMark {
  readonly peakRow: number;
  readonly troughRow: number;
  /** null while it lasts. */
  readonly recoveryRow: number | null;
  /** The same in words. */
  readonly text: string;
}

export interface GrowthDrawing {
  readonly measure: (measure: GrowthMeasure) => void;
  readonly show: (span: GrowthSpan) => void;
  /** Shows a fall with something around it and marks its ends; show() takes the marks away. */
  readonly mark: (mark: GrowthMark) => void;
  /** Shades these spans behind account and benchmark. */
  readonly shade: (spans: readonly GrowthSpan[]) => void;
  readonly picture: () => HTMLCanvasElement;
  readonly remove: () => void;
}

interface Drawn {
  readonly chart: IChartApiBase;
  /** Behind the curves of the first pane, on a scale of its own: 1 within a span, and 0. */
  readonly shades: ISeriesApi<"Area">;
  readonly strategy: ISeriesApi<"Line">;
  readonly benchmark: ISeriesApi<"Line">;
  readonly average: ISeriesApi<"Line">;
  readonly drawdown: ISeriesApi<"Area">;
  readonly benchmarkDrawdown: ISeriesApi<"Line">;
  readonly positions: ISeriesApi<"Area">;
  /** Axis of the first pane. */
  readonly axis: PriceAxis;
  /** What the lower panes show. */
  readonly titles: readonly PaneTitle[];
}

interface PaneTitle {
  readonly text: string;
  readonly watermark: ITextWatermarkPluginApi<Time>;
}

/** Sessions shown before and after a short fall. */
const LEAST_AROUND = 20;
/** With fewer in sight a thinned curve is coarse: pinched or pulled to this, it is drawn in full. */
const FEW_POINTS = 400;
/** Shares of the height: growth, drawdown, positions. */
const PANE_SHARES = [6, 2.6, 2.2];
/** Of a lower pane, for its title, which no curve runs through: 11 px on the lowest chart. */
const TITLE_SHARE = 0.32;

export function drawGrowth(
  host: HTMLElement,
  curves: GrowthCurves,
  texts: GrowthTexts,
  listeners: GrowthListeners,
): GrowthDrawing {
  const drawn = createDrawn(host, texts);
  const { chart } = drawn;
  const { day } = curves;
  const last = day.length - 1;
  let shown = curves;
  const few = thinRows(day.length, linesOf(curves), MOST_POINTS);
  const all = few.length === day.length ? few : thinRows(day.length, [], Infinity);
  let rows = few;
  let measure: GrowthMeasure = { isLog: false, baseRow: null, startRow: 0, hasAverage: true };
  let shaded: readonly GrowthSpan[] = [];
  const marks = createSeriesMarkers<Time>(drawn.strategy, []);
  const rowAt = (point: number) => rows[Math.min(rows.length - 1, Math.max(0, point))] ?? 0;
  /** The points of the chart are these rows from now on. */
  const setRows = (next: Int32Array) => {
    if (next === rows) return;
    rows = next;
    setValues(drawn, shown, rows, measure.baseRow);
    setLower(drawn, curves, rows);
    setShades(drawn, day, rows, shaded);
  };
  const pointAt = (row: number) => rows.findIndex((at) => at >= row);
  const show = (from: number, to: number) => {
    chart.timeScale().setVisibleLogicalRange({ from: pointAt(from), to: pointAt(to) });
  };
  const unlisten = listen(chart, rowAt, listeners);
  const unrefine = onGestureEnd(host, () => {
    const range = chart.timeScale().getVisibleLogicalRange();
    if (rows === all || !range || range.to - range.from > FEW_POINTS) return;
    const [from, to] = [rowAt(Math.round(range.from)), rowAt(Math.round(range.to))];
    setRows(all);
    show(from, to);
  });
  const unfollow = keepPainted(chart, () => paint(drawn, host));
  const callOff = awaitTurn(host, () => setLower(drawn, curves, rows));
  let isRemoved = false; // a rendering that was under way may still ask it for something
  return {
    measure(next) {
      if (isRemoved) return;
      if (next.startRow !== measure.startRow) shown = startingAt(curves, next.startRow);
      measure = next;
      setValues(drawn, shown, rows, measure.baseRow);
      setScale(drawn, texts, measure);
    },
    show({ fromRow, toRow }) {
      if (isRemoved) return;
      marks.setMarkers([]);
      setRows(toRow - fromRow < MOST_POINTS ? all : few);
      show(fromRow, toRow);
    },
    mark(mark) {
      if (isRemoved) return;
      setRows(all);
      marks.setMarkers(markersOf(mark, day, getComputedStyle(host).color));
      const end = mark.recoveryRow ?? last;
      const around = Math.max(LEAST_AROUND, Math.round((end - mark.peakRow) / 4));
      show(Math.max(0, mark.peakRow - around), Math.min(last, end + around));
    },
    shade(spans) {
      if (isRemoved) return;
      shaded = spans;
      paintShades(drawn, host); // the legend has its colour only now
      setShades(drawn, day, rows, shaded);
    },
    picture: () => chart.takeScreenshot(),
    remove() {
      isRemoved = true;
      callOff();
      unfollow();
      unlisten();
      unrefine();
      chart.remove();
    },
  };
}

function createDrawn(host: HTMLElement, texts: GrowthTexts): Drawn {
  const chart = openChart(host, {
    formatDay: texts.day,
    scaleMargins: { top: 0.12, bottom: 0.04 },
    timeScale: WHOLE_PERIOD,
  });
  const plain = { priceLineVisible: false, lastValueVisible: false } as const;
  const line = { ...plain, lineWidth: 2 } as const;
  const thin = { ...plain, lineWidth: 1 } as const;
  const fall = { priceFormat: quietFormat(texts.growthAxis, 0.1) };
  const shades = chart.addSeries(AreaSeries, {
    ...plain,
    lineType: LineType.WithSteps, // bars of a histogram have gaps between them: a fall of a year was stripes
    lineVisible: false,
    crosshairMarkerVisible: false,
    priceScaleId: "shades",
    autoscaleInfoProvider: () => ({ priceRange: { minValue: 0, maxValue: 1 } }),
  });
  shades.priceScale().applyOptions({ scaleMargins: { top: 0, bottom: 0 } });
  const benchmark = chart.addSeries(LineSeries, { ...line, lineStyle: LineStyle.Dashed });
  const drawn: Drawn = {
    chart,
    axis: addPriceAxis(chart, benchmark),
    shades,
    benchmark,
    average: chart.addSeries(LineSeries, { ...line, lineStyle: LineStyle.SparseDotted }),
    strategy: chart.addSeries(LineSeries, line),
    drawdown: chart.addSeries(AreaSeries, { ...thin, ...fall, invertFilledArea: true }, 1),
    benchmarkDrawdown: chart.addSeries(LineSeries, { ...thin, ...fall }, 1),
    positions: chart.addSeries(
      AreaSeries,
      { ...thin, lineType: LineType.WithSteps, priceFormat: quietFormat(texts.count, 1) },
      2,
    ),
    titles: [],
  };
  for (const [place, pane] of chart.panes().entries()) pane.setStretchFactor(PANE_SHARES[place] ?? 1);
  drawn.drawdown.priceScale().applyOptions({ scaleMargins: { top: 0.06, bottom: TITLE_SHARE } });
  drawn.positions.priceScale().applyOptions({ scaleMargins: { top: TITLE_SHARE, bottom: 0 } });
  for (const series of [drawn.drawdown, drawn.positions]) addPriceAxis(chart, series);
  return {
    ...drawn,
    titles: [
      titleOf(drawn.drawdown, texts.drawdownName, "bottom"),
      titleOf(drawn.positions, "Open positions", "top"),
    ],
  };
}

function titleOf(series: ISeriesApi<"Area">, text: string, vertAlign: "top" | "bottom"): PaneTitle {
  return { text, watermark: createTextWatermark(series.getPane(), { horzAlign: "left", vertAlign }) };
}

/** Reports rows at most once a frame. */
function listen(
  chart: IChartApiBase,
  rowAt: (point: number) => number,
  { onHover, onFirstRow }: GrowthListeners,
): () => void {
  let frame = 0;
  chart.subscribeCrosshairMove(({ time, logical }) => {
    onHover(time === undefined || logical === undefined ? null : rowAt(logical));
  });
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (!range) return;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => onFirstRow(rowAt(Math.ceil(range.from - 0.001))));
  });
  return () => cancelAnimationFrame(frame);
}

const GESTURE_ENDS = ["pointerup", "touchend"] as const;

function onGestureEnd(host: HTMLElement, ended: () => void): () => void {
  for (const type of GESTURE_ENDS) host.addEventListener(type, ended);
  return () => {
    for (const type of GESTURE_ENDS) host.removeEventListener(type, ended);
  };
}

function setValues(
  { strategy, benchmark, average }: Drawn,
  curves: GrowthCurves,
  rows: Int32Array,
  baseRow: number | null,
): void {
  strategy.setData(toPoints(rows, curves.day, curves.value, baseRow));
  benchmark.setData(toPoints(rows, curves.day, curves.benchmark, baseRow));
  if (curves.average) average.setData(toPoints(rows, curves.day, curves.average, baseRow));
}

function setScale(
  { strategy, benchmark, average, axis }: Drawn,
  texts: GrowthTexts,
  { isLog, baseRow, hasAverage }: GrowthMeasure,
): void {
  const priceFormat = baseRow === null ? quietFormat(texts.axis, 0.01) : growthFormat(texts);
  strategy.applyOptions({ priceFormat });
  benchmark.applyOptions({ priceFormat });
  average.applyOptions({ priceFormat, visible: hasAverage });
  const mode = isLog ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal;
  strategy.priceScale().applyOptions({ mode, autoScale: true });
  axis.countFrom(baseRow === null ? 0 : 1);
}

/** The panes below. */
function setLower(drawn: Drawn, curves: GrowthCurves, rows: Int32Array): void {
  const { drawdown, benchmarkDrawdown, positions } = drawn;
  drawdown.setData(toPoints(rows, curves.day, curves.drawdown, null));
  benchmarkDrawdown.setData(toPoints(rows, curves.day, curves.benchmarkDrawdown, null));
  positions.setData(toPoints(rows, curves.day, curves.positions, null));
}

function setShades({ shades }: Drawn, day: Int32Array, rows: Int32Array, spans: readonly GrowthSpan[]): void {
  const isWithin = (row: number) => spans.some(({ fromRow, toRow }) => row >= fromRow && row < toRow);
  shades.setData(Array.from(rows, (row) => ({ time: toTime(day[row] ?? 0), value: isWithin(row) ? 1 : 0 })));
}

function markersOf(mark: GrowthMark, day: Int32Array, color: string): SeriesMarker<Time>[] {
  const at = (row: number) => toTime(day[row] ?? 0);
  const ends: SeriesMarker<Time>[] = [
    { time: at(mark.peakRow), position: "aboveBar", shape: "arrowDown", color, text: "High" },
    { time: at(mark.troughRow), position: "belowBar", shape: "arrowUp", color, text: "Low" },
  ];
  if (mark.recoveryRow === null) return ends;
  return [
    ...ends,
    { time: at(mark.recoveryRow), position: "aboveBar", shape: "circle", color, text: "Made good" },
  ];
}

/** Values of these rows as they are or, with a base row, as multiples of that row's value. */
function toPoints(
  rows: Int32Array,
  days: Int32Array,
  values: Float64Array | Int32Array,
  baseRow: number | null,
) {
  const base = baseRow === null ? 1 : values[baseRow] || 1;
  return Array.from(rows, (row) => toPoint(days[row] ?? 0, (values[row] ?? 0) / base));
}

/** A multiple of the base as growth: 1.25 is +25 %. */
function growthFormat(texts: GrowthTexts) {
  return quietFormat((multiple) => texts.growthAxis((multiple - 1) * 100), 0.0001);
}

function paintShades({ shades }: Drawn, host: HTMLElement): void {
  const color = colorOfLook(host, "shade");
  shades.applyOptions({ topColor: color, bottomColor: color });
}

/** Takes the colours from the style sheet: the legend's swatches and the host's own text, border and ground. */
function paint(drawn: Drawn, host: HTMLElement): void {
  const own = getComputedStyle(host);
  const colorOf = (look: string) => colorOfLook(host, look);
  paintBackground(drawn.chart, own);
  for (const { text, watermark } of drawn.titles) {
    watermark.applyOptions({ lines: [{ text, color: own.color, fontSize: 11, fontFamily: own.fontFamily }] });
  }
  const [strategy, benchmark] = [colorOf("strategy"), colorOf("benchmark")];
  const [fall, positions] = [colorOf("drawdown"), colorOf("positions")];
  paintShades(drawn, host);
  drawn.strategy.applyOptions({ color: strategy });
  drawn.benchmark.applyOptions({ color: benchmark });
  drawn.benchmarkDrawdown.applyOptions({ color: benchmark });
  drawn.average.applyOptions({ color: colorOf("average") });
  drawn.drawdown.applyOptions({
    lineColor: fall,
    topColor: faded(fall, 0.1),
    bottomColor: faded(fall, 0.35),
  });
  drawn.positions.applyOptions({
    lineColor: positions,
    topColor: faded(positions, 0.25),
    bottomColor: faded(positions, 0.05),
  });
}
