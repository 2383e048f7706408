/** What Python weighs, before it is loaded, and how far it is while it is. */
import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { useStore } from "zustand";
import { formatBytes } from "#src/format/number.ts";
import { pythonStageWords, pythonStore } from "#src/run/python-store.ts";
import { Button } from "#src/ui/button.tsx";
import { isPackKept, PYTHON_BYTES } from "#workers/python/load-pack.ts";

/** @param className - of the paragraph */
export function PythonNote({ className = "" }: { readonly className?: string | undefined }): ReactElement {
  const stage = useStore(pythonStore, (store) => store.stage);
  const isKept = useKeptPython(stage?.name === "loading");
  const words = pythonStageWords(stage, formatBytes);
  const weight = `Python is loaded once, when code in it first runs: ${formatBytes(PYTHON_BYTES)}. It then works without a network.`;
  return (
    <p className={className}>
      <output>{words === null ? (isKept === false ? weight : "") : `${words}…`}</output>
    </p>
  );
}

export interface PythonLoad {
  /** Its files are here, or a person asked for them; true for other languages. */
  readonly mayStart: boolean;
  /** For a button that says what they weigh; null where nothing is to be asked. */
  readonly ask: (() => void) | null;
}

/** Whether Python may be started without a word: not where its files would have to be loaded first. */
export function usePythonLoad(isPython: boolean): PythonLoad {
  const [isAsked, setAsked] = useState(false);
  const isKept = useKeptPython(!isPython);
  const isMissing = isPython && isKept === false && !isAsked;
  return {
    mayStart: !isPython || isKept === true || isAsked,
    ask: isMissing ? () => setAsked(true) : null,
  };
}

/** The button that has them loaded. */
export function LoadPython({ ask }: { readonly ask: () => void }): ReactElement {
  return (
    <div>
      <Button onClick={ask}>Load Python ({formatBytes(PYTHON_BYTES)}) and try it</Button>
    </div>
  );
}

/** Whether its files are on this device; null before that is known. @param isLoading - looked up again when they have come */
export function useKeptPython(isLoading: boolean): boolean | null {
  const [isKept, setKept] = useState<boolean | null>(null);
  useEffect(() => {
    let isWanted = !isLoading;
    if (isWanted) void isPackKept().then((kept) => isWanted && setKept(kept));
    return () => {
      isWanted = false;
    };
  }, [isLoading]);
  return isKept;
}
