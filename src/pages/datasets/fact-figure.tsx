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
import { factAtBars } from "./fact-steps.ts";
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
