/**
 * The canvas of an instrument's chart: candles above, volume below, over one time axis. Days without a bar inside a
 * gap are left blank. The component around it has the words; this draws and reports.
 */
import {
  CandlestickSeries,
  createSeriesMarkers,
  HistogramSeries,
  LineSeries,
  LineStyle,
  LineType,
} from "lightweight-charts";
import type {
  CandlestickData,
  IChartApiBase,
  IRange,
  ISeriesApi,
  ISeriesMarkersPluginApi,
  LineStyleOptions,
  SeriesMarker,
  SeriesPartialOptions,
  Time,
  WhitespaceData,
} from "lightweight-charts";
import {
  colorOfLook,
  faded,
  keepPainted,
  openChart,
  paintBackground,
  toEpochDay,
  toPoint,
  toTime,
} from "./open-chart.ts";
import { isDrawable } from "./drawable.ts";
import { addPriceAxis, quietFormat } from "./price-axis.ts";

/** One row a bar; all of one length. */
export interface Candles {
  /** EpochDay of each bar. */
  readonly day: Int32Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

/** A few words at a bar: above it, or below. */
export interface CandleMark {
  /** EpochDay of the bar. */
  readonly day: number;
  readonly text: string;
  readonly place: "above" | "below";
}

/** What a line over the candles stands for; the style sheet has its colour. */
export type LineLook = "entry" | "peak" | "stop" | "trailing" | "target" | RuleLook;

/** Of numbers that change from day to day by themselves, as averages do. */
export type RuleLook = "rule1" | "rule2" | "rule3" | "rule4";

/** A level of some of the bars; in steps, but for those of rules. */
export interface CandleLine {
  readonly name: string;
  readonly look: LineLook;
  /** EpochDays of bars, ascending. */
  readonly day: Int32Array;
  /** One a day. */
  readonly level: Float64Array;
}

export interface CandleScene {
  readonly candles: Candles;
  /** Drawn over the candles in this order. */
  readonly lines: readonly CandleLine[];
  /** EpochDays on which a bar is missing, ascending. */
  readonly blanks: readonly number[];
  /** Marks by day. */
  readonly marks: readonly CandleMark[];
}

export interface CandleTexts {
  readonly day: (epochDay: number) => string;
  readonly price: (value: number) => string;
  readonly volume: (value: number) => string;
}

export interface CandleDrawing {
  /** Shows the bars of these EpochDays and those between. */
  readonly show: (from: number, to: number) => void;
  /** Tells the EpochDays of the first and last bar in sight, whenever they change, until the returned function is called. */
  readonly follow: (onShown: (from: number, to: number) => void) => () => void;
  readonly picture: () => HTMLCanvasElement;
  readonly remove: () => void;
}

interface Drawn {
  readonly chart: IChartApiBase;
  readonly candles: ISeriesApi<"Candlestick">;
  readonly volume: ISeriesApi<"Histogram">;
  readonly marks: ISeriesMarkersPluginApi<Time>;
  readonly lines: readonly { readonly look: LineLook; readonly series: ISeriesApi<"Line"> }[];
}

/** Shares of the height: candles, volume. */
const PANE_SHARES = [4, 1];

/** @param onHover - gets the row under the crosshair, or null */
export function drawCandles(
  host: HTMLElement,
  scene: CandleScene,
  texts: CandleTexts,
  onHover: (row: number | null) => void,
): CandleDrawing {
  const drawn = createDrawn(host, texts, scene.lines);
  const { chart, candles } = drawn;
  const { day } = scene.candles;
  candles.setData(toCandles(scene));
  chart.subscribeCrosshairMove(({ time }) => {
    const row = time === undefined ? -1 : day.indexOf(toEpochDay(time));
    onHover(row < 0 ? null : row);
  });
  const unfollow = keepPainted(chart, () => paint(drawn, host, scene));
  let isRemoved = false; // a rendering that was under way may still ask it to show something
  return {
    show(from, to) {
      if (to > from && !isRemoved) chart.timeScale().setVisibleRange({ from: toTime(from), to: toTime(to) });
    },
    follow(onShown) {
      const tell = (range: IRange<Time> | null): void => {
        if (range) onShown(toEpochDay(range.from), toEpochDay(range.to));
      };
      chart.timeScale().subscribeVisibleTimeRangeChange(tell);
      return () => {
        if (!isRemoved) chart.timeScale().unsubscribeVisibleTimeRangeChange(tell);
      };
    },
    picture: () => chart.takeScreenshot(),
    remove() {
      isRemoved = true;
      unfollow();
      chart.remove();
    },
  };
}

function createDrawn(host: HTMLElement, texts: CandleTexts, lines: readonly CandleLine[]): Drawn {
  const chart = openChart(host, {
    formatDay: texts.day,
    scaleMargins: { top: 0.1, bottom: 0.06 },
    timeScale: { minBarSpacing: 0.02 },
  });
  const plain = { priceLineVisible: false, lastValueVisible: false } as const;
  const priceFormat = quietFormat(texts.price, 0.0001);
  const candles = chart.addSeries(CandlestickSeries, { ...plain, priceFormat });
  const volume = chart.addSeries(HistogramSeries, { ...plain, priceFormat: quietFormat(texts.volume, 1) }, 1);
  for (const [place, pane] of chart.panes().entries()) pane.setStretchFactor(PANE_SHARES[place] ?? 1);
  volume.priceScale().applyOptions({ scaleMargins: { top: 0.1, bottom: 0 } });
  for (const series of [candles, volume]) addPriceAxis(chart, series);
  return {
    chart,
    candles,
    volume,
    marks: createSeriesMarkers(candles),
    lines: lines.map((line) => ({
      look: line.look,
      series: addLine(chart, line, { ...plain, priceFormat }),
    })),
  };
}

function addLine(
  chart: IChartApiBase,
  { look, day, level }: CandleLine,
  options: SeriesPartialOptions<LineStyleOptions>,
): ISeriesApi<"Line"> {
  const series = chart.addSeries(LineSeries, {
    ...options,
    lineType: isOfRule(look) ? LineType.Simple : LineType.WithSteps,
    lineStyle: LINE_STYLES[look],
    lineWidth: isOfRule(look) ? 1 : 2,
    crosshairMarkerVisible: false,
    ...(look === "target" && { autoscaleInfoProvider: () => null }), // far above, it would press the candles flat
  });
  series.setData(Array.from(day, (at, row) => toPoint(at, level[row] ?? Number.NaN)));
  return series;
}

/** Lines differ in more than colour. */
const LINE_STYLES: Readonly<Record<LineLook, LineStyle>> = {
  entry: LineStyle.LargeDashed,
  peak: LineStyle.Dotted,
  stop: LineStyle.Solid,
  trailing: LineStyle.Solid,
  target: LineStyle.Dashed,
  rule1: LineStyle.Solid,
  rule2: LineStyle.Dashed,
  rule3: LineStyle.Dotted,
  rule4: LineStyle.LargeDashed,
};

function isOfRule(look: LineLook): boolean {
  return look.startsWith("rule");
}

/** The bars and, between them, the blank days, by time. */
function toCandles({ candles, blanks }: CandleScene): (CandlestickData | WhitespaceData)[] {
  const { day, open, high, low, close } = candles;
  const points: (CandlestickData | WhitespaceData)[] = [];
  let blank = 0;
  for (const [row, time] of day.entries()) {
    for (; (blanks[blank] ?? Infinity) < time; blank++) points.push({ time: toTime(blanks[blank] ?? 0) });
    const prices = { open: open[row] ?? 0, high: high[row] ?? 0, low: low[row] ?? 0, close: close[row] ?? 0 };
    const isDrawn = Object.values(prices).every(isDrawable);
    points.push(isDrawn ? { time: toTime(time), ...prices } : { time: toTime(time) });
  }
  return points;
}

/**
 * Takes the colours from the style sheet: the legend's swatches and the host's own text, border and ground. Rising
 * candles are hollow, so that nobody needs the colour.
 */
function paint({ chart, candles, volume, marks, lines }: Drawn, host: HTMLElement, scene: CandleScene): void {
  const own = getComputedStyle(host);
  const colorOf = (look: string) => colorOfLook(host, look);
  paintBackground(chart, own);
  const [up, down] = [colorOf("up"), colorOf("down")];
  candles.applyOptions({
    upColor: "transparent",
    downColor: down,
    borderUpColor: up,
    borderDownColor: down,
    wickUpColor: up,
    wickDownColor: down,
  });
  volume.setData(toVolumes(scene.candles, faded(up, 0.45), faded(down, 0.45)));
  for (const { look, series } of lines) series.applyOptions({ color: colorOf(look) });
  const color = colorOf("mark");
  marks.setMarkers(
    scene.marks.map(({ day, text, place }): SeriesMarker<Time> => ({
      time: toTime(day),
      text,
      color,
      position: place === "above" ? "aboveBar" : "belowBar",
      shape: place === "above" ? "arrowDown" : "arrowUp",
    })),
  );
}

function toVolumes({ day, open, close, volume }: Candles, up: string, down: string) {
  return Array.from(day, (time, row) => ({
    ...toPoint(time, volume[row] ?? 0),
    color: (close[row] ?? 0) >= (open[row] ?? 0) ? up : down,
  }));
}
