import { useState } from "react";
import type { ReactElement } from "react";
import { Button } from "#src/ui/button.tsx";
import { saveFile } from "#src/ui/save-file.ts";

/** Saves everything a person made as one file; storage loads only then. */
export function DownloadData(): ReactElement {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { exportData } = await import("#src/storage/export-data.ts");
      const { name, text } = await exportData(Date.now());
      saveFile(name, "application/json", text);
    } catch (error) {
      setProblem(`The data could not be read (${String(error)}). Reload the page and try again.`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button disabled={busy} onClick={() => void download()}>
        Download my data
      </Button>
      {problem !== null && <p role="alert">{problem}</p>}
    </>
  );
}
