/** Which runs the address of the comparison names. */

export const MOST_RUNS = 6;
export const FEWEST_RUNS = 2;

/** Letters by which the page calls the runs, the first first. */
export const RUN_LETTERS = ["A", "B", "C", "D", "E", "F"] as const;

export interface ChosenRuns {
  /** Each once, in the order of the address, at most MOST_RUNS. */
  readonly ids: readonly string[];
  /** How many more the address names. */
  readonly tooMany: number;
}

/** @param list - `ID,ID`, as in the address; null for none */
export function readChosen(list: string | null): ChosenRuns {
  const named = (list ?? "").split(",").map((id) => id.trim());
  const ids = [...new Set(named)].filter((id) => id !== "");
  return { ids: ids.slice(0, MOST_RUNS), tooMany: Math.max(0, ids.length - MOST_RUNS) };
}

export function compareAddress(ids: readonly string[]): string {
  return ids.length === 0 ? "/compare" : `/compare?runs=${ids.map(encodeURIComponent).join(",")}`;
}
