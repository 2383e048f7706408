import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { nameAtEnds } from "#src/format/bar-words.ts";
import { formatDayRange, formatMoment } from "#src/format/day.ts";
import { formatPercent, formatPercentChange, formatRatio } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { Change } from "#src/ui/change.tsx";
import { TextField } from "#src/ui/field.tsx";
import page from "#src/ui/page.module.css";
import { useTableSort } from "#src/ui/table-sort.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { PhoneLayout, TableColumn } from "#src/ui/table-column.ts";
import { MOST_RUNS } from "#src/share/compared-runs.ts";
import styles from "./compare-page.module.css";

interface RunChooserProps {
  readonly runs: readonly RunRecord[];
  /** Their ids. */
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
}

/** Every finished run of this device, to tick. */
export function RunChooser({ runs, chosen, onChoose }: RunChooserProps): ReactElement {
  const [text, setText] = useState("");
  const complete = useMemo(() => runs.filter(({ state }) => state === "complete"), [runs]);
  const found = useMemo(() => complete.filter((run) => isFound(run, text)), [complete, text]);
  const hasTags = complete.some(({ remark }) => (remark?.tags.length ?? 0) > 0);
  const columns = useMemo(() => columnsOf(chosen, onChoose, hasTags), [chosen, onChoose, hasTags]);
  const sorted = useTableSort(found, columns, { column: "Run on", direction: "descending" });
  if (complete.length === 0)
    return (
      <p className={page["quiet"]}>
        No run is finished on this device yet. Start a simulation from your strategies first.
      </p>
    );
  return (
    <div className={styles["stack"]}>
      <TextField
        className={styles["filter"]}
        type="search"
        label="Search in the runs"
        placeholder="Strategy, tag or note"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {found.length === 0 ? (
        <p className={page["quiet"]}>No finished run matches.</p>
      ) : (
        <WindowedTable
          label="Finished runs"
          columns={columns}
          rows={sorted.rows}
          rowKey={keyOf}
          sort={sorted.sort}
          onSort={sorted.sortBy}
          phone={PHONE}
        />
      )}
    </div>
  );
}

const PHONE: PhoneLayout<RunRecord> = {
  figure: "CAGR",
  second: "Max drawdown",
  detail: ({ startedAt, remark }) => [formatMoment(startedAt), ...(remark?.tags ?? [])].join(", "),
};

function keyOf({ id }: RunRecord): string {
  return id;
}

function isFound({ strategyName, remark }: RunRecord, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return [strategyName, remark?.note ?? "", ...(remark?.tags ?? [])].some((part) =>
    part.toLowerCase().includes(wanted),
  );
}

const TAGS: TableColumn<RunRecord> = {
  title: "Tags",
  sortBy: ({ remark }) => remark?.tags.join(", ") ?? "",
  cell: ({ remark }) => remark?.tags.join(", ") ?? "",
};

function columnsOf(
  chosen: readonly string[],
  onChoose: RunChooserProps["onChoose"],
  hasTags: boolean,
): readonly TableColumn<RunRecord>[] {
  const toggle = (id: string) =>
    onChoose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return [
    {
      title: "Strategy",
      sortBy: ({ strategyName }) => strategyName,
      cell: ({ id, strategyName }) => (
        <label className={styles["choice"]}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            disabled={!chosen.includes(id) && chosen.length >= MOST_RUNS}
            onChange={() => toggle(id)}
          />
          {shownName(strategyName)}
        </label>
      ),
    },
    {
      title: "Run on",
      sortBy: ({ startedAt }) => startedAt,
      cell: ({ startedAt }) => formatMoment(startedAt),
    },
    {
      title: "Total growth",
      end: true,
      sortBy: ({ headline }) => headline?.totalGrowthPercent ?? -Infinity,
      cell: ({ headline }) => (
        <Change
          value={headline?.totalGrowthPercent ?? null}
          text={formatPercentChange(headline?.totalGrowthPercent ?? null, 1)}
        />
      ),
    },
    {
      title: "CAGR",
      end: true,
      sortBy: ({ headline }) => headline?.cagr ?? -Infinity,
      cell: ({ headline }) => formatPercent(headline?.cagr ?? null, 1),
    },
    {
      title: "Max drawdown",
      end: true,
      sortBy: ({ headline }) => headline?.maxDrawdown ?? -Infinity,
      cell: ({ headline }) =>
        nameAtEnds(formatPercent(headline?.maxDrawdown ?? null, 1), headline?.frequency),
    },
    {
      title: "Sharpe",
      end: true,
      sortBy: ({ headline }) => headline?.sharpeRatio ?? -Infinity,
      cell: ({ headline }) => formatRatio(headline?.sharpeRatio ?? null),
    },
    ...(hasTags ? [TAGS] : []),
    {
      title: "Period",
      sortBy: ({ strategy }) => strategy.simulation.startDate,
      cell: ({ strategy }) => formatDayRange(strategy.simulation.startDate, strategy.simulation.endDate),
    },
    { title: "Data", sortBy: ({ datasetTitle }) => datasetTitle, cell: ({ datasetTitle }) => datasetTitle },
  ];
}
