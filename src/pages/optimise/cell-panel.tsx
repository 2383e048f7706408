import { useState } from "react";
import type { ReactElement } from "react";
import { Link, useLocation } from "wouter";
import { formatMoney } from "#src/format/money.ts";
import { formatPercentChange } from "#src/format/number.ts";
import { startVariant } from "#src/run/start-run.ts";
import type { GridCell } from "#src/storage/grid-record.ts";
import { addStrategy } from "#src/storage/strategies.ts";
import { Button } from "#src/ui/button.tsx";
import { FactList } from "#src/ui/fact-list.tsx";
import { Panel } from "#src/ui/panel.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import type { ChainedBenchmark } from "#workers/model/protocol.ts";
import type { Frequency } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { metricsOn } from "./metrics.ts";
import styles from "./optimise-page.module.css";

interface CellPanelProps {
  readonly title: string;
  readonly cell: GridCell | null;
  /** What it is compared with; null while it is not known. */
  readonly benchmark: ChainedBenchmark | null;
  readonly frequency: Frequency;
  readonly strategyId: string;
  readonly family: string;
  readonly datasetId: string;
  /** The cell's strategy as it would be run and saved, under a name of its own. */
  readonly variant: Strategy;
  readonly currency: string;
}

/** One variant: its metrics, and what can be made of it. */
export function CellPanel(props: CellPanelProps): ReactElement {
  const { title, cell, benchmark, frequency, strategyId, family, datasetId, variant, currency } = props;
  const [, navigate] = useLocation();
  const [savedId, setSavedId] = useState<string | null>(null);
  const showStatus = useStatus();
  const open = async () => {
    const started = await startVariant(strategyId, variant);
    if (started.ok) navigate(`/simulation-result?run=${started.value.runId}`);
    else showStatus(started.problem.message);
  };
  const save = async () => {
    const saved = await addStrategy(variant, datasetId, family);
    if (!saved.ok) return showStatus(saved.problem.message);
    setSavedId(saved.value.id);
    return showStatus(`Saved as "${saved.value.name}".`);
  };
  return (
    <Panel title={title}>
      <div className={styles["words"]}>
        {cell === null && <p>This variant has not been run yet.</p>}
        {cell?.type === "refused" && <p>It can't be run: {cell.message}</p>}
        {cell?.type === "figures" && (
          <FactList
            inColumns
            facts={[
              { name: "End Value", value: formatMoney(cell.figures.endValue, currency, 0) },
              ...(benchmark
                ? [{ name: `${benchmark.label}, CAGR`, value: formatPercentChange(benchmark.cagr, 1) }]
                : []),
              ...metricsOn(frequency).map(({ name, valueOf, text }) => ({
                name,
                value: text(valueOf(cell.figures)),
              })),
            ]}
          />
        )}
        <div className={styles["actions"]}>
          <Button kind="primary" disabled={cell?.type === "refused"} onClick={() => void open()}>
            Run it and open the result
          </Button>
          <Button disabled={savedId !== null} onClick={() => void save()}>
            Save as a new strategy
          </Button>
          {savedId !== null && <Link href={`/simulation-steps?id=${savedId}&step=scanner`}>Open it</Link>}
        </div>
      </div>
    </Panel>
  );
}
