/**
 * Candles and volume of one instrument. The canvas says nothing to people who can't see it: `summary` is its twin in
 * words; put a table beside it. Give a new scene to redraw; it changes none.
 */
import { useEffect, useRef, useState } from "react";
import type { ReactElement, RefObject } from "react";
import styles from "./candle-chart.module.css";
import { drawCandles } from "./candle-drawing.ts";
import type { CandleDrawing, CandleScene, CandleTexts } from "./candle-drawing.ts";
import { ChartLogo } from "./chart-logo.tsx";
import { classNames } from "./class-names.ts";
import { afterNextFrame } from "./next-frame.ts";
import { Segmented } from "./segmented.tsx";

interface CandleChartProps {
  readonly scene: CandleScene;
  readonly texts: CandleTexts;
  readonly summary: string;
}

type Range = "6M" | "1Y" | "5Y" | "Max";

const YEARS_OF_RANGE: Readonly<Record<Range, number>> = { "6M": 0.5, "1Y": 1, "5Y": 5, Max: Infinity };
const DAYS_PER_YEAR = 365.25;

export function CandleChart({ scene, texts, summary }: CandleChartProps): ReactElement {
  const { day } = scene.candles;
  const days = (day.at(-1) ?? 0) - (day[0] ?? 0);
  const [range, setRange] = useState<Range>("1Y");
  const [hoveredRow, setHoveredRow] = useState<number | null>(null);
  const host = useDrawing({ scene, texts, shownFrom: firstRowOf(day, range), onHover: setHoveredRow });
  return (
    <figure className={styles["figure"]}>
      <Segmented
        legend="Period shown"
        chosen={range}
        onChoose={setRange}
        choices={(["6M", "1Y", "5Y", "Max"] as const).map((value) => ({
          value,
          label: value,
          disabled: value !== "Max" && value !== range && days <= YEARS_OF_RANGE[value] * DAYS_PER_YEAR,
        }))}
      />
      <Legend scene={scene} texts={texts} row={Math.min(hoveredRow ?? Infinity, day.length - 1)} />
      <div className={styles["frame"]}>
        <div className={styles["canvas"]} ref={host} aria-hidden="true" />
        <ChartLogo />
      </div>
      <figcaption className={styles["caption"]}>{summary}</figcaption>
    </figure>
  );
}

interface Drawable extends Pick<CandleChartProps, "scene" | "texts"> {
  readonly shownFrom: number;
  readonly onHover: (row: number | null) => void;
}

/** Draws into the element that gets the returned ref. */
function useDrawing({ scene, texts, shownFrom, onHover }: Drawable): RefObject<HTMLDivElement | null> {
  const host = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<CandleDrawing | null>(null);
  useEffect(() => {
    if (!host.current) return undefined;
    const drawn = drawCandles(host.current, scene, texts, onHover);
    const callOff = afterNextFrame(() => setDrawing(drawn));
    return () => {
      callOff();
      setDrawing(null);
      drawn.remove();
    };
  }, [scene, texts, onHover]);
  useEffect(() => drawing?.showFrom(shownFrom), [drawing, shownFrom]);
  return host;
}

interface LegendProps extends Pick<CandleChartProps, "scene" | "texts"> {
  /** Whose figures are shown. */
  readonly row: number;
}

/** The drawing takes its colours from the swatches. */
function Legend({ scene: { candles }, texts, row }: LegendProps): ReactElement {
  const isUp = (candles.close[row] ?? 0) >= (candles.open[row] ?? 0);
  const figures = [
    { name: "Open", value: texts.price(candles.open[row] ?? Number.NaN) },
    { name: "High", value: texts.price(candles.high[row] ?? Number.NaN) },
    { name: "Low", value: texts.price(candles.low[row] ?? Number.NaN) },
    { name: "Close", value: texts.price(candles.close[row] ?? Number.NaN) },
    { name: "Volume", value: texts.volume(candles.volume[row] ?? Number.NaN) },
  ];
  return (
    <div className={styles["legend"]} aria-hidden="true">
      <span className={styles["day"]}>{texts.day(candles.day[row] ?? 0)}</span>
      {figures.map(({ name, value }) => (
        <span key={name} className={styles["entry"]}>
          {name} <strong>{value}</strong>
        </span>
      ))}
      <span className={classNames(styles["swatch"], styles["up"])} data-series="up">
        {isUp ? "▲ rose" : "▲"}
      </span>
      <span className={classNames(styles["swatch"], styles["down"])} data-series="down">
        {isUp ? "▼" : "▼ fell"}
      </span>
      <span className={styles["mark"]} data-series="mark" />
    </div>
  );
}

/** The first bar of the last so many years. */
function firstRowOf(day: Int32Array, range: Range): number {
  const from = (day.at(-1) ?? 0) - YEARS_OF_RANGE[range] * DAYS_PER_YEAR;
  return Math.max(
    0,
    day.findIndex((bar) => bar >= from),
  );
}
