/** Python for a person's own numbers: whether it is on this device, and the packages that were dropped for it. */
import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { usePythonPack } from "#src/code/python-note.tsx";
import { formatBytes } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { FileButton } from "#src/ui/file-button.tsx";
import { Panel } from "#src/ui/panel.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import { useFileDrop } from "#src/ui/use-file-drop.ts";
import { VisuallyHidden } from "#src/ui/visually-hidden.tsx";
import type { Wheel } from "#workers/python/check-wheel.ts";
import { PYTHON_BYTES } from "#workers/python/load-pack.ts";
import { keepWheel, listWheels, removeWheel } from "#workers/python/wheel-store.ts";
import { SettingRow } from "./setting-row.tsx";
import styles from "./settings-page.module.css";

export function PythonPanel(): ReactElement {
  return (
    <Panel title="Python">
      <div className={styles["rows"]}>
        <PackRow />
        <WheelRow />
      </div>
    </Panel>
  );
}

function PackRow(): ReactElement {
  const { isKept, loaded, problem, load } = usePythonPack();
  const size = formatBytes(PYTHON_BYTES);
  return (
    <>
      <SettingRow
        name="Numbers from Python code"
        hint={
          isKept
            ? `Python is on this device (${size}) and works without a network.`
            : `Python is loaded once, before code in it first runs: ${size}. It then works without a network.`
        }
      >
        {loaded !== null ? (
          <output>{`${formatBytes(loaded)} of ${size}`}</output>
        ) : (
          isKept === false && <Button onClick={() => void load()}>Load it now</Button>
        )}
      </SettingRow>
      {problem !== null && <WarningBanner message={problem} />}
    </>
  );
}

function WheelRow(): ReactElement {
  const [wheels, setWheels] = useState<readonly Wheel[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const showStatus = useStatus();
  const readAgain = async () => setWheels(await listWheels());
  useEffect(() => {
    void listWheels().then(setWheels);
  }, []);
  const add = async (files: readonly File[]) => {
    const refused: string[] = [];
    for (const file of files) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other: each may take the place of another
      const kept = await keepWheel(file.name, new Uint8Array(await file.arrayBuffer()));
      if (kept.ok) showStatus(`${shownName(kept.value.name)} ${kept.value.version} is there for Python.`);
      else refused.push(kept.problem.message);
    }
    setProblems(refused);
    await readAgain();
  };
  const remove = async (wheel: Wheel) => {
    await removeWheel(wheel);
    showStatus(`${shownName(wheel.name)} was removed.`);
    await readAgain();
  };
  const isOver = useFileDrop((transfer) => void add([...transfer.files]));
  return (
    <>
      <SettingRow
        name="Packages"
        hint={
          isOver
            ? "Drop the wheel to add it."
            : "A wheel (.whl) in pure Python, or one built for Pyodide, such as numpy's: choose it, or drop it here. It stays on this device, and is in no backup."
        }
      >
        <FileButton label="Wheel" accept=".whl" multiple onFiles={(files) => void add(files)}>
          Add a wheel
        </FileButton>
      </SettingRow>
      {problems.map((message) => (
        <WarningBanner key={message} message={message} />
      ))}
      {wheels.length > 0 && <WheelTable wheels={wheels} onRemove={(wheel) => void remove(wheel)} />}
    </>
  );
}

interface WheelTableProps {
  readonly wheels: readonly Wheel[];
  readonly onRemove: (wheel: Wheel) => void;
}

function WheelTable({ wheels, onRemove }: WheelTableProps): ReactElement {
  return (
    <table className={styles["sizes"]}>
      <caption>Packages for Python</caption>
      <thead>
        <tr>
          <th scope="col">Package</th>
          <th scope="col">SHA-256</th>
          <th scope="col">Size</th>
          <th scope="col">
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {wheels.map((wheel) => (
          <tr key={wheel.file}>
            <th scope="row">
              {shownName(wheel.name)} {wheel.version}
            </th>
            <td>{wheel.sha256.slice(0, SHOWN_OF_HASH)}</td>
            <td>{formatBytes(wheel.bytes)}</td>
            <td>
              <Button
                kind="quiet"
                size="small"
                aria-label={`Remove ${shownName(wheel.name)} ${wheel.version}`}
                onClick={() => onRemove(wheel)}
              >
                Remove
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const SHOWN_OF_HASH = 12;
