/**
 * The price axis of a chart's pane: values that are 1, 2 or 5 times a power of ten apart, each with a line across the
 * pane and a label that is never cut. The library's own steps are 2.5 and 4 as well and, on equal ratios, whatever fits:
 * quietFormat silences its labels, openChart its lines.
 */
import { PriceScaleMode } from "lightweight-charts";
import type { IChartApiBase, IPrimitivePaneRenderer, ISeriesApi, SeriesType } from "lightweight-charts";
import { axisSteps, ratioSteps, withoutZeros } from "./axis-steps.ts";

type Target = Parameters<IPrimitivePaneRenderer["draw"]>[0];

export interface PriceAxis {
  /** The value that the labels call 0: steps are round from there on. */
  readonly countFrom: (origin: number) => void;
}

interface Mark {
  readonly text: string;
  /** CSS pixels from the pane's top. */
  readonly y: number;
}

/** Heights of the text between one label and the next. */
const GAP = 1.8;
/** A low pane has two labels where they don't touch. */
const LEAST_MARKS = 2;
/** CSS pixels between the pane and a label. */
const INDENT = 10;

/** For the crosshair; the axis draws its own. @param minMove - the least step of values */
export function quietFormat(formatter: (value: number) => string, minMove: number) {
  return { type: "custom", formatter, tickmarksFormatter: noTexts, minMove } as const;
}

function noTexts(values: readonly number[]): string[] {
  return values.map(() => "");
}

/** Draws the axis of the pane of this series, whose price scale and format it has. */
export function addPriceAxis(chart: IChartApiBase, series: ISeriesApi<SeriesType>): PriceAxis {
  let origin = 0;
  let redraw: (() => void) | null = null;
  const marks = () => marksOf(series, origin, chart.options().layout.fontSize);
  const lines = { draw: (target: Target) => drawLines(target, chart, marks()) };
  const labels = { draw: (target: Target) => drawLabels(target, chart, marks()) };
  series.attachPrimitive({
    attached: ({ requestUpdate }) => {
      redraw = requestUpdate;
    },
    paneViews: () => [{ zOrder: () => "bottom", renderer: () => lines }],
    priceAxisPaneViews: () => [{ renderer: () => labels }],
  });
  return {
    countFrom(value) {
      origin = value;
      redraw?.();
    },
  };
}

/** From the lowest to the highest; [] while nothing is drawn. */
function marksOf(series: ISeriesApi<SeriesType>, origin: number, fontSize: number): readonly Mark[] {
  const height = series.getPane().getHeight();
  const [low, high] = [series.coordinateToPrice(height), series.coordinateToPrice(0)];
  if (low === null || high === null) return [];
  const isLog = series.priceScale().options().mode === PriceScaleMode.Logarithmic && low > 0;
  const formatter = series.priceFormatter();
  for (let wanted = Math.max(LEAST_MARKS, Math.floor(height / (fontSize * GAP))); ; wanted--) {
    const values = isLog
      ? ratioSteps(low, high, wanted, origin)
      : axisSteps(low - origin, high - origin, wanted).map((value) => value + origin);
    const texts = withoutZeros(values.map((value) => formatter.format(value)));
    if (wanted > 1 && new Set(texts).size < texts.length) continue; // steps finer than what the labels tell
    return values.flatMap((value, place) => {
      const y = series.priceToCoordinate(value);
      return y === null ? [] : [{ text: texts[place] ?? "", y }];
    });
  }
}

function drawLines(target: Target, chart: IChartApiBase, marks: readonly Mark[]): void {
  target.useBitmapCoordinateSpace(({ context, bitmapSize, verticalPixelRatio }) => {
    context.fillStyle = chart.options().grid.horzLines.color;
    const thickness = Math.max(1, Math.floor(verticalPixelRatio));
    for (const { y } of marks)
      context.fillRect(0, Math.round(y * verticalPixelRatio), bitmapSize.width, thickness);
  });
}

function drawLabels(target: Target, chart: IChartApiBase, marks: readonly Mark[]): void {
  target.useMediaCoordinateSpace(({ context, mediaSize }) => {
    const { fontSize, fontFamily, textColor } = chart.options().layout;
    context.font = `${fontSize}px ${fontFamily}`;
    context.fillStyle = textColor;
    context.textAlign = "left";
    context.textBaseline = "middle";
    const edge = fontSize / 2 + 1;
    for (const { text, y } of marks)
      context.fillText(text, INDENT, Math.min(mediaSize.height - edge, Math.max(edge, y)));
  });
}
