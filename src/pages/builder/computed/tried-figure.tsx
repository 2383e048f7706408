/** An instrument's candles with the number below them, over the same days. */
import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { toCsv } from "#src/format/csv.ts";
import { formatEpochDay } from "#src/format/day.ts";
import { formatPrice } from "#src/format/money.ts";
import { formatCount, formatSignificant } from "#src/format/number.ts";
import { shown } from "#src/format/shown.ts";
import { CandleChart } from "#src/ui/candle-chart.tsx";
import type { CandleDrawing, CandleScene, CandleTexts } from "#src/ui/candle-drawing.ts";
import { ChartFigure } from "#src/ui/chart-figure.tsx";
import { saveCanvas } from "#src/ui/picture.ts";
import { saveFile } from "#src/ui/save-file.ts";
import type { TableColumn } from "#src/ui/table-column.ts";
import { TimeChart } from "#src/ui/time-chart.tsx";
import type { TimeDrawing, TimePane } from "#src/ui/time-drawing.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import { formatIsoDay } from "#workers/model/day.ts";
import type { TrialFigures } from "#workers/model/field-trial.ts";
import type { InstrumentBars } from "#workers/model/instruments.ts";

interface TriedFigureProps {
  readonly name: string;
  readonly symbol: string;
  readonly figures: TrialFigures;
  readonly currency: string;
}

/** EpochDays in sight, both included. */
interface DayRange {
  readonly from: number;
  readonly to: number;
}

export function TriedFigure({ name, symbol, figures, currency }: TriedFigureProps): ReactElement {
  const { values } = figures;
  const bars = useSteadyBars(symbol, figures.bars);
  const [range, setRange] = useState<DayRange | null>(null);
  const [, setCandles] = useState<CandleDrawing | null>(null);
  const [drawing, setDrawing] = useState<TimeDrawing | null>(null);
  const scene = useMemo((): CandleScene => ({ candles: bars, lines: [], blanks: [], marks: [] }), [bars]);
  const texts = useMemo(
    (): CandleTexts => ({
      day: formatEpochDay,
      price: (value) => formatPrice(value, currency),
      volume: (value) => formatCount(Math.round(value)),
    }),
    [currency],
  );
  const tellShown = useMemo(() => (from: number, to: number) => setRange({ from, to }), []);
  const { day, panes } = useMemo(() => {
    const [first, end] = placesIn(bars.day, range);
    const part = values.subarray(first, end);
    const drawn: readonly TimePane[] = [
      {
        series: [{ name: shown(name), look: "strategy", kind: "line", values: part }],
        format: formatSignificant,
      },
    ];
    return { day: bars.day.subarray(first, end), panes: drawn };
  }, [bars, values, range, name]);
  const file = `${symbol}-${name}`.replaceAll(/[^\p{Letter}\p{Number}.]+/gu, "-").slice(0, 80);
  const columns = useMemo(
    (): readonly TableColumn<number>[] => [
      { title: "Day", cell: (row) => formatEpochDay(bars.day[row] ?? 0) },
      { title: "Close", end: true, cell: (row) => texts.price(bars.close[row] ?? NaN) },
      { title: shown(name), end: true, cell: (row) => formatSignificant(values[row] ?? NaN) },
    ],
    [bars, values, texts, name],
  );
  if (bars.day.length === 0) return <p>No bars.</p>;
  return (
    <>
      <CandleChart scene={scene} texts={texts} onDrawing={setCandles} onShown={tellShown} />
      <ChartFigure
        name={shown(name)}
        summary={shown(`${name} on the bars of ${symbol}, over the days that the candles show.`)}
        onPicture={() => {
          if (drawing) saveCanvas(file, drawing.picture());
        }}
        onCsv={() => saveFile(`${file}.csv`, "text/csv", valuesCsv(name, bars, values))}
        renderTable={() => (
          <WindowedTable
            label={`${shown(name)} of ${symbol}`}
            columns={columns}
            rows={Array.from(bars.day.keys()).toReversed()}
            rowKey={String}
            dense
            phone={{ figure: shown(name), second: "Close" }}
          />
        )}
      >
        <TimeChart day={day} panes={panes} formatDay={formatEpochDay} onDrawing={setDrawing} />
      </ChartFigure>
    </>
  );
}

/** The bars that were there before where they are the same: the candles are drawn anew with others only. */
function useSteadyBars(symbol: string, bars: InstrumentBars): InstrumentBars {
  const [kept, setKept] = useState({ symbol, bars });
  const isSame =
    kept.symbol === symbol &&
    kept.bars.day.length === bars.day.length &&
    kept.bars.day.at(-1) === bars.day.at(-1) &&
    kept.bars.close.at(-1) === bars.close.at(-1) &&
    kept.bars.close[0] === bars.close[0];
  if (!isSame) setKept({ symbol, bars });
  return isSame ? kept.bars : bars;
}

/** From the first to before the end; all of them where none is in the range. */
function placesIn(days: Int32Array, range: DayRange | null): readonly [first: number, end: number] {
  if (!range) return [0, days.length];
  const first = days.findIndex((day) => day >= range.from);
  const last = days.findLastIndex((day) => day <= range.to);
  return first < 0 || last < first ? [0, days.length] : [first, last + 1];
}

function valuesCsv(name: string, { day, close }: InstrumentBars, values: Float64Array): string {
  return toCsv(
    ["date", "close", name],
    Array.from(day, (each, row) => {
      const value = values[row] ?? NaN;
      return [formatIsoDay(each), close[row] ?? null, Number.isNaN(value) ? null : value];
    }),
  );
}
