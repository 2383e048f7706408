import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { toCsv } from "#src/format/csv.ts";
import { formatDay, formatEpochDay } from "#src/format/day.ts";
import { formatMoney, formatMoneyCompact } from "#src/format/money.ts";
import { formatPercent } from "#src/format/number.ts";
import { ChartFigure } from "#src/ui/chart-figure.tsx";
import { Panel } from "#src/ui/panel.tsx";
import { saveCanvas } from "#src/ui/picture.ts";
import { saveFile } from "#src/ui/save-file.ts";
import { TimeChart } from "#src/ui/time-chart.tsx";
import type { TimeDrawing, TimePane } from "#src/ui/time-drawing.ts";
import { parseIsoDay } from "#workers/model/day.ts";
import type { DeploymentEntry } from "#workers/model/deployment.ts";

interface AccountPartProps {
  readonly startMargin: number;
  readonly ledger: readonly DeploymentEntry[];
  readonly currency: string;
}

/** The account at each close, and how far it is below its highest. */
export function AccountPart({ startMargin, ledger, currency }: AccountPartProps): ReactElement {
  const [drawing, setDrawing] = useState<TimeDrawing | null>(null);
  const day = useMemo(() => Int32Array.from(ledger, ({ session }) => parseIsoDay(session) ?? 0), [ledger]);
  const panes = useMemo(() => panesOf(startMargin, ledger, currency), [startMargin, ledger, currency]);
  const last = ledger.at(-1);
  return (
    <Panel title="The account" note="Above: at each close. Below: how far below its highest close">
      <ChartFigure
        name="Account"
        summary={`From ${formatMoney(startMargin, currency, 0)} to ${formatMoney(last?.equity ?? startMargin, currency, 0)} on ${formatDay(last?.session ?? null)}.`}
        onPicture={() => {
          if (drawing) saveCanvas("deployment-account", drawing.picture());
        }}
        onCsv={() => saveFile("deployment-account.csv", "text/csv", accountCsv(ledger))}
      >
        <TimeChart day={day} panes={panes} formatDay={formatEpochDay} onDrawing={setDrawing} size="high" />
      </ChartFigure>
    </Panel>
  );
}

function panesOf(
  startMargin: number,
  ledger: readonly DeploymentEntry[],
  currency: string,
): readonly TimePane[] {
  let peak = startMargin;
  const fall = Float64Array.from(ledger, ({ equity }) => {
    peak = Math.max(peak, equity);
    return (equity / peak - 1) * 100;
  });
  const account = Float64Array.from(ledger, ({ equity }) => equity);
  return [
    {
      series: [{ name: "Account", look: "strategy", kind: "line", values: account }],
      format: (value) => formatMoneyCompact(value, currency),
    },
    {
      series: [{ name: "Drawdown", look: "strategy", kind: "area", isFromTop: true, values: fall }],
      format: (value) => formatPercent(value, 1),
    },
  ];
}

function accountCsv(ledger: readonly DeploymentEntry[]): string {
  return toCsv(
    ["session", "equity", "cash", "positions"],
    ledger.map(({ session, equity, cash, positions }) => [session, equity, cash, positions.length]),
  );
}
