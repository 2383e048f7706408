import { useMemo } from "react";
import type { ReactElement } from "react";
import { formatDay, formatMonth } from "#src/format/day.ts";
import { formatMoneyChange } from "#src/format/money.ts";
import { formatCount, formatPercentChange } from "#src/format/number.ts";
import { Button } from "#src/ui/button.tsx";
import { Change } from "#src/ui/change.tsx";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { TableColumn } from "#src/ui/table-column.ts";
import type { Streak } from "#workers/model/analysis.ts";
import { Part } from "../part.tsx";
import { saveTable } from "../report-files.ts";
import styles from "./analysis.module.css";
import type { SectionProps } from "./section.ts";

const NAMES: Readonly<Record<Streak["of"], Readonly<Record<Streak["kind"], string>>>> = {
  trades: { gains: "Winning trades in a row", losses: "Losing trades in a row" },
  sessions: { gains: "Rising days in a row", losses: "Falling days in a row" },
  months: { gains: "Gaining months in a row", losses: "Losing months in a row" },
};

/** The longest runs of gains and of losses. */
export function StreaksSection({ report, analysis }: SectionProps): ReactElement {
  const { streaks } = analysis;
  const { currency } = report.metadata;
  const columns = useMemo(() => streakColumns(currency), [currency]);
  return (
    <Part title="Streaks" note="The longest of each kind; trades by their exit">
      <div className={styles["part"]}>
        <WindowedTable
          label="Streaks"
          columns={columns}
          rows={streaks}
          rowKey={streakKey}
          dense
          phone={{ figure: "Length", second: "Together" }}
        />
        <div>
          <Button
            size="small"
            aria-label="Save as CSV: Streaks"
            onClick={() =>
              saveTable(
                report,
                "streaks",
                CSV_FIELDS,
                streaks.map((streak) => CSV_FIELDS.map((field) => streak[field])),
              )
            }
          >
            Save as CSV
          </Button>
        </div>
      </div>
    </Part>
  );
}

const CSV_FIELDS = [
  "of",
  "kind",
  "length",
  "from",
  "to",
  "result",
] as const satisfies readonly (keyof Streak)[];

function streakKey({ of, kind }: Streak): string {
  return `${of} ${kind}`;
}

function streakColumns(currency: string): readonly TableColumn<Streak>[] {
  return [
    { title: "Longest run of", cell: ({ of, kind }) => NAMES[of][kind] },
    { title: "Length", end: true, cell: ({ length }) => formatCount(length) },
    { title: "From", end: true, cell: (streak) => whenText(streak, streak.from) },
    { title: "To", end: true, cell: (streak) => whenText(streak, streak.to) },
    {
      title: "Together",
      end: true,
      cell: (streak) => <Change value={streak.result} text={resultText(streak, currency)} />,
    },
  ];
}

function whenText({ of }: Streak, when: string): string {
  return of === "months" ? formatMonth(when) : formatDay(when);
}

function resultText({ of, result }: Streak, currency: string): string {
  return of === "trades" ? formatMoneyChange(result, currency, 0) : formatPercentChange(result, 2);
}
