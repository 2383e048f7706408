import { useCallback, useContext, useMemo } from "react";
import type { ReactElement } from "react";
import { formatMoneyChange } from "#src/format/money.ts";
import {
  countOf,
  formatCount,
  formatDecimal,
  formatPercent,
  formatPercentChange,
} from "#src/format/number.ts";
import { Button } from "#src/ui/button.tsx";
import { Change } from "#src/ui/change.tsx";
import { SavedPage } from "#src/ui/saved-page.ts";
import { useTableSort } from "#src/ui/table-sort.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { TableColumn } from "#src/ui/table-column.ts";
import type { EndGroup, HoldingGroup, Trace, TradeGroup } from "#workers/model/analysis.ts";
import type { Report } from "#workers/model/report.ts";
import { Part } from "../part.tsx";
import type { Exits } from "../exit-reasons.ts";
import { saveTable } from "../report-files.ts";
import styles from "./analysis.module.css";
import type { SectionProps } from "./section.ts";

interface GroupsSectionProps extends SectionProps {
  readonly exits: Exits;
  /** Tells the rows of sell rules apart; null while it is worked out. */
  readonly trace: Trace | null;
}

/** Where the money came from: by instrument, by the reason of the exit, by holding time. */
export function GroupsSection({ report, analysis, exits, trace }: GroupsSectionProps): ReactElement {
  const { byInstrument, byReason, byHolding } = analysis.groups;
  const reasonOf = useCallback(({ key }: EndGroup) => exits.nameOf(key), [exits]);
  return (
    <>
      <Part title="Per instrument" note={countOf(byInstrument.length, "instrument")}>
        <GroupTable
          report={report}
          title="Per instrument"
          first="Instrument"
          groups={byInstrument}
          nameOf={symbolOf}
        />
      </Part>
      <Part title="Per exit reason and holding time">
        <div className={styles["stack"]}>
          <GroupTable
            report={report}
            title="Per exit reason"
            first="Reason"
            groups={trace?.byEnd ?? byReason}
            nameOf={reasonOf}
          />
          <GroupTable
            report={report}
            title="By holding time"
            first="Sessions held"
            groups={byHolding}
            nameOf={holdingOf}
          />
        </div>
      </Part>
    </>
  );
}

interface GroupTableProps<Group extends TradeGroup> {
  readonly report: Report;
  readonly title: string;
  /** Heads the first column. */
  readonly first: string;
  readonly groups: readonly Group[];
  readonly nameOf: (group: Group) => string;
}

export function GroupTable<Group extends TradeGroup>(props: GroupTableProps<Group>): ReactElement {
  const { report, title, first, groups, nameOf } = props;
  const { currency } = report.metadata;
  const columns = useMemo(() => groupColumns(first, nameOf, currency), [first, nameOf, currency]);
  const sorted = useTableSort(groups, columns, NO_SORT);
  const isSaved = useContext(SavedPage);
  if (groups.length === 0) return <p className={styles["soft"]}>No position was opened in this run.</p>;
  return (
    <div className={styles["part"]}>
      <WindowedTable
        label={title}
        columns={columns}
        rows={sorted.rows}
        rowKey={keyOf}
        sort={sorted.sort}
        onSort={sorted.sortBy}
        dense
        phone={{
          figure: "Profit",
          second: "Mean %",
          detail: (group) =>
            `${countOf(group.positions, "position")}, won ${formatPercent(wonShare(group), 1)}`,
        }}
      />
      {!isSaved && (
        <div>
          <Button
            size="small"
            aria-label={`Save as CSV: ${title}`}
            onClick={() =>
              saveTable(
                report,
                title.toLowerCase().replaceAll(" ", "-"),
                CSV_FIELDS,
                groups.map((group) => CSV_FIELDS.map((field) => group[field])),
              )
            }
          >
            Save as CSV
          </Button>
        </div>
      )}
    </div>
  );
}

/** Rows as they come, until a heading is chosen. */
const NO_SORT = { column: "", direction: "ascending" } as const;

const CSV_FIELDS = [
  "key",
  "label",
  "positions",
  "trades",
  "wins",
  "profit",
  "meanPercent",
  "bestPercent",
  "worstPercent",
  "meanHeld",
] as const satisfies readonly (keyof TradeGroup)[];

function symbolOf({ key }: TradeGroup): string {
  return key;
}

export function holdingOf({ from, to }: HoldingGroup): string {
  return to === null ? `${formatCount(from)} and more` : `${formatCount(from)} to ${formatCount(to)}`;
}

function keyOf({ key }: TradeGroup): string {
  return key;
}

function groupColumns<Group extends TradeGroup>(
  first: string,
  nameOf: (group: Group) => string,
  currency: string,
): readonly TableColumn<Group>[] {
  return [
    { title: first, sortBy: nameOf, cell: (group) => nameOf(group) },
    {
      title: "Positions",
      end: true,
      sortBy: (group) => group.positions,
      cell: (group) => formatCount(group.positions),
    },
    {
      title: "Won",
      end: true,
      sortBy: (group) => wonShare(group) ?? -1,
      cell: (group) => formatPercent(wonShare(group), 1),
    },
    {
      title: "Profit",
      end: true,
      sortBy: (group) => group.profit,
      cell: (group) => <Change value={group.profit} text={formatMoneyChange(group.profit, currency, 2)} />,
    },
    percentColumn("Mean %", "meanPercent"),
    percentColumn("Best %", "bestPercent"),
    percentColumn("Worst %", "worstPercent"),
    {
      title: "Mean held",
      end: true,
      sortBy: (group) => group.meanHeld,
      cell: (group) => formatDecimal(group.meanHeld, 1),
    },
  ];
}

function percentColumn<Group extends TradeGroup>(
  title: string,
  name: "meanPercent" | "bestPercent" | "worstPercent",
): TableColumn<Group> {
  return {
    title,
    end: true,
    sortBy: (group) => group[name],
    cell: (group) => <Change value={group[name]} text={formatPercentChange(group[name], 2)} />,
  };
}

/** Share of the closed trades that won, in percent; null without a trade. */
function wonShare({ wins, trades }: TradeGroup): number | null {
  return trades === 0 ? null : (wins / trades) * 100;
}
