/** What is wrong with a formula, told once its writer pauses: a line under way is not finished, and no fault. */
import { useEffect, useMemo, useState } from "react";
import { findProblem, isUnfinished, problemAt } from "./find-problem.ts";
import type { FormulaProblem } from "./find-problem.ts";
import type { FormulaSetting } from "./formula-names.ts";

const PAUSE_MS = 400;
/** Where all that is wrong is that the line doesn't go on. */
const LONG_PAUSE_MS = 1500;

interface ShownProblem {
  readonly value: string;
  readonly setting: FormulaSetting;
  readonly error: { readonly message: string; readonly column: number } | undefined;
  /** Somebody may be typing. */
  readonly isActive: boolean;
}

interface Shown {
  /** null for nothing; what is mended goes at once. */
  readonly problem: FormulaProblem | null;
  /** Ends the pause: the line is meant as it stands. */
  readonly tell: () => void;
}

export function useShownProblem({ value, setting, error, isActive }: ShownProblem): Shown {
  const own = useMemo(() => findProblem(value, setting), [value, setting]);
  const problem = own ?? (error ? problemAt(value, error.column, error.message.replace(/\.$/, "")) : null);
  const key = problem ? `${problem.column}: ${problem.message}` : "";
  const [told, setTold] = useState("");
  const wait = !isActive ? 0 : problem && isUnfinished(value, problem) ? LONG_PAUSE_MS : PAUSE_MS;
  useEffect(() => {
    const timer = setTimeout(() => setTold(key), wait);
    return () => clearTimeout(timer);
  }, [key, wait]);
  return { problem: told === key ? problem : null, tell: () => setTold(key) };
}
