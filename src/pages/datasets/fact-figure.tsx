/** A fact of an instrument under its candles, with the days on which its values became known. */
import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { toCsv } from "#src/format/csv.ts";
import { formatEpochDay } from "#src/format/day.ts";
import { DASH, countOf, formatSignificant } from "#src/format/number.ts";
import { shown } from "#src/format/shown.ts";
import { ChartFigure } from "#src/ui/chart-figure.tsx";
import { SelectField } from "#src/ui/field.tsx";
import { saveCanvas } from "#src/ui/picture.ts";
import { saveFile } from "#src/ui/save-file.ts";
import { TimeChart } from "#src/ui/time-chart.tsx";
import type { TimeDrawing, TimePane } from "#src/ui/time-drawing.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { TableColumn } from "#src/ui/table-column.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { describeLag } from "#workers/model/fact-lag.ts";
import type { InstrumentFact } from "#workers/model/instruments.ts";
import styles from "./instruments-page.module.css";

interface FactFigureProps {
  readonly symbol: string;
  /** EpochDays of the bars that the candles show. */
  readonly days: Int32Array;
  /** At least one. */
  readonly facts: readonly InstrumentFact[];
}

export function FactFigure({ symbol, days, facts }: FactFigureProps): ReactElement {
  const [chosen, setChosen] = useState("");
  const fact = facts.find(({ name }) => name === chosen) ?? facts[0];
  return (
    <section className={styles["stack"]} aria-label="Facts">
      <div className={styles["filters"]}>
        <SelectField
          label="Fact"
          options={facts.map(({ name }) => ({ value: name, label: shown(name) }))}
          value={fact?.name ?? ""}
          onChange={(event) => setChosen(event.target.value)}
        />
      </div>
      {fact && <Steps symbol={symbol} days={days} fact={fact} />}
    </section>
  );
}

interface StepsProps extends Omit<FactFigureProps, "facts"> {
  readonly fact: InstrumentFact;
}

function Steps({ symbol, days, fact }: StepsProps): ReactElement {
  const [drawing, setDrawing] = useState<TimeDrawing | null>(null);
  const panes = useMemo((): readonly TimePane[] => {
    const { values, knownOn, news } = factAtBars(fact, days);
    const since = (row: number): string => {
      const day = knownOn[row] ?? NaN;
      return Number.isNaN(day) ? DASH : formatEpochDay(day);
    };
    return [
      {
        series: [
          { name: shown(fact.name), look: "strategy", kind: "steps", values },
          { name: "Became known", look: "known", kind: "points", values: news, textAt: since },
        ],
        format: formatSignificant,
      },
    ];
  }, [fact, days]);
  const rows = useMemo(() => Array.from(fact.day.keys()).toReversed(), [fact]);
  const columns = useMemo(() => stepColumns(fact), [fact]);
  const file = `${symbol}-${fact.name}`.replaceAll(/[^\p{Letter}\p{Number}.]+/gu, "-").slice(0, 80);
  return (
    <ChartFigure
      name={shown(fact.name)}
      summary={describe(symbol, fact)}
      onPicture={() => {
        if (drawing) saveCanvas(file, drawing.picture());
      }}
      onCsv={() => saveFile(`${file}.csv`, "text/csv", stepsCsv(symbol, fact))}
      renderTable={() => (
        <WindowedTable
          label={`Values of ${shown(fact.name)}`}
          columns={columns}
          rows={rows}
          rowKey={String}
          dense
          phone={{ figure: "Value" }}
        />
      )}
    >
      <TimeChart day={days} panes={panes} formatDay={formatEpochDay} onDrawing={setDrawing} />
    </ChartFigure>
  );
}

/** "AB: 12 values of revenue.ttm became known, the last one, 460, on 01/02/2019; a rule sees it from the day after." */
function describe(symbol: string, { name, kind, day, value, lag }: InstrumentFact): string {
  const last = day.length - 1;
  const figure = Number.isNaN(value[last] ?? NaN) ? "unknown" : formatSignificant(value[last] ?? NaN);
  const seen = kind === "fact" ? "a rule sees it from the day after" : "a rule sees it on that day already";
  const assumed = lag ? ` For some the day is assumed: ${describeLag(lag)}.` : "";
  return shown(
    `${symbol}: ${countOf(day.length, "value")} of ${name} became known, the last one, ${figure}, on ${formatEpochDay(day[last] ?? 0)}; ${seen}.${assumed}`,
  );
}

/** A row is a step. */
function stepColumns({ day, value }: InstrumentFact): readonly TableColumn<number>[] {
  return [
    { title: "Became known", cell: (row) => formatEpochDay(day[row] ?? 0) },
    { title: "Value", end: true, cell: (row) => formatSignificant(value[row] ?? NaN) },
  ];
}

function stepsCsv(symbol: string, { name, day, value }: InstrumentFact): string {
  return toCsv(
    ["symbol", "date", "name", "value"],
    Array.from(day, (each, row) => {
      const figure = value[row] ?? NaN;
      return [symbol, formatIsoDay(each), name, Number.isNaN(figure) ? null : figure];
    }),
  );
}

/** A fact of one instrument along its bars, one row a bar. */
interface FactAtBars {
  /** NaN where it is not known. */
  readonly values: Float64Array;
  /** EpochDay on which the value became known; NaN before the first. */
  readonly knownOn: Float64Array;
  /**
   * The value at the first bar that sees it; NaN at all others, and where it was known before the first bar. NaN
   * throughout where most bars have a value of their own, as of a daily ratio: marks at all of them mark none.
   */
  readonly news: Float64Array;
}

/**
 * What a rule sees at each close, and since when it is known: of a fact the latest step before the bar's day, of a signal also one on it.
 *
 * @param days - EpochDays of the bars, ascending
 */
export function factAtBars({ kind, day, value }: InstrumentFact, days: Int32Array): FactAtBars {
  const wait = kind === "fact" ? 1 : 0;
  const [values, knownOn, news] = [nothing(days.length), nothing(days.length), nothing(days.length)];
  let step = -1;
  let newBars = 0;
  for (const [bar, of] of days.entries()) {
    const before = step;
    while (step + 1 < day.length && (day[step + 1] ?? Infinity) + wait <= of) step++;
    if (step < 0) continue;
    values[bar] = value[step] ?? NaN;
    knownOn[bar] = day[step] ?? NaN;
    if (step === before || bar === 0) continue;
    news[bar] = value[step] ?? NaN;
    newBars++;
  }
  return { values, knownOn, news: 2 * newBars > days.length ? nothing(days.length) : news };
}

function nothing(length: number): Float64Array {
  return new Float64Array(length).fill(NaN);
}
