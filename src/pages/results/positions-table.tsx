import { lazy, Suspense, useMemo, useRef, useState } from "react";
import type { ReactElement, RefObject } from "react";
import { useLocation, useSearchParams } from "wouter";
import { formatDay } from "#src/format/day.ts";
import { lowerFirst } from "#src/format/first-letter.ts";
import { formatMoneyChange } from "#src/format/money.ts";
import { countOf, formatCount, formatPercent } from "#src/format/number.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { Button } from "#src/ui/button.tsx";
import { Change } from "#src/ui/change.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { SelectField, TextField } from "#src/ui/field.tsx";
import { usePageKeys } from "#src/ui/page-keys.ts";
import type { PhoneLayout } from "#src/ui/table-column.ts";
import { useTableSort } from "#src/ui/table-sort.ts";
import { useIsPhone } from "#src/ui/use-media.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { Position, Report } from "#workers/model/report.ts";
import type { Exits } from "./exit-reasons.ts";
import { positionColumns } from "./position-columns.tsx";
import { countByReason, filterPositions, NO_FILTER, totalsOf } from "./position-filter.ts";
import type { PositionFilter, PositionTotals } from "./position-filter.ts";
import { savePositions } from "./report-files.ts";
import styles from "./report-tables.module.css";
import { namedPeriod, namedPosition, positionKey, resultAddress } from "./result-address.ts";

/** Brings the chart's library. */
const PositionPanel = lazy(async () => ({
  default: (await import("./position/position-panel.tsx")).PositionPanel,
}));

function phoneLayout({ keyOf, nameOf }: Exits): PhoneLayout<Position> {
  return {
    figure: "Profit",
    second: "Profit %",
    detail: (position) => {
      const { entryDate, daysHeld } = position;
      return `${formatDay(entryDate)}, ${countOf(daysHeld, "session")}, ${lowerFirst(nameOf(keyOf(position)))}`;
    },
  };
}

/** They don't fill the box. */
const FEW_POSITIONS = 10;

interface PositionsTableProps {
  readonly run: RunRecord;
  readonly report: Report;
  readonly exits: Exits;
  /** Of the part of the run that is shown: its positions are listed. */
  readonly shown: Report;
  /** Lists all again. */
  readonly onWhole: () => void;
}

/** Every position of the run, to sort, filter, search and save, and the chart of the one that the address names. */
export function PositionsTable({ run, report, shown, exits, onWhole }: PositionsTableProps): ReactElement {
  const { positions, metadata } = report;
  const { currency } = metadata;
  const [filter, setFilter] = useState(NO_FILTER);
  const columns = useColumns(run.id, report, exits);
  const ofPeriod = shown.positions;
  const phone = useMemo(() => phoneLayout(exits), [exits]);
  const filtered = useMemo(() => filterPositions(ofPeriod, exits.keyOf, filter), [ofPeriod, exits, filter]);
  const totals = useMemo(() => totalsOf(filtered), [filtered]);
  const sorted = useTableSort(filtered, columns, { column: "Entry Date", direction: "ascending" });
  const table = useRef<HTMLDivElement>(null);
  const { named, chosen, place, show, close } = useShownPosition(run.id, positions, sorted.rows);
  const isPhone = useIsPhone();
  const filters = (
    <FilterBar positions={positions} listed={ofPeriod} exits={exits} filter={filter} onFilter={setFilter} />
  );
  return (
    <div className={styles["stack"]} ref={table}>
      <div className={styles["totals"]}>
        <h3>All Positions</h3>
        <Totals totals={totals} all={ofPeriod.length} currency={currency} />
        <Button
          size="small"
          kind="quiet"
          disabled={filtered.length === 0}
          onClick={() => savePositions(report, sorted.rows)}
        >
          Save as CSV
        </Button>
      </div>
      {isPhone ? <Disclosure summary="Search and filter">{filters}</Disclosure> : filters}
      {filtered.length === 0 ? (
        <None
          shown={ofPeriod.length === 0 ? shown : null}
          isToEnd={shown.metadata.backtestEnd === metadata.backtestEnd}
          onWhole={onWhole}
          onAll={() => setFilter(NO_FILTER)}
        />
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
          phone={phone}
        />
      )}
      <p className={styles["figures"]}>Days Held counts sessions: trading days from entry to exit.</p>
      {named !== null && chosen === null && <NoSuchPosition named={named} />}
      {chosen && (
        <Suspense fallback={<output>Opening the chart...</output>}>
          <PositionPanel
            run={run}
            report={report}
            exits={exits}
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

function useColumns(runId: string, { positions, metadata }: Report, exits: Exits) {
  const { currency } = metadata;
  const [params] = useSearchParams();
  const period = namedPeriod(params);
  return useMemo(
    () =>
      positionColumns({
        positions,
        currency,
        exits,
        addressOf: (position) => resultAddress(runId, position, period),
      }),
    [runId, positions, currency, exits, period],
  );
}

interface NoneProps {
  /** The part of the run that has none; null where the filters leave none. */
  readonly shown: Report | null;
  /** It ends with the run. */
  readonly isToEnd: boolean;
  readonly onWhole: () => void;
  readonly onAll: () => void;
}

function None({ shown, isToEnd, onWhole, onAll }: NoneProps): ReactElement {
  return (
    <div className={styles["nothing"]}>
      <p>{shown ? noneIn(shown, isToEnd) : "No position matches the search and the filters."}</p>
      <Button size="small" onClick={shown ? onWhole : onAll}>
        {shown ? "Positions of the whole run" : "Show all"}
      </Button>
    </div>
  );
}

function noneIn({ metadata }: Report, isToEnd: boolean): string {
  const [from, to] = [formatDay(metadata.backtestStart), formatDay(metadata.backtestEnd)];
  return isToEnd
    ? `No position ended after ${from}, and none is open: the years shown have none.`
    : `No position ended after ${from} and by ${to}.`;
}

/** @param named - symbol and date of the address */
function NoSuchPosition({ named }: { readonly named: string }): ReactElement {
  return (
    <p role="alert">This run has no position {named.replace(",", " from ")}. Choose one from the table.</p>
  );
}

interface FilterBarProps {
  /** Positions of the whole run: what can be chosen stays the same. */
  readonly positions: readonly Position[];
  /** Those of the years shown: what is counted. */
  readonly listed: readonly Position[];
  readonly exits: Exits;
  readonly filter: PositionFilter;
  readonly onFilter: (filter: PositionFilter) => void;
}

function FilterBar({ positions, listed, exits, filter, onFilter }: FilterBarProps): ReactElement {
  const search = useRef<HTMLInputElement>(null);
  usePageKeys({ "/": () => focusWhole(search) });
  const counts = useMemo(() => countByReason(positions, exits.keyOf), [positions, exits]);
  const listedCounts = useMemo(() => new Map(countByReason(listed, exits.keyOf)), [listed, exits]);
  const reasons = counts.map(([key]) => ({
    value: key,
    label: `${exits.nameOf(key)} (${formatCount(listedCounts.get(key) ?? 0)})`,
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
          onFilter({ ...filter, reason: counts.find(([key]) => key === target.value)?.[0] ?? "any" })
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
  /** Positions of the years shown, filtered or not. */
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

interface ShownPosition {
  /** What the address names; null where it names no position. */
  readonly named: string | null;
  /** null where the run has none of that name. */
  readonly chosen: Position | null;
  /** Place of the chosen position among the rows; -1 for none. */
  readonly place: number;
  /** Opens a position's chart. One after the other takes its place in the history: Back leads to the page without. */
  readonly show: (position: Position | undefined) => void;
  readonly close: () => void;
}

/** The position that the address names. @param rows - of the table, in its order */
function useShownPosition(
  runId: string,
  positions: readonly Position[],
  rows: readonly Position[],
): ShownPosition {
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const named = namedPosition(params);
  const period = namedPeriod(params);
  const chosen = useMemo(
    () => positions.find((position) => positionKey(position) === named) ?? null,
    [positions, named],
  );
  return {
    named,
    chosen,
    place: chosen ? rows.indexOf(chosen) : -1,
    show: (position) => {
      if (position) navigate(resultAddress(runId, position, period), { replace: named !== null });
    },
    close: () => navigate(resultAddress(runId, null, period)),
  };
}
