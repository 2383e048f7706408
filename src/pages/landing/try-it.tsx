import { lazy, Suspense, useState } from "react";
import type { ReactElement } from "react";
import { Button } from "#src/ui/button.tsx";

const loadPanel = () => import("./try-panel.tsx");

/** Brings everything that runs a simulation, which reading about it needs nothing of. */
const TryPanel = lazy(async () => ({ default: (await loadPanel()).TryPanel }));

/** Runs the page's strategy where the page is, so that its figures can be checked with one click. */
export function TryIt(): ReactElement {
  const [run, setRun] = useState(0);
  return (
    <>
      <Button
        size="large"
        onClick={() => setRun((count) => count + 1)}
        onPointerEnter={() => void loadPanel()}
        onFocus={() => void loadPanel()}
      >
        Try it now
      </Button>
      {run > 0 && (
        <Suspense fallback={<p>Starting…</p>}>
          <TryPanel key={run} />
        </Suspense>
      )}
    </>
  );
}
