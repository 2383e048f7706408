/** What Python weighs, before it is loaded, and how far it is while it is. */
import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { useStore } from "zustand";
import { formatBytes } from "#src/format/number.ts";
import { pythonStageWords, pythonStore } from "#src/run/python-store.ts";
import { Button } from "#src/ui/button.tsx";
import { isPackKept, loadPack, PYTHON_BYTES } from "#workers/python/load-pack.ts";

/** @param className - of the paragraph */
export function PythonNote({ className = "" }: { readonly className?: string | undefined }): ReactElement {
  const stage = useStore(pythonStore, (store) => store.stage);
  const isKept = useKeptPython(stage?.name === "loading");
  const words = pythonStageWords(stage, formatBytes);
  const weight = `Python is loaded once, before code in it first runs: ${formatBytes(PYTHON_BYTES)}. It then works without a network.`;
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

export interface PythonPack {
  /** null before it is known. */
  readonly isKept: boolean | null;
  /** Bytes that have come so far; null while nothing is loaded. */
  readonly loaded: number | null;
  /** Why it is not there. */
  readonly problem: string | null;
  /** Resolves to whether it is on this device now. */
  readonly load: () => Promise<boolean>;
}

/** Python's files on this device, and what loads them. */
export function usePythonPack(): PythonPack {
  const [loaded, setLoaded] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isKept = useKeptPython(loaded !== null);
  const load = async () => {
    setProblem(null);
    setLoaded(0);
    const pack = await loadPack(setLoaded);
    const isThere = pack.ok && (await isPackKept());
    if (!pack.ok) setProblem(`${pack.problem.text}.`);
    else if (!isThere) setProblem(NOT_KEPT);
    setLoaded(null);
    return isThere;
  };
  return { isKept, loaded, problem, load };
}

const NOT_KEPT =
  "Python was loaded, but there was no room to keep it on this device. Make some, for example by deleting datasets that you don't use, and load it again.";

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
