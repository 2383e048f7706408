/**
 * The account's growth beside the benchmark's, the falls of both and the number of open positions, over the sessions.
 * The canvas says nothing to people who can't see it: `summary` is its twin in words; put a table beside it. Give new
 * arrays to redraw; it changes none.
 */
import { memo, useCallback, useEffect, useRef, useState } from "react";
import type { ReactElement, RefObject } from "react";
import { Button } from "./button.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import { ChartLegend, LegendEntry } from "./chart-legend.tsx";
import { awaitTurn } from "./drawing-turns.ts";
import styles from "./growth-chart.module.css";
import { drawGrowth } from "./growth-drawing.ts";
import type { GrowthCurves, GrowthDrawing, GrowthMark, GrowthTexts } from "./growth-drawing.ts";
import { ScaleSwitch } from "./scale-switch.tsx";
import type { Scale } from "./scale-switch.tsx";
import { Segmented } from "./segmented.tsx";

interface GrowthChartProps {
  readonly curves: GrowthCurves;
  readonly strategyName: string;
  readonly benchmarkName: string;
  readonly texts: GrowthTexts;
  readonly summary: string;
  /** A fall to be shown and marked; a new one scrolls the chart into sight. */
  readonly mark: GrowthMark | null;
  readonly onUnmark: () => void;
  readonly onPicture: (picture: HTMLCanvasElement) => void;
  readonly onCsv: () => void;
}

type Unit = "currency" | "percent";
type Range = "1Y" | "3Y" | "5Y" | "Max";

const YEARS_OF_RANGE: Readonly<Record<Range, number>> = { "1Y": 1, "3Y": 3, "5Y": 5, Max: Infinity };
const DAYS_PER_YEAR = 365.25;

export function GrowthChart(props: GrowthChartProps): ReactElement {
  const { curves, strategyName, benchmarkName, texts, summary, mark } = props;
  const [scale, setScale] = useState<Scale>("linear");
  const [unit, setUnit] = useState<Unit>("currency");
  const [range, setRange] = useState<Range>("Max");
  const [hoveredRow, setHoveredRow] = useState<number | null>(null);
  const [firstRow, setFirstRow] = useState(0);
  const baseRow = unit === "percent" ? firstRow : null;
  const figure = useRef<HTMLElement>(null);
  const { host, drawing } = useDrawing({
    curves,
    texts,
    mark,
    isLog: scale === "log",
    baseRow,
    shownFrom: firstRowOf(curves.day, range),
    onHover: setHoveredRow,
    onFirstRow: setFirstRow,
  });
  useEffect(() => {
    if (mark) figure.current?.scrollIntoView({ block: "center" });
  }, [mark]);
  return (
    <figure ref={figure} className={styles["figure"]} data-chart="">
      <Switches
        scale={scale}
        unit={unit}
        range={range}
        days={daysOf(curves.day)}
        onScale={setScale}
        onUnit={setUnit}
        onRange={setRange}
      />
      <Legend
        curves={curves}
        texts={texts}
        strategyName={strategyName}
        benchmarkName={benchmarkName}
        row={hoveredRow ?? curves.day.length - 1}
        baseRow={baseRow}
      />
      <ChartFrame host={host} className={styles["canvas"]} />
      <div className={styles["below"]}>
        <output className={styles["mark"]} aria-label="Marked on the curve">
          {mark && (
            <>
              {mark.text}
              <Button size="small" onClick={props.onUnmark}>
                Show the whole period
              </Button>
            </>
          )}
        </output>
        <div className={styles["files"]}>
          <Button
            size="small"
            aria-label="Save as PNG: Growth curve"
            disabled={drawing === null}
            onClick={() => {
              if (drawing) props.onPicture(drawing.picture());
            }}
          >
            Save as PNG
          </Button>
          <Button size="small" aria-label="Save as CSV: Growth curve" onClick={props.onCsv}>
            Save as CSV
          </Button>
        </div>
      </div>
      <figcaption className={styles["caption"]}>{summary}</figcaption>
    </figure>
  );
}

interface Drawable {
  readonly curves: GrowthCurves;
  readonly texts: GrowthTexts;
  readonly isLog: boolean;
  readonly baseRow: number | null;
  readonly shownFrom: number;
  readonly mark: GrowthMark | null;
  readonly onHover: (row: number | null) => void;
  readonly onFirstRow: (row: number) => void;
}

interface Drawn {
  readonly host: RefObject<HTMLDivElement | null>;
  /** null until there is one. */
  readonly drawing: GrowthDrawing | null;
}

/** Draws into the element that gets the returned ref; again when curves or texts change, else only what changed. */
function useDrawing(drawable: Drawable): Drawn {
  const { curves, texts, isLog, baseRow, shownFrom, mark, onHover, onFirstRow } = drawable;
  const host = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<GrowthDrawing | null>(null);
  useEffect(() => {
    const place = host.current;
    if (!place) return undefined;
    let drawn: GrowthDrawing | null = null;
    let callOff = awaitTurn(place, () => {
      drawn = drawGrowth(place, curves, texts, { onHover, onFirstRow });
      callOff = awaitTurn(place, () => setDrawing(drawn));
    });
    return () => {
      callOff();
      setDrawing(null);
      drawn?.remove();
    };
  }, [curves, texts, onHover, onFirstRow]);
  useEffect(() => drawing?.measure({ isLog, baseRow }), [drawing, isLog, baseRow]);
  useEffect(() => {
    if (mark) drawing?.mark(mark);
    else drawing?.showFrom(shownFrom);
  }, [drawing, shownFrom, mark]);
  return { host, drawing };
}

interface SwitchesProps {
  readonly scale: Scale;
  readonly unit: Unit;
  readonly range: Range;
  /** Calendar days of the whole curve: a longer range is no choice. */
  readonly days: number;
  readonly onScale: (scale: Scale) => void;
  readonly onUnit: (unit: Unit) => void;
  readonly onRange: (range: Range) => void;
}

/** Untouched by the crosshair's moves. */
const Switches = memo(function Switches(props: SwitchesProps): ReactElement {
  const { scale, unit, range, days, onScale, onUnit, onRange } = props;
  return (
    <div className={styles["switches"]}>
      <Segmented
        legend="Period shown"
        chosen={range}
        onChoose={onRange}
        choices={(["1Y", "3Y", "5Y", "Max"] as const).map((value) => ({
          value,
          label: value,
          disabled: value !== "Max" && days <= YEARS_OF_RANGE[value] * DAYS_PER_YEAR,
        }))}
      />
      <Segmented
        legend="Unit"
        chosen={unit}
        onChoose={onUnit}
        choices={[
          { value: "currency", label: "Currency" },
          { value: "percent", label: "Percent" },
        ]}
      />
      <ScaleSwitch scale={scale} onScale={onScale} />
    </div>
  );
});

interface LegendProps extends Pick<GrowthChartProps, "curves" | "texts" | "strategyName" | "benchmarkName"> {
  /** Whose values are shown. */
  readonly row: number;
  readonly baseRow: number | null;
}

function Legend({ curves, texts, strategyName, benchmarkName, row, baseRow }: LegendProps): ReactElement {
  const valueOf = useCallback(
    (values: Float64Array) => {
      const value = values[row] ?? Number.NaN;
      const base = values[baseRow ?? row] ?? Number.NaN;
      return baseRow === null ? texts.value(value) : texts.growth((value / base - 1) * 100);
    },
    [texts, row, baseRow],
  );
  return (
    <ChartLegend day={texts.day(curves.day[row] ?? 0)}>
      <LegendEntry name={strategyName} look="strategy" className={styles["strategy"]}>
        {valueOf(curves.value)}
      </LegendEntry>
      <LegendEntry name={benchmarkName} look="benchmark" className={styles["benchmark"]}>
        {valueOf(curves.benchmark)}
      </LegendEntry>
      <LegendEntry name="Drawdown" look="drawdown" className={styles["drawdown"]}>
        {texts.drawdown(curves.drawdown[row] ?? Number.NaN)}
      </LegendEntry>
      <LegendEntry name="Open positions" look="positions" className={styles["positions"]}>
        {texts.count(curves.positions[row] ?? Number.NaN)}
      </LegendEntry>
    </ChartLegend>
  );
}

function daysOf(day: Int32Array): number {
  return (day.at(-1) ?? 0) - (day[0] ?? 0);
}

/** The first session of the last so many years. */
function firstRowOf(day: Int32Array, range: Range): number {
  const from = (day.at(-1) ?? 0) - YEARS_OF_RANGE[range] * DAYS_PER_YEAR;
  return Math.max(
    0,
    day.findIndex((session) => session >= from),
  );
}
