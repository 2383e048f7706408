/** What takes how much: datasets, results and optimisations with their sizes, each to be deleted; damaged records by name. */
import { useLiveQuery } from "dexie-react-hooks";
import { useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { formatMoment } from "#src/format/day.ts";
import { countOf, DASH, formatBytes, formatCount } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import { deleteDataset } from "#src/run/import-dataset.ts";
import { listDatasets } from "#src/storage/datasets.ts";
import { removeDeployment } from "#src/storage/deployments.ts";
import { deleteGrid } from "#src/storage/grids.ts";
import { deleteRun } from "#src/storage/runs.ts";
import {
  deleteQuarantined,
  listQuarantined,
  listStoredGrids,
  listStoredLedgers,
  listStoredResults,
} from "#src/storage/storage-items.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import { VisuallyHidden } from "#src/ui/visually-hidden.tsx";
import type { Problem, Result } from "#workers/model/problem.ts";
import styles from "./settings-page.module.css";

/** What the person asked to delete. */
interface Doomed {
  readonly name: string;
  readonly consequence: string;
  readonly remove: () => Promise<Result<unknown>>;
}

/** @param onChange - called when something was deleted */
export function StorageItems({ onChange }: { readonly onChange: () => void }): ReactElement {
  const [doomed, setDoomed] = useState<Doomed | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const showStatus = useStatus();
  const remove = async ({ name, remove: removeIt }: Doomed) => {
    setDoomed(null);
    const removed = await removeIt();
    setProblem(removed.ok ? null : removed.problem);
    if (removed.ok) showStatus(`${name} was deleted.`);
    onChange();
  };
  return (
    <>
      {problem && <WarningBanner message={problem.message} />}
      <Quarantine onDelete={setDoomed} />
      <DatasetSizes onDelete={setDoomed} />
      <ResultSizes onDelete={setDoomed} />
      <GridSizes onDelete={setDoomed} />
      <LedgerSizes onDelete={setDoomed} />
      {doomed && (
        <Dialog
          title={`Delete ${doomed.name}?`}
          onClose={() => setDoomed(null)}
          actions={
            <>
              <Button onClick={() => setDoomed(null)}>Keep it</Button>
              <Button kind="danger" onClick={() => void remove(doomed)}>
                Delete
              </Button>
            </>
          }
        >
          <p>{doomed.consequence}</p>
        </Dialog>
      )}
    </>
  );
}

interface ItemsProps {
  readonly onDelete: (doomed: Doomed) => void;
}

function Quarantine({ onDelete }: ItemsProps): ReactElement[] | null {
  const damaged = useLiveQuery(listQuarantined);
  if (!damaged) return null;
  return damaged.map((quarantined) => {
    const { kind, record } = quarantined;
    return (
      <WarningBanner key={record.id} message={record.problem.message}>
        <Button
          size="small"
          onClick={() =>
            onDelete({
              name: record.name === "" ? `the damaged ${kind}` : `"${shownName(record.name)}"`,
              consequence: "It can't be read any more; the rest of your data is not touched.",
              remove: () => deleteQuarantined(quarantined),
            })
          }
        >
          Delete the damaged record
        </Button>
      </WarningBanner>
    );
  });
}

function DatasetSizes({ onDelete }: ItemsProps): ReactElement | null {
  const datasets = useLiveQuery(listDatasets);
  if (!datasets) return null;
  return (
    <SizeTable caption="Datasets" item="Dataset">
      {datasets.records.map(({ id, title, origin, bytes }) => (
        <tr key={id}>
          <th scope="row">{shownName(title)}</th>
          <td>{origin === "bundled" ? "comes with the app" : formatBytes(bytes)}</td>
          <td>
            {origin === "imported" && (
              <Button
                kind="quiet"
                size="small"
                aria-label={`Delete the dataset ${shownName(title)}`}
                onClick={() =>
                  onDelete({
                    name: `"${shownName(title)}"`,
                    consequence:
                      "Its prices are removed from this device. Results of earlier runs stay; strategies that use it need another dataset before they can run again.",
                    remove: () => deleteDataset(id),
                  })
                }
              >
                Delete
              </Button>
            )}
          </td>
        </tr>
      ))}
    </SizeTable>
  );
}

/** Results, as many as one looks through; the rest appears as these go. */
const MOST_RESULTS = 100;

function ResultSizes({ onDelete }: ItemsProps): ReactElement | null {
  const results = useLiveQuery(listStoredResults);
  if (!results || results.length === 0) return null;
  const bytes = results.reduce((sum, result) => sum + (result.bytes ?? 0), 0);
  const more = results.length - MOST_RESULTS;
  return (
    <div className={styles["after"]}>
      <Disclosure summary={`${countOf(results.length, "result")} of runs, ${formatBytes(bytes)}`}>
        <SizeTable caption="Results" item="Run">
          {results.slice(0, MOST_RESULTS).map(({ run, bytes: size }) => {
            const moment = formatMoment(run.finishedAt ?? run.startedAt);
            return (
              <tr key={run.id}>
                <th scope="row">
                  {shownName(run.strategyName)}, {moment}
                </th>
                <td>{size === null ? DASH : formatBytes(size)}</td>
                <td>
                  <Button
                    kind="quiet"
                    size="small"
                    aria-label={`Delete the run of ${shownName(run.strategyName)}, ${moment}`}
                    onClick={() =>
                      onDelete({
                        name: `the run of "${shownName(run.strategyName)}", ${moment},`,
                        consequence: "Its result goes with it. The strategy stays and can be run again.",
                        remove: () => deleteRun(run.id),
                      })
                    }
                  >
                    Delete
                  </Button>
                </td>
              </tr>
            );
          })}
        </SizeTable>
        {more > 0 && <p>and {formatCount(more)} older ones</p>}
      </Disclosure>
    </div>
  );
}

function GridSizes({ onDelete }: ItemsProps): ReactElement | null {
  const grids = useLiveQuery(listStoredGrids);
  if (!grids || grids.length === 0) return null;
  const bytes = grids.reduce((sum, grid) => sum + grid.bytes, 0);
  return (
    <div className={styles["after"]}>
      <Disclosure summary={`${countOf(grids.length, "optimisation")}, ${formatBytes(bytes)}`}>
        <SizeTable caption="Optimisations" item="Optimisation">
          {grids.map(({ id, strategyName, updatedAt, variants, hasWalk, bytes: size }) => {
            const name = `${shownName(strategyName)}, ${formatMoment(updatedAt)}`;
            return (
              <tr key={id}>
                <th scope="row">
                  {name}: {countOf(variants, "variant")}
                  {hasWalk && " and a walk-forward"}
                </th>
                <td>{formatBytes(size)}</td>
                <td>
                  <Button
                    kind="quiet"
                    size="small"
                    aria-label={`Delete the optimisation of ${name}`}
                    onClick={() =>
                      onDelete({
                        name: `the optimisation of "${shownName(strategyName)}", ${formatMoment(updatedAt)},`,
                        consequence:
                          "Its variants no longer count in the deflated Sharpe ratio. The strategy and its runs stay, and it can be run again.",
                        remove: () => deleteGrid(id),
                      })
                    }
                  >
                    Delete
                  </Button>
                </td>
              </tr>
            );
          })}
        </SizeTable>
      </Disclosure>
    </div>
  );
}

function LedgerSizes({ onDelete }: ItemsProps): ReactElement | null {
  const ledgers = useLiveQuery(listStoredLedgers);
  if (!ledgers || ledgers.length === 0) return null;
  const sum = ledgers.reduce((total, { bytes }) => total + bytes, 0);
  return (
    <div className={styles["after"]}>
      <Disclosure summary={`${countOf(ledgers.length, "virtual deployment")}, ${formatBytes(sum)}`}>
        <SizeTable caption="Virtual deployments" item="Deployment">
          {ledgers.map(({ record, bytes }) => {
            const name = shownName(record.head.name);
            return (
              <tr key={record.id}>
                <th scope="row">
                  {name}: {countOf(record.entries, "recorded session")}
                </th>
                <td>{formatBytes(bytes)}</td>
                <td>
                  <Button
                    kind="quiet"
                    size="small"
                    aria-label={`Delete the deployment ${name}`}
                    onClick={() =>
                      onDelete({
                        name: `the deployment "${name}"`,
                        consequence:
                          "Its record goes with it, and can't be made again. Export it first if you may want to show it.",
                        remove: () => removeDeployment(record.id),
                      })
                    }
                  >
                    Delete
                  </Button>
                </td>
              </tr>
            );
          })}
        </SizeTable>
      </Disclosure>
    </div>
  );
}

interface SizeTableProps {
  readonly caption: string;
  readonly item: string;
  readonly children: ReactNode;
}

function SizeTable({ caption, item, children }: SizeTableProps): ReactElement {
  return (
    <table className={styles["sizes"]}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{item}</th>
          <th scope="col">Size</th>
          <th scope="col">
            <VisuallyHidden>Delete</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
