import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { toCsv } from "#src/format/csv.ts";
import type { CsvCell } from "#src/format/csv.ts";
import { nameAtEnds } from "#src/format/bar-words.ts";
import { formatDay, formatEpochDay } from "#src/format/day.ts";
import { formatMoney, formatMoneyCompact } from "#src/format/money.ts";
import { formatPercent, formatPercentChange } from "#src/format/number.ts";
import { ChartFigure } from "#src/ui/chart-figure.tsx";
import { useAverageLine } from "#src/storage/growth-scale.ts";
import { CheckField } from "#src/ui/field.tsx";
import { Panel } from "#src/ui/panel.tsx";
import { saveCanvas } from "#src/ui/picture.ts";
import { saveFile } from "#src/ui/save-file.ts";
import { TimeChart } from "#src/ui/time-chart.tsx";
import type { TimeDrawing, TimePane } from "#src/ui/time-drawing.ts";
import { parseIsoDay } from "#workers/model/day.ts";
import { moneyOf } from "#workers/model/deployment.ts";
import type { DeploymentEntry } from "#workers/model/deployment.ts";
import type { Frequency } from "#workers/model/report.ts";

import type { Yardstick } from "./use-yardsticks.ts";

const MONEY = ["in", "out", "owed", "growth"] as const;
const COLUMNS = { benchmark: "benchmark", average: "universe" } as const;

interface AccountPartProps {
  readonly startMargin: number;
  readonly ledger: readonly DeploymentEntry[];
  readonly currency: string;
  readonly frequency: Frequency;
  /** What it is held against; [] while that is worked out, and where it can't be. */
  readonly yardsticks: readonly Yardstick[];
}

/** The account at each close beside what it is held against, and how far it is below its highest. */
export function AccountPart(props: AccountPartProps): ReactElement {
  const { startMargin, ledger, currency, frequency, yardsticks } = props;
  const [hasAverage, setHasAverage] = useAverageLine();
  const [drawing, setDrawing] = useState<TimeDrawing | null>(null);
  const day = useMemo(() => Int32Array.from(ledger, ({ session }) => parseIsoDay(session) ?? 0), [ledger]);
  const panes = useMemo(() => {
    const lines = yardsticks.filter(({ kind }) => kind === "benchmark" || hasAverage);
    return panesOf({ startMargin, ledger, currency, frequency, yardsticks: lines });
  }, [startMargin, ledger, currency, frequency, yardsticks, hasAverage]);
  const last = ledger.at(-1);
  return (
    <Panel
      title="The account"
      note={`Above: at each close. Below: how far below its highest close${isMoved(ledger) ? ", money that came and went aside" : ""}`}
    >
      <ChartFigure
        name="Account"
        summary={`From ${formatMoney(startMargin, currency, 0)} to ${formatMoney(last?.equity ?? startMargin, currency, 0)} on ${formatDay(last?.session ?? null)}${besideWords(yardsticks)}.`}
        onPicture={() => {
          if (drawing) saveCanvas("deployment-account", drawing.picture());
        }}
        onCsv={() => saveFile("deployment-account.csv", "text/csv", accountCsv(ledger, yardsticks))}
      >
        {yardsticks.some(({ kind }) => kind === "average") && (
          <CheckField
            label="Average share on the chart"
            checked={hasAverage}
            onChange={(event) => setHasAverage(event.target.checked)}
          />
        )}
        <TimeChart day={day} panes={panes} formatDay={formatEpochDay} onDrawing={setDrawing} size="high" />
      </ChartFigure>
    </Panel>
  );
}

/** ", while the same money made: TIDAL120 +3.2%, Average share +2.9%". */
function besideWords(yardsticks: readonly Yardstick[]): string {
  if (yardsticks.length === 0) return "";
  const each = yardsticks.map(({ name, growth }) => `${name} ${formatPercentChange(growth, 1)}`);
  return `, while the same money made: ${each.join(", ")}`;
}

function panesOf(props: AccountPartProps): readonly TimePane[] {
  const { startMargin, ledger, currency, frequency, yardsticks } = props;
  let [peak, sum] = [startMargin, startMargin];
  const fall = Float64Array.from(ledger, (entry) => {
    const { growth } = moneyOf(entry);
    peak = Math.max(peak, growth);
    return (growth / peak - 1) * 100;
  });
  const account = Float64Array.from(ledger, ({ equity }) => equity);
  const putIn = Float64Array.from(ledger, ({ in: came = 0, out = 0 }) => (sum += came - out));
  return [
    {
      series: [
        ...(isMoved(ledger)
          ? [{ name: "Put in, less taken out", look: "known", kind: "steps", values: putIn } as const]
          : []),
        ...yardsticks.map(({ name, kind, values }) => ({ name, look: kind, kind: "line", values }) as const),
        { name: "Account", look: "strategy", kind: "line", values: account },
      ],
      format: (value) => formatMoneyCompact(value, currency),
    },
    {
      series: [
        {
          name: nameAtEnds("Drawdown", frequency),
          look: "strategy",
          kind: "area",
          isFromTop: true,
          values: fall,
        },
      ],
      format: (value) => formatPercent(value, 1),
    },
  ];
}

function isMoved(ledger: readonly DeploymentEntry[]): boolean {
  return ledger.some(({ in: came = 0, out = 0 }) => came > 0 || out > 0);
}

function accountCsv(ledger: readonly DeploymentEntry[], yardsticks: readonly Yardstick[]): string {
  const money = isMoved(ledger) ? MONEY : [];
  const rows = ledger.map((entry, row): CsvCell[] => {
    const { session, equity, cash, positions } = entry;
    const sums = moneyOf(entry);
    const beside = yardsticks.map(({ values }) => values[row] ?? null);
    return [[session, equity, cash, positions.length], money.map((name) => sums[name]), beside].flat();
  });
  const header = ["session", "equity", "cash", "positions", ...money];
  return toCsv([...header, ...yardsticks.map(({ kind }) => COLUMNS[kind])], rows);
}
