import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { deleteDataset } from "#src/run/import-dataset.ts";
import { goneDatasets } from "#src/storage/column-marks.ts";
import { listDatasets } from "#src/storage/datasets.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import page from "#src/ui/page.module.css";
import { useStatus } from "#src/ui/status-messages.tsx";
import { useFileDrop } from "#src/ui/use-file-drop.ts";
import type { ImportFile } from "#workers/model/import-plan.ts";
import type { Problem } from "#workers/model/problem.ts";
import { fileOfText, filesOfDrop, filesOfPicker } from "./chosen-files.ts";
import { DatasetCard } from "./dataset-card.tsx";
import { ImportPanel } from "./import-panel.tsx";
import { chooseFiles } from "./import-store.ts";

/** Files that came by another way than the panel's buttons bring the panel into sight. */
function takeFiles(files: readonly ImportFile[]): void {
  globalThis.scrollTo({ top: 0 });
  void chooseFiles(files);
}

export function DatasetsPage(): ReactElement {
  const datasets = useLiveQuery(listDatasets);
  const gone = useLiveQuery(goneDatasets);
  const [problem, setProblem] = useState<Problem | null>(null);
  const showStatus = useStatus();
  const isOver = useFileDrop((transfer) => void filesOfDrop(transfer).then(takeFiles));
  usePaste(takeFiles);
  const remove = async (id: string, title: string) => {
    const deleted = await deleteDataset(id);
    setProblem(deleted.ok ? null : deleted.problem);
    if (!deleted.ok) return;
    const undo = async () => {
      const restored = await deleted.value.undo();
      setProblem(restored.ok ? null : restored.problem);
      if (restored.ok) showStatus(`"${title}" is back.`);
    };
    showStatus(`"${title}" was deleted. Results of earlier runs stay.`, {
      label: "Undo",
      act: () => void undo(),
    });
  };
  return (
    <div className={page["apart"]}>
      <PageHeading
        title="Data"
        lead="The prices that simulations read. They stay on this device; the browser can clear them, so keep the files."
      />
      {problem && <WarningBanner message={problem.message} />}
      <ImportPanel />
      <section className={page["close"]} aria-labelledby="datasets">
        <h2 id="datasets">Datasets</h2>
        {datasets?.records.map((dataset) => (
          <DatasetCard
            key={dataset.id}
            dataset={dataset}
            isGone={gone?.has(dataset.id) === true}
            onDelete={() => void remove(dataset.id, dataset.title)}
          />
        ))}
        {datasets?.damaged.map(({ id, name, problem: damage }) => (
          <WarningBanner key={id} message={damage.message}>
            <Button kind="danger" size="small" onClick={() => void remove(id, name || "Damaged dataset")}>
              Delete the damaged record
            </Button>
          </WarningBanner>
        ))}
      </section>
      {isOver && <div className={page["drop"]}>Drop files or folders to look at them</div>}
    </div>
  );
}

/** Files and tables that are pasted while nothing is being typed into. */
function usePaste(onFiles: (files: readonly ImportFile[]) => void): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const { target, clipboardData } = event;
      const isTyping =
        target instanceof Element && target.closest("input, textarea, select, dialog") !== null;
      if (isTyping || !clipboardData) return;
      const files = filesOfPicker(Array.from(clipboardData.files));
      const text = clipboardData.getData("text/plain");
      if (files.length > 0) onFiles(files);
      else if (text.includes("\n")) onFiles([fileOfText(text)]);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, [onFiles]);
}
