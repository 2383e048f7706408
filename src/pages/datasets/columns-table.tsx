/** A layout's columns with the first rows, and what each is taken for, to be changed. */
import type { ReactElement } from "react";
import { shownName } from "#src/format/shown.ts";
import page from "#src/ui/page.module.css";
import type { ColumnRole, TableColumn, TableView } from "#workers/model/import-check.ts";
import type { ImportPlan } from "#workers/model/import-plan.ts";
import type { FileGroup } from "./group-files.ts";
import styles from "./import.module.css";
import { answer } from "./import-store.ts";

interface ColumnsTableProps {
  readonly group: FileGroup;
  readonly table: TableView;
  readonly plan: ImportPlan;
}

const LABELS: Readonly<Record<ColumnRole, string>> = {
  date: "Date",
  time: "Time",
  year: "Year",
  month: "Month",
  day: "Day",
  symbol: "Symbol",
  open: "Open",
  high: "High",
  low: "Low",
  close: "Close",
  volume: "Volume",
  adjClose: "Adjusted close",
  marketCap: "Market cap",
  shares: "Shares outstanding",
  series: "Series",
  securityType: "Security type",
  name: "Company name",
  sector: "Sector",
  instrument: "Close of the instrument above",
  ignore: "Ignored",
};

/** What most people mean; the others are offered where they were understood. */
const OFFERED: readonly ColumnRole[] = [
  "date",
  "symbol",
  "open",
  "high",
  "low",
  "close",
  "volume",
  "adjClose",
  "marketCap",
  "shares",
  "ignore",
];
const COLUMNS_SHOWN = 30;
/** Several columns may have these. */
const SHARED: ReadonlySet<ColumnRole> = new Set(["ignore", "instrument"]);

export function ColumnsTable({ group, table }: ColumnsTableProps): ReactElement {
  const columns = table.columns.slice(0, COLUMNS_SHOWN);
  const names = group.files.map(({ file }) => file);
  const change = (column: TableColumn, role: ColumnRole) => {
    void answer(names, { columnRoles: rolesWith(table.columns, column, role) });
  };
  return (
    <div className={page["parts"]}>
      {/* A box that scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles["tableBox"]} aria-label="Columns and first rows, scrolling" tabIndex={0}>
        <table className={styles["table"]}>
          <thead>
            <tr>
              {columns.map(({ index, title }) => (
                <th key={index} scope="col">
                  {title === "" ? `Column ${index + 1}` : shownName(title)}
                </th>
              ))}
            </tr>
            <tr>
              {columns.map((column) => (
                <td key={column.index}>
                  <RoleSelect column={column} onChange={(role) => change(column, role)} />
                </td>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.sample.map((row, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows of a file have no other name than their place
              <tr key={table.sampleLine + at}>
                {columns.map(({ index }) => (
                  <td key={index}>{shownName((row[index] ?? "").slice(0, 40))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {table.columns.length > COLUMNS_SHOWN && (
        <p className={styles["soft"]}>and {table.columns.length - COLUMNS_SHOWN} more columns</p>
      )}
    </div>
  );
}

interface RoleSelectProps {
  readonly column: TableColumn;
  readonly onChange: (role: ColumnRole) => void;
}

function RoleSelect({ column: { index, title, role }, onChange }: RoleSelectProps): ReactElement {
  const offered = OFFERED.includes(role) ? OFFERED : [role, ...OFFERED];
  return (
    <select
      className={styles["role"]}
      aria-label={`What ${title === "" ? `column ${index + 1}` : shownName(title)} is`}
      value={role}
      onChange={(event) => {
        const chosen = offered.find((one) => one === event.target.value);
        if (chosen) onChange(chosen);
      }}
    >
      {offered.map((one) => (
        <option key={one} value={one}>
          {LABELS[one]}
        </option>
      ))}
    </select>
  );
}

/** All columns' roles after one was changed: what had the role before is not taken any more. */
export function rolesWith(
  columns: readonly TableColumn[],
  changed: TableColumn,
  role: ColumnRole,
): Readonly<Record<number, ColumnRole>> {
  return Object.fromEntries(
    columns.map((column) => {
      if (column.index === changed.index) return [column.index, role];
      const isRival = column.role === role && column.symbol === changed.symbol && !SHARED.has(role);
      return [column.index, isRival ? "ignore" : column.role];
    }),
  );
}
