/** Tries many variants of the strategy of the URL: one or two of its figures over ranges, as a map of what came out. */
import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useMemo, useState } from "react";
import type { ReactElement } from "react";
import { Link, useSearchParams } from "wouter";
import { currencyOfExchange } from "#src/format/money.ts";
import type { GridRecord } from "#src/storage/grid-record.ts";
import { latestGrid } from "#src/storage/grids.ts";
import type { StrategyRecord } from "#src/storage/records.ts";
import { loadStrategy } from "#src/storage/strategies.ts";
import { buttonClass } from "#src/ui/button.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import { Panel } from "#src/ui/panel.tsx";
import type { Strategy } from "#workers/model/strategy.ts";
import { fieldValue } from "#workers/model/variant-grid.ts";
import type { Axis } from "#workers/model/variant-grid.ts";
import { readAxes, toText } from "./axis-form.ts";
import type { AxisText } from "./axis-form.ts";
import { AxisFields } from "./axis-fields.tsx";
import { GridResult } from "./grid-result.tsx";
import styles from "./optimise-page.module.css";
import { SearchControls } from "./search-controls.tsx";
import { FIRST_TARGET, SECOND_TARGET, suggestedAxis, targetsFor } from "./targets.ts";
import { useSearch } from "./use-search.ts";

const TITLE = "Optimise";

export function OptimisePage(): ReactElement | null {
  const [params] = useSearchParams();
  const id = params.get("strategy") ?? "";
  const loaded = useLiveQuery(async () => ({ id, record: await loadStrategy(id) }), [id]);
  const before = useLatestGrid(id);
  if (!loaded || loaded.id !== id || before === undefined) return null;
  const { record } = loaded;
  if (record.ok) {
    const { id: strategyId, revision, strategy } = record.value;
    const [rows, columns] = firstAxes(strategy, before?.axes ?? []);
    return (
      <Optimiser
        key={`${strategyId} ${revision}`}
        record={record.value}
        rows={toText(rows)}
        columns={columns ? toText(columns) : null}
      />
    );
  }
  return (
    <div className={styles["page"]}>
      <PageHeading title={TITLE} />
      <EmptyState title="Nothing to optimise" text={record.problem.message}>
        <Link href="/strategy" className={buttonClass("primary")}>
          Go to your strategies
        </Link>
      </EmptyState>
    </div>
  );
}

/** The axes of the last grid, where they are still there; rules may have been rewritten since. */
function firstAxes(strategy: Strategy, before: readonly Axis[]): readonly [Axis, Axis?] {
  const isThere = (axis: Axis) => axis.number === undefined || fieldValue(strategy, axis) !== null;
  const [rows, columns] = before;
  if (rows && before.every(isThere)) return columns ? [rows, columns] : [rows];
  return [suggestedAxis(FIRST_TARGET, strategy), suggestedAxis(SECOND_TARGET, strategy)];
}

/** As it was when the page opened; null for none, undefined while it is read. */
function useLatestGrid(id: string): GridRecord | null | undefined {
  const [found, setFound] = useState<{ readonly id: string; readonly grid: GridRecord | null }>();
  useEffect(() => {
    void latestGrid(id).then((grid) => setFound({ id, grid }));
  }, [id]);
  return found?.id === id ? found.grid : undefined;
}

interface OptimiserProps {
  readonly record: StrategyRecord;
  /** To begin with. */
  readonly rows: AxisText;
  readonly columns: AxisText | null;
}

function Optimiser({ record, rows: firstRows, columns: firstColumns }: OptimiserProps): ReactElement {
  const { id, name, strategy } = record;
  const [rows, setRows] = useState(firstRows);
  const [columns, setColumns] = useState(firstColumns);
  const read = useMemo(() => readAxes(rows, columns), [rows, columns]);
  const axes = read.type === "axes" ? read.axes : null;
  const search = useSearch(id, axes);
  const targets = targetsFor(strategy);
  const messages = read.type === "wrong" ? read.messages : {};
  const currency = currencyOfExchange(strategy.scanner.exchange);
  return (
    <div className={styles["page"]}>
      <PageHeading
        title={TITLE}
        tabTitle={`${name}, optimise`}
        lead={`What changes if "${name}" had other figures? Each variant is a whole simulation of its own.`}
      />
      <Panel title="What to vary">
        <div className={styles["stack"]}>
          <AxisFields
            legend="First figure"
            axis={rows}
            targets={targets}
            strategy={strategy}
            messageOf={(field) => messages[`rows.${field}`]}
            disabled={search.state.isRunning}
            onChange={(axis) => axis && setRows(axis)}
          />
          <AxisFields
            legend="Second figure"
            axis={columns}
            targets={targets}
            strategy={strategy}
            none="None"
            messageOf={(field) => messages[`columns.${field}`]}
            disabled={search.state.isRunning}
            onChange={setColumns}
          />
          <SearchControls axes={axes} strategy={strategy} message={messages["grid"]} search={search} />
        </div>
      </Panel>
      {axes && search.state.search && (
        <GridResult
          key={search.state.search.id}
          record={record}
          search={search.state.search}
          cells={search.state.cells}
          pool={search.pool}
          isRunning={search.state.isRunning}
          currency={currency}
        />
      )}
    </div>
  );
}
