import { lazy, Suspense, useMemo, useRef, useState } from "react";
import type { ReactElement, RefObject } from "react";
import { formatMoneyChange } from "#src/format/money.ts";
import { countOf, formatCount, formatPercent } from "#src/format/number.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { Button } from "#src/ui/button.tsx";
import { Change } from "#src/ui/change.tsx";
import { SelectField, TextField } from "#src/ui/field.tsx";
import { usePageKeys } from "#src/ui/page-keys.ts";
import { useTableSort } from "#src/ui/table-sort.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { Position, Report } from "#workers/model/report.ts";
import { EXIT_REASONS } from "#workers/model/report.ts";
import { EXIT_REASON_NAMES } from "./exit-reasons.ts";
import { positionKey, resultAddress } from "./position/position-address.ts";
import { useShownPosition } from "./position/use-shown-position.ts";
import { positionColumns } from "./position-columns.tsx";
import { countByReason, filterPositions, NO_FILTER, totalsOf } from "./position-filter.ts";
import type { PositionFilter, PositionTotals } from "./position-filter.ts";
import { savePositions } from "./report-files.ts";
import styles from "./report-tables.module.css";

/** Brings the chart's library. */
const PositionPanel = lazy(async () => ({
  default: (await import("./position/position-panel.tsx")).PositionPanel,
}));

/** They don't fill the box. */
const FEW_POSITIONS = 10;

interface PositionsTableProps {
  readonly run: RunRecord;
  readonly report: Report;
}

/** Every position of the run, to sort, filter, search and save, and the chart of the one that the address names. */
export function PositionsTable({ run, report }: PositionsTableProps): ReactElement {
  const { positions, metadata } = report;
  const { currency } = metadata;
  const [filter, setFilter] = useState(NO_FILTER);
  const columns = useMemo(
    () => positionColumns({ positions, currency, addressOf: (position) => resultAddress(run.id, position) }),
    [run.id, positions, currency],
  );
  const filtered = useMemo(() => filterPositions(positions, filter), [positions, filter]);
  const totals = useMemo(() => totalsOf(filtered), [filtered]);
  const sorted = useTableSort(filtered, columns, { column: "Entry Date", direction: "ascending" });
  const table = useRef<HTMLDivElement>(null);
  const { named, chosen, place, show, close } = useShownPosition(run.id, positions, sorted.rows);
  return (
    <div className={styles["stack"]} ref={table}>
      <FilterBar positions={positions} filter={filter} onFilter={setFilter} />
      <div className={styles["totals"]}>
        <Totals totals={totals} all={positions.length} currency={currency} />
        <Button
          size="small"
          disabled={filtered.length === 0}
          onClick={() => savePositions(report, sorted.rows)}
        >
          Save as CSV
        </Button>
      </div>
      {filtered.length === 0 ? (
        <div className={styles["nothing"]}>
          <p>No position matches the search and the filters.</p>
          <Button size="small" onClick={() => setFilter(NO_FILTER)}>
            Show all
          </Button>
        </div>
      ) : (
        <WindowedTable
          label="All Positions"
          columns={columns}
          rows={sorted.rows}
          rowKey={positionKey}
          sort={sorted.sort}
          onSort={sorted.sortBy}
          keepsHeight={positions.length > FEW_POSITIONS}
          stepsByKeys={named === null}
          shownRow={place}
          onOpen={show}
        />
      )}
      {named !== null && chosen === null && (
        <p role="alert">
          This run has no position {named.replace(",", " from ")}. Choose one from the table.
        </p>
      )}
      {chosen && (
        <Suspense fallback={<output>Opening the chart...</output>}>
          <PositionPanel
            run={run}
            report={report}
            position={chosen}
            place={place}
            count={sorted.rows.length}
            onStep={(rows) => show(sorted.rows[place + rows])}
            onClose={() => {
              table.current?.querySelector<HTMLElement>("section[tabindex]")?.focus();
              close();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

interface FilterBarProps {
  readonly positions: readonly Position[];
  readonly filter: PositionFilter;
  readonly onFilter: (filter: PositionFilter) => void;
}

function FilterBar({ positions, filter, onFilter }: FilterBarProps): ReactElement {
  const search = useRef<HTMLInputElement>(null);
  usePageKeys({ "/": () => focusWhole(search) });
  const counts = useMemo(() => countByReason(positions), [positions]);
  const reasons = EXIT_REASONS.filter((reason) => counts.has(reason)).map((reason) => ({
    value: reason,
    label: `${EXIT_REASON_NAMES[reason]} (${formatCount(counts.get(reason) ?? 0)})`,
  }));
  return (
    <search className={styles["filters"]}>
      <TextField
        ref={search}
        type="search"
        label="Search"
        placeholder="Symbol or name, key /"
        aria-keyshortcuts="/"
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.target.value })}
      />
      <SelectField
        label="Exit reason"
        value={filter.reason}
        options={[{ value: "any", label: "All reasons" }, ...reasons]}
        onChange={({ target }) =>
          onFilter({ ...filter, reason: EXIT_REASONS.find((reason) => reason === target.value) ?? "any" })
        }
      />
      <SelectField
        label="Outcome"
        value={filter.outcome}
        options={[
          { value: "any", label: "Gains and losses" },
          { value: "gain", label: "Gains only" },
          { value: "loss", label: "Losses only" },
        ]}
        onChange={({ target: { value } }) =>
          onFilter({ ...filter, outcome: value === "gain" || value === "loss" ? value : "any" })
        }
      />
    </search>
  );
}

function focusWhole(input: RefObject<HTMLInputElement | null>): void {
  input.current?.focus();
  input.current?.select();
}

interface TotalsProps {
  readonly totals: PositionTotals;
  /** Positions of the run, filtered or not. */
  readonly all: number;
  readonly currency: string;
}

/** Read out when a filter changes it. */
function Totals({ totals, all, currency }: TotalsProps): ReactElement {
  const { count, trades, profit, winShare } = totals;
  return (
    <output className={styles["figures"]} aria-label="Totals">
      <span>
        {count === all ? (
          <strong>{countOf(count, "position")}</strong>
        ) : (
          <>
            <strong>{formatCount(count)}</strong> of {countOf(all, "position")}
          </>
        )}
      </span>
      <span>
        Profit{" "}
        <strong>
          <Change value={profit} text={formatMoneyChange(profit, currency, 2)} />
        </strong>
      </span>
      <span>
        Won <strong>{formatPercent(winShare, 1)}</strong> of {countOf(trades, "closed trade")}
      </span>
    </output>
  );
}
