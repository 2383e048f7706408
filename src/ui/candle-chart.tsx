/**
 * Candles and volume of one instrument. The canvas says nothing to people who can't see it: put it into a ChartFigure.
 * Give a new scene to redraw; it changes none.
 */
import { useEffect, useRef, useState } from "react";
import type { ReactElement, RefObject } from "react";
import styles from "./candle-chart.module.css";
import { drawCandles } from "./candle-drawing.ts";
import type { CandleDrawing, CandleLine, CandleScene, CandleTexts } from "./candle-drawing.ts";
import { ChartFrame } from "./chart-frame.tsx";
import { ChartLegend, LegendEntry } from "./chart-legend.tsx";
import { afterNextFrame } from "./next-frame.ts";
import { Segmented } from "./segmented.tsx";

/** A part of the bars that can be chosen, and is at first. */
export interface CandleFocus {
  readonly label: string;
  /** EpochDays. */
  readonly from: number;
  readonly to: number;
  /** EpochDay whose figures are shown while none is pointed at. */
  readonly at: number;
}

interface CandleChartProps {
  readonly scene: CandleScene;
  readonly texts: CandleTexts;
  /** Without one the last so many years can be chosen. */
  readonly focus?: CandleFocus;
  /** Told of the drawing, to save it as a picture, and of its end. */
  readonly onDrawing: (drawing: CandleDrawing | null) => void;
  /** Told of the EpochDays in sight once they stay, so that another chart can show the same. */
  readonly onShown?: (from: number, to: number) => void;
}

/** Milliseconds for which a range stays while a chart is moved. */
const SETTLED = 150;

interface Range extends CandleFocus {
  readonly isOffered: boolean;
}

const LAST_YEARS = [
  { label: "6M", years: 0.5 },
  { label: "1Y", years: 1 },
  { label: "5Y", years: 5 },
] as const;
const FIRST_SHOWN = "1Y";
const DAYS_PER_YEAR = 365.25;

export function CandleChart({ scene, texts, focus, onDrawing, onShown }: CandleChartProps): ReactElement {
  const { day } = scene.candles;
  const [label, setLabel] = useState(focus?.label ?? FIRST_SHOWN);
  const [hoveredRow, setHoveredRow] = useState<number | null>(null);
  const ranges = rangesOf(day, focus);
  const shown = ranges.find((range) => range.label === label) ?? ranges.at(-1);
  const host = useDrawing({ scene, texts, shown, onHover: setHoveredRow, onDrawing, onShown });
  return (
    <div className={styles["chart"]} data-chart="">
      <Segmented
        legend="Period shown"
        chosen={label}
        onChoose={setLabel}
        choices={ranges.map((range) => ({
          value: range.label,
          label: range.label,
          disabled: !range.isOffered && range.label !== label,
        }))}
      />
      <Legend
        scene={scene}
        texts={texts}
        row={Math.min(hoveredRow ?? day.indexOf(shown?.at ?? 0), day.length - 1)}
      />
      <ChartFrame host={host} className={styles["canvas"]} />
    </div>
  );
}

function rangesOf(day: Int32Array, focus: CandleFocus | undefined): readonly Range[] {
  const [first, last] = [day[0] ?? 0, day.at(-1) ?? 0];
  const whole = { label: "Max", from: first, to: last, at: last, isOffered: true };
  if (focus)
    return [
      { ...focus, isOffered: true },
      { ...whole, at: focus.at },
    ];
  const lastYears = LAST_YEARS.map(({ label, years }) => {
    const from = day.find((bar) => bar >= last - years * DAYS_PER_YEAR) ?? first;
    return { label, from, to: last, at: last, isOffered: last - first > years * DAYS_PER_YEAR };
  });
  return [...lastYears, whole];
}

interface Drawable extends Pick<CandleChartProps, "scene" | "texts" | "onDrawing"> {
  readonly onShown: CandleChartProps["onShown"];
  readonly shown: Range | undefined;
  readonly onHover: (row: number | null) => void;
}

/** Draws into the element that gets the returned ref. */
function useDrawing({
  scene,
  texts,
  shown,
  onHover,
  onDrawing,
  onShown,
}: Drawable): RefObject<HTMLDivElement | null> {
  const host = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<CandleDrawing | null>(null);
  useEffect(() => {
    if (!host.current) return undefined;
    const drawn = drawCandles(host.current, scene, texts, onHover);
    onDrawing(drawn);
    const callOff = afterNextFrame(() => setDrawing(drawn));
    return () => {
      callOff();
      setDrawing(null);
      onDrawing(null);
      drawn.remove();
    };
  }, [scene, texts, onHover, onDrawing]);
  useEffect(() => {
    if (!drawing || !onShown) return undefined;
    let settling: ReturnType<typeof setTimeout> | undefined;
    const unfollow = drawing.follow((from, to) => {
      clearTimeout(settling);
      settling = setTimeout(() => onShown(from, to), SETTLED);
    });
    return () => {
      clearTimeout(settling);
      unfollow();
    };
  }, [drawing, onShown]);
  const { from, to } = shown ?? { from: 0, to: 0 };
  useEffect(() => drawing?.show(from, to), [drawing, from, to]);
  return host;
}

interface LegendProps extends Pick<CandleChartProps, "scene" | "texts"> {
  /** Whose figures are shown. */
  readonly row: number;
}

/** The drawing takes its colours from the swatches. */
function Legend({ scene: { candles, lines }, texts, row }: LegendProps): ReactElement {
  const isUp = (candles.close[row] ?? 0) >= (candles.open[row] ?? 0);
  const day = candles.day[row] ?? 0;
  const figures = [
    { name: "Open", value: texts.price(candles.open[row] ?? Number.NaN) },
    { name: "High", value: texts.price(candles.high[row] ?? Number.NaN) },
    { name: "Low", value: texts.price(candles.low[row] ?? Number.NaN) },
    { name: "Close", value: texts.price(candles.close[row] ?? Number.NaN) },
    { name: "Volume", value: texts.volume(candles.volume[row] ?? Number.NaN) },
  ];
  return (
    <ChartLegend day={texts.day(day)}>
      {figures.map(({ name, value }) => (
        <LegendEntry key={name} name={name}>
          {value}
        </LegendEntry>
      ))}
      {lines.map((line) => (
        <LegendEntry key={line.look} name={line.name} look={line.look}>
          {texts.price(levelOn(line, day))}
        </LegendEntry>
      ))}
      <span className={styles["up"]} data-look="up">
        {isUp && "▲ rose"}
      </span>
      <span className={styles["down"]} data-look="down">
        {!isUp && "▼ fell"}
      </span>
      <span className={styles["mark"]} data-look="mark" />
    </ChartLegend>
  );
}

/** NaN beyond the line. */
function levelOn({ day, level }: CandleLine, on: number): number {
  return level[day.indexOf(on)] ?? Number.NaN;
}
