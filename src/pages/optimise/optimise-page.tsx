/** Tries many variants of the strategy of the URL: one or two of its parameters over ranges, as a map of the results. */
import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useMemo, useState } from "react";
import type { ReactElement } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import type { GridRecord } from "#src/storage/grid-record.ts";
import { axesOfAddress } from "#src/share/optimise-address.ts";
import { SAMPLE_STRATEGIES } from "#src/storage/samples.ts";
import { useCurrency } from "#src/storage/use-currency.ts";
import { latestGrid } from "#src/storage/grids.ts";
import type { StrategyRecord } from "#src/storage/records.ts";
import { listStrategies, loadStrategy } from "#src/storage/strategies.ts";
import { Button, buttonClass } from "#src/ui/button.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { SelectField } from "#src/ui/field.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import type { Strategy } from "#workers/model/strategy.ts";
import { fieldValue, targetKey } from "#workers/model/variant-grid.ts";
import type { Axis, AxisTarget } from "#workers/model/variant-grid.ts";
import { readAxes, readSweepAxes, toText } from "./axis-form.ts";
import type { AxisText } from "./axis-form.ts";
import { AxisFields } from "./axis-fields.tsx";
import { GridResult } from "./grid-result.tsx";
import { NumberPicker } from "./number-picker.tsx";
import styles from "./optimise-page.module.css";
import { SearchControls } from "./search-controls.tsx";
import { SweepPanel } from "./sweep-panel.tsx";
import { firstTargets, pickTarget, suggestedAxis, targetsWithGroups } from "./targets.ts";
import { useSearch } from "./use-search.ts";

const TITLE = "Optimise";

export function OptimisePage(): ReactElement | null {
  const [params] = useSearchParams();
  const id = params.get("strategy") ?? "";
  const loaded = useLiveQuery(async () => ({ id, record: await loadStrategy(id) }), [id]);
  const before = useLatestGrid(id);
  if (!loaded || loaded.id !== id || before === undefined) return null;
  const { record } = loaded;
  if (id === "") return <StrategyChoice />;
  if (record.ok) {
    const { id: strategyId, revision, strategy } = record.value;
    const [rows, columns] = firstAxes(strategy, [axesOfAddress(params), before?.axes ?? []]);
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
    <div className={page["parts"]}>
      <PageHeading title={TITLE} />
      <EmptyState title="Nothing to optimise" text={record.problem.message}>
        <Link href="/strategy" className={buttonClass("primary")}>
          Go to your strategies
        </Link>
      </EmptyState>
    </div>
  );
}

/** The first of the wanted axes that are there, as the address's and the last grid's; rules may have been rewritten since. */
function firstAxes(strategy: Strategy, wanted: readonly (readonly Axis[])[]): readonly [Axis, Axis?] {
  const isThere = (axis: Axis) => axis.number === undefined || fieldValue(strategy, axis) !== null;
  const [rows, columns] = wanted.find((axes) => axes.length > 0 && axes.every(isThere)) ?? [];
  if (rows) return columns ? [rows, columns] : [rows];
  const [first, second] = firstTargets(strategy);
  return second
    ? [suggestedAxis(first, strategy), suggestedAxis(second, strategy)]
    : [suggestedAxis(first, strategy)];
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
  const targets = useMemo(() => targetsWithGroups(strategy), [strategy]);
  const messages = read.type === "wrong" ? read.messages : {};
  const currency = useCurrency(strategy.scanner.exchange, record.datasetId);
  const pick = (target: AxisTarget) => {
    const [first, second] = pickTarget([rows, columns], target, strategy);
    setRows(first);
    setColumns(second);
  };
  return (
    <div className={page["parts"]}>
      <PageHeading
        title={TITLE}
        tabTitle={`${name}, optimise`}
        lead={`What would "${name}" have done with other parameters? Each variant is a full simulation of its own.`}
      />
      <Panel title="Parameters to vary">
        <div className={page["parts"]}>
          <NumberPicker
            strategy={strategy}
            targets={targets}
            currency={currency}
            chosen={new Set([rows, columns].flatMap((axis) => (axis ? [targetKey(axis)] : [])))}
            disabled={search.state.isRunning}
            onPick={pick}
          />
          <AxisFields
            legend="First parameter"
            axis={rows}
            targets={targets}
            strategy={strategy}
            messageOf={(field) => messages[`rows.${field}`]}
            disabled={search.state.isRunning}
            onChange={(axis) => axis && setRows(axis)}
          />
          <AxisFields
            legend="Second parameter"
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
          benchmark={search.benchmark}
          known={search.known}
          secondHalf={search.secondHalf}
          frequency={search.frequency}
          pool={search.pool}
          isRunning={search.state.isRunning}
          currency={currency}
        />
      )}
      <SweepPanel strategyId={id} strategy={strategy} axes={readSweepAxes(rows, columns)} />
    </div>
  );
}

/** Where the address names no strategy: which one? A person's own, the last updated first, then the built-in ones. */
function StrategyChoice(): ReactElement | null {
  const [, navigate] = useLocation();
  const [chosen, setChosen] = useState<string | null>(null);
  const stored = useLiveQuery(listStrategies);
  if (!stored) return null;
  const options = [
    ...stored.records.map(({ id, name }) => ({ value: id, label: name })),
    ...SAMPLE_STRATEGIES.map(({ id, name }, place) => ({
      value: id,
      label: `${name} (built-in ${place + 1})`,
    })),
  ];
  const value = chosen ?? options[0]?.value ?? "";
  return (
    <div className={page["parts"]}>
      <PageHeading
        title="Optimise"
        lead="Tries many variants of a strategy: one or two of its settings over a range, as a map of what came of each."
      />
      <Panel title="Which strategy?">
        <form
          className={styles["choice"]}
          onSubmit={(event) => {
            event.preventDefault();
            navigate(`/optimise?strategy=${encodeURIComponent(value)}`);
          }}
        >
          <SelectField
            label="Strategy"
            options={options}
            value={value}
            onChange={({ target }) => setChosen(target.value)}
          />
          <Button type="submit" kind="primary">
            Choose its settings
          </Button>
        </form>
      </Panel>
    </div>
  );
}
