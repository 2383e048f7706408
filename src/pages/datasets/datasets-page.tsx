import { useLiveQuery } from "dexie-react-hooks";
import { useState } from "react";
import type { ReactElement } from "react";
import { deleteDataset } from "#src/run/import-dataset.ts";
import { listDatasets } from "#src/storage/datasets.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import type { Problem } from "#workers/model/problem.ts";
import { DatasetCard } from "./dataset-card.tsx";
import styles from "./datasets-page.module.css";
import { ImportPanel } from "./import-panel.tsx";

/** What the person asked to delete. */
interface Doomed {
  readonly id: string;
  readonly title: string;
}

export function DatasetsPage(): ReactElement {
  const datasets = useLiveQuery(listDatasets);
  const [doomed, setDoomed] = useState<Doomed | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const showStatus = useStatus();
  const remove = async ({ id, title }: Doomed) => {
    setDoomed(null);
    const deleted = await deleteDataset(id);
    setProblem(deleted.ok ? null : deleted.problem);
    if (deleted.ok) showStatus(`"${title}" was deleted.`);
  };
  return (
    <div className={styles["page"]}>
      <PageHeading
        title="Data"
        lead="The prices that simulations read. They stay on this device; the browser can clear them, so keep the files."
      />
      {problem && <WarningBanner message={problem.message} />}
      <section className={styles["list"]} aria-labelledby="datasets">
        <h2 id="datasets">Datasets</h2>
        {datasets?.records.map((dataset) => (
          <DatasetCard key={dataset.id} dataset={dataset} onDelete={() => setDoomed(dataset)} />
        ))}
        {datasets?.damaged.map(({ id, name, problem: damage }) => (
          <WarningBanner key={id} message={damage.message}>
            <Button
              kind="danger"
              size="small"
              onClick={() => setDoomed({ id, title: name || "Damaged dataset" })}
            >
              Delete the damaged record
            </Button>
          </WarningBanner>
        ))}
      </section>
      <ImportPanel />
      {doomed && (
        <Dialog
          title={`Delete "${doomed.title}"?`}
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
          <p>
            Its prices are removed from this device. Results of earlier runs stay; strategies that use it need
            another dataset before they can run again.
          </p>
        </Dialog>
      )}
    </div>
  );
}
