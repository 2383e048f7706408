/**
 * The account's growth beside the benchmark's, the falls of both and the number of open positions, over the sessions.
 * The canvas says nothing to people who can't see it: `summary` is its twin in words; put a table beside it. Give new
 * arrays to redraw; it changes none.
 */
import { memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ReactElement, ReactNode, RefObject } from "react";
import { DASH } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import { Button } from "./button.tsx";
import { DownloadMenu } from "./download-menu.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import { ChartLegend, LegendEntry, LegendToggle } from "./chart-legend.tsx";
import styles from "./growth-chart.module.css";
import { drawGrowth } from "./growth-drawing.ts";
import type { GrowthDrawing, GrowthMark, GrowthSpan, GrowthTexts } from "./growth-drawing.ts";
import { ExplainTip } from "./explain-tip.tsx";
import { GROWTH_RANGES, hasRange } from "./growth-range.ts";
import type { GrowthRange } from "./growth-range.ts";
import { afterNextFrame } from "./next-frame.ts";
import { startingAt } from "./growth-curves.ts";
import type { GrowthCurves } from "./growth-curves.ts";
import { ScaleSwitch } from "./scale-switch.tsx";
import type { Scale } from "./scale-switch.tsx";
import { Segmented } from "./segmented.tsx";

interface GrowthChartProps {
  readonly curves: GrowthCurves;
  readonly strategyName: string;
  readonly benchmarkName: string;
  /** Whether the average share is drawn, where there is its curve. */
  readonly hasAverage: boolean;
  readonly onAverage: (hasAverage: boolean) => void;
  /** Why there is no average share; null where there is, or where the benchmark is it. */
  readonly averageLacks: string | null;
  readonly texts: GrowthTexts;
  readonly summary: string;
  /** The values as a table, for people who can't see the canvas. */
  readonly renderTable: () => ReactNode;
  readonly scale: Scale;
  readonly onScale: (scale: Scale) => void;
  /** The last years that are in sight; null for another part. */
  readonly range: GrowthRange | null;
  readonly onRange: (range: GrowthRange) => void;
  /** The sessions that are in sight, in a new object when others shall be. */
  readonly span: GrowthSpan;
  /** Chooses any other part. */
  readonly renderDays: () => ReactNode;
  /** The way to another view of the same account, where there is one. */
  readonly otherView?: ReactNode;
  /** Deep falls of the benchmark, shaded: rows from high to low. */
  readonly shaded: readonly GrowthSpan[];
  /** A fall to be shown and marked; a new one scrolls the chart into sight. */
  readonly mark: GrowthMark | null;
  readonly onUnmark: () => void;
  readonly onPicture: (picture: HTMLCanvasElement) => void;
  readonly onCsv: () => void;
}

type Unit = "currency" | "percent";

export function GrowthChart(props: GrowthChartProps): ReactElement {
  const { curves, strategyName, benchmarkName, texts, summary, renderTable, shaded, mark } = props;
  const { scale, range, span, hasAverage } = props;
  const [unit, setUnit] = useState<Unit>("currency");
  const [isTable, setIsTable] = useState(false);
  const [hoveredRow, setHoveredRow] = useState<number | null>(null);
  const [firstRow, setFirstRow] = useState(0);
  const baseRow = unit === "percent" ? firstRow : null;
  const figure = useRef<HTMLElement>(null);
  const startRow = span.fromRow;
  const started = useMemo(() => startingAt(curves, startRow), [curves, startRow]);
  const { host, drawing } = useDrawing({
    curves,
    texts,
    mark,
    shaded,
    isLog: scale === "log",
    baseRow,
    hasAverage,
    span,
    onHover: setHoveredRow,
    onFirstRow: setFirstRow,
  });
  useEffect(() => {
    if (mark) figure.current?.scrollIntoView({ block: "center" });
  }, [mark]);
  return (
    <figure ref={figure} className={styles["figure"]} data-chart="" aria-label="Account growth curve">
      <div className={styles["head"]}>
        <h3>Account growth curve</h3>
        {props.otherView}
        <Switches
          scale={scale}
          unit={unit}
          range={range}
          day={curves.day}
          onScale={props.onScale}
          onUnit={setUnit}
          onRange={props.onRange}
        />
        {props.renderDays()}
        <Tools
          isTable={isTable}
          onTable={() => setIsTable(!isTable)}
          onPicture={drawing && (() => props.onPicture(drawing.picture()))}
          onCsv={props.onCsv}
        />
      </div>
      <Legend
        curves={started}
        texts={texts}
        strategyName={strategyName}
        benchmarkName={benchmarkName}
        hasAverage={hasAverage}
        onAverage={props.onAverage}
        averageLacks={props.averageLacks}
        row={hoveredRow ?? span.toRow}
        baseRow={baseRow}
        hasShades={shaded.length > 0}
      />
      <ChartFrame host={host} className={styles["canvas"]} />
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
      <figcaption className={styles["caption"]}>{summary}</figcaption>
      {isTable && renderTable()}
    </figure>
  );
}

interface ToolsProps {
  readonly isTable: boolean;
  readonly onTable: () => void;
  /** null while nothing is drawn. */
  readonly onPicture: (() => void) | null;
  readonly onCsv: () => void;
}

function Tools({ isTable, onTable, onPicture, onCsv }: ToolsProps): ReactElement {
  return (
    <div className={styles["tools"]}>
      <Button
        size="small"
        kind="quiet"
        aria-label="Account growth curve as a table"
        aria-expanded={isTable}
        onClick={onTable}
      >
        Table
      </Button>
      <DownloadMenu
        subject="Growth curve"
        downloads={[
          { label: "Save as PNG", isDisabled: onPicture === null, save: () => onPicture?.() },
          { label: "Save as CSV", save: onCsv },
        ]}
      />
    </div>
  );
}

interface Drawable {
  readonly curves: GrowthCurves;
  readonly texts: GrowthTexts;
  readonly isLog: boolean;
  readonly baseRow: number | null;
  readonly hasAverage: boolean;
  readonly span: GrowthSpan;
  readonly shaded: readonly GrowthSpan[];
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
  const { curves, texts, isLog, baseRow, hasAverage, span, shaded, mark, onHover, onFirstRow } = drawable;
  const host = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<GrowthDrawing | null>(null);
  useEffect(() => {
    const place = host.current;
    if (!place) return undefined;
    let drawn: GrowthDrawing | null = null;
    // what the page is about waits for no idle moment
    let callOff = afterNextFrame(() => {
      drawn = drawGrowth(place, curves, texts, { onHover, onFirstRow });
      callOff = afterNextFrame(() => setDrawing(drawn));
    });
    return () => {
      callOff();
      setDrawing(null);
      drawn?.remove();
    };
  }, [curves, texts, onHover, onFirstRow]);
  const startRow = span.fromRow;
  useEffect(
    () => drawing?.measure({ isLog, baseRow, startRow, hasAverage }),
    [drawing, isLog, baseRow, startRow, hasAverage],
  );
  useEffect(() => {
    if (shaded.length > 0) drawing?.shade(shaded);
  }, [drawing, shaded]);
  useEffect(() => {
    if (mark) drawing?.mark(mark);
    else drawing?.show(span);
  }, [drawing, span, mark]);
  return { host, drawing };
}

interface SwitchesProps {
  readonly scale: Scale;
  readonly unit: Unit;
  readonly range: GrowthRange | null;
  /** EpochDay of each session of the whole curve: a longer range is no choice. */
  readonly day: Int32Array;
  readonly onScale: (scale: Scale) => void;
  readonly onUnit: (unit: Unit) => void;
  readonly onRange: (range: GrowthRange) => void;
}

/** Untouched by the crosshair's moves. */
const Switches = memo(function Switches(props: SwitchesProps): ReactElement {
  const { scale, unit, range, day, onScale, onUnit, onRange } = props;
  return (
    <div className={styles["switches"]}>
      <Segmented
        legend="Period shown"
        chosen={range}
        onChoose={onRange}
        choices={GROWTH_RANGES.map((value) => ({
          value,
          label: value,
          disabled: !hasRange(day, value),
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

interface LegendProps extends Pick<
  GrowthChartProps,
  "curves" | "texts" | "strategyName" | "benchmarkName" | "hasAverage" | "onAverage" | "averageLacks"
> {
  /** Whose values are shown. */
  readonly row: number;
  readonly baseRow: number | null;
  readonly hasShades: boolean;
}

function Legend(props: LegendProps): ReactElement {
  const { curves, texts, strategyName, benchmarkName, row, baseRow, hasShades } = props;
  const { hasAverage, onAverage, averageLacks } = props;
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
      <LegendEntry name={shownName(strategyName)} look="strategy">
        {valueOf(curves.value)}
      </LegendEntry>
      <LegendEntry name={shownName(benchmarkName)} look="benchmark">
        {valueOf(curves.benchmark)}
      </LegendEntry>
      {curves.average && (
        <LegendToggle name="Average share" look="average" isOn={hasAverage} onToggle={onAverage}>
          {valueOf(curves.average)}
        </LegendToggle>
      )}
      {averageLacks !== null && (
        <span>
          <ExplainTip subject="Average share" text={averageLacks} /> {DASH}
        </span>
      )}
      <LegendEntry name={texts.drawdownName} look="drawdown">
        {texts.drawdown(curves.drawdown[row] ?? Number.NaN)}
      </LegendEntry>
      <LegendEntry name="Open positions" look="positions">
        {texts.count(curves.positions[row] ?? Number.NaN)}
      </LegendEntry>
      {hasShades && (
        <LegendEntry name="Index falls" look="shade">
          {null}
        </LegendEntry>
      )}
    </ChartLegend>
  );
}
