import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { toCsv } from "#src/format/csv.ts";
import { formatEpochDay } from "#src/format/day.ts";
import { formatMoney, formatMoneyCompact } from "#src/format/money.ts";
import { shownName } from "#src/format/shown.ts";
import { ChartFigure } from "#src/ui/chart-figure.tsx";
import { moneyCurves } from "#src/ui/money-curves.ts";
import type { MoneyCurves } from "#src/ui/money-curves.ts";
import { Panel } from "#src/ui/panel.tsx";
import { saveCanvas } from "#src/ui/picture.ts";
import { saveFile } from "#src/ui/save-file.ts";
import { TimeChart } from "#src/ui/time-chart.tsx";
import { RUN_LOOKS } from "#src/ui/time-drawing.ts";
import type { SeriesLook, TimeDrawing, TimePane } from "#src/ui/time-drawing.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { onDays } from "./growth-section.tsx";
import type { ReadyRun } from "./load-compared.ts";

/** The accounts in money, with what was put into each; nothing where no money came or went. */
export function MoneySection({ runs }: { readonly runs: readonly ReadyRun[] }): ReactElement | null {
  const lines = useMemo(() => linesOf(runs), [runs]);
  return lines.length === 0 ? null : <Money lines={lines} />;
}

/** A run whose money came or went. */
interface MoneyLine {
  readonly name: string;
  readonly letter: string;
  readonly currency: string;
  readonly look: SeriesLook;
  readonly curves: MoneyCurves;
  /** The start value among it. */
  readonly putIn: number;
  readonly withdrawn: number;
}

function linesOf(runs: readonly ReadyRun[]): readonly MoneyLine[] {
  return runs.flatMap(({ letter, run, report }, place): MoneyLine[] => {
    if (!report.equity.growth) return [];
    const curves = moneyCurves(report, { fromRow: 0, toRow: report.equity.day.length - 1 });
    if (curves.day.length === 0) return [];
    const { currency } = report.metadata;
    const look = RUN_LOOKS[place] ?? "run-1";
    const { deposited = 0, withdrawn = 0 } = report.money ?? {};
    const putIn = report.performance.startValue + deposited;
    const name = `${letter} ${shownName(run.strategyName)}`;
    return [{ name, letter, currency, look, curves, putIn, withdrawn }];
  });
}

function Money({ lines }: { readonly lines: readonly MoneyLine[] }): ReactElement {
  const [drawing, setDrawing] = useState<TimeDrawing | null>(null);
  const day = useMemo(
    () => Int32Array.from(new Set(lines.flatMap(({ curves }) => [...curves.day]))).toSorted(),
    [lines],
  );
  const panes = useMemo(() => panesOf(lines, day), [lines, day]);
  return (
    <Panel
      title="Accounts in money"
      note="What each was worth and, thin, all that was put in so far less all that was taken out"
    >
      <ChartFigure
        name="Accounts in money"
        summary={lines.map(describe).join(" ")}
        onPicture={() => {
          if (drawing) saveCanvas("comparison-money", drawing.picture());
        }}
        onCsv={() => saveFile("comparison-money.csv", "text/csv", moneyCsv(lines, day))}
      >
        <TimeChart day={day} panes={panes} formatDay={formatEpochDay} onDrawing={setDrawing} size="high" />
      </ChartFigure>
    </Panel>
  );
}

/** A pane for each currency: sums of several have no common axis. */
function panesOf(lines: readonly MoneyLine[], day: Int32Array): readonly TimePane[] {
  const currencies = [...new Set(lines.map(({ currency }) => currency))];
  return currencies.map((currency) => ({
    format: (value) => formatMoneyCompact(value, currency),
    series: lines
      .filter((line) => line.currency === currency)
      .flatMap(({ name, letter, look, curves }) => [
        {
          name: `${letter} put in, less taken out`,
          look,
          kind: "steps",
          isThin: true,
          values: onDays(curves.day, day, curves.putIn),
        } as const,
        { name, look, kind: "line", values: onDays(curves.day, day, curves.account), tag: letter } as const,
      ]),
  }));
}

function describe({ letter, currency, curves, putIn, withdrawn }: MoneyLine): string {
  const money = (value: number | undefined) => formatMoney(value ?? null, currency, 0);
  const ended = `${letter} ended at ${money(curves.account.at(-1))}`;
  return withdrawn > 0
    ? `${ended}; ${money(putIn)} was put in and ${money(withdrawn)} taken out.`
    : `${ended}, with ${money(putIn)} put in.`;
}

function moneyCsv(lines: readonly MoneyLine[], day: Int32Array): string {
  const columns = lines.flatMap(({ name, curves }) => [
    { name, values: onDays(curves.day, day, curves.account) },
    { name: `${name} putIn`, values: onDays(curves.day, day, curves.putIn) },
  ]);
  return toCsv(
    ["date", ...columns.map(({ name }) => name)],
    Array.from(day, (at, row) => [formatIsoDay(at), ...columns.map(({ values }) => values[row] ?? null)]),
  );
}
