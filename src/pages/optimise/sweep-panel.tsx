/** A sweep that is too big for a tab: what to give the command, and its rows drawn as a map. */
import { useState } from "react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { countOf } from "#src/format/number.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { FileButton } from "#src/ui/file-button.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import { saveFile } from "#src/ui/save-file.ts";
import { gridSize } from "#workers/model/variant-grid.ts";
import type { GridAxes } from "#workers/model/variant-grid.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import styles from "./optimise-page.module.css";
import { SweepMap } from "./sweep-map.tsx";
import { axesFile, readSweepRows } from "./sweep-rows.ts";
import type { SweepRows } from "./sweep-rows.ts";

interface SweepPanelProps {
  readonly strategyId: string;
  readonly strategy: Strategy;
  /** As the form says them, however many variants they make; null where it can't be read. */
  readonly axes: GridAxes | null;
}

export function SweepPanel({ strategyId, strategy, axes }: SweepPanelProps): ReactElement {
  const [rows, setRows] = useState<SweepRows | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const open = async (file: File | undefined) => {
    if (!file) return;
    const read = await readSweepRows(file);
    setRows(read.ok ? read.value : null);
    setProblem(read.ok ? null : read.problem);
  };
  return (
    <Panel title="A bigger sweep">
      <div className={page["parts"]}>
        <p>
          The command <code>sweep</code> runs up to a million variants of up to eight parameters. It uses all
          cores of this machine, or several machines:{" "}
          <Link href={`/api?strategy=${strategyId}`}>how it is started</Link>.
          {axes && ` The parameters above make ${countOf(gridSize(axes), "variant")}.`}
        </p>
        <div className={styles["actions"]}>
          <Button
            size="small"
            disabled={!axes}
            onClick={() => axes && saveFile("axes.json", "application/json", axesFile(axes))}
          >
            Save axes.json
          </Button>
          <Button
            size="small"
            onClick={() =>
              saveFile("strategy.json", "application/json", `${JSON.stringify(strategy, null, 2)}\n`)
            }
          >
            Save strategy.json
          </Button>
          <FileButton
            size="small"
            label="Draw the rows of a sweep (rows.csv)"
            accept=".csv,.part,text/csv"
            onFiles={([file]) => void open(file)}
          >
            Draw the rows of a sweep (rows.csv)
          </FileButton>
        </div>
        {problem !== null && <WarningBanner message={problem} />}
        {rows && <SweepMap rows={rows} />}
      </div>
    </Panel>
  );
}
