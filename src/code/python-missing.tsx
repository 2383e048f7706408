/** Where numbers by Python would run and Python is not on this device: what it weighs, and the button that loads it. */
import type { ReactElement } from "react";
import { formatBytes } from "#src/format/number.ts";
import { NoteBanner, WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { PYTHON_BYTES } from "#workers/python/load-pack.ts";
import { usePythonPack } from "./python-note.tsx";

/** Nothing where it is here. @param onLoaded - called once it has come */
export function PythonMissing({ onLoaded }: { readonly onLoaded: () => void }): ReactElement | null {
  const { isKept, loaded, problem, load } = usePythonPack();
  if (isKept !== false && loaded === null) return null;
  const size = formatBytes(PYTHON_BYTES);
  return (
    <NoteBanner
      message={`This strategy has numbers from Python code, and Python is not on this device yet. It is loaded once: ${size}. It then works without a network.`}
    >
      <div>
        {loaded === null ? (
          <Button onClick={() => void load().then((isThere) => isThere && onLoaded())}>
            Load Python ({size})
          </Button>
        ) : (
          <output>{`${formatBytes(loaded)} of ${size}`}</output>
        )}
      </div>
      {problem !== null && <WarningBanner message={problem} />}
    </NoteBanner>
  );
}
