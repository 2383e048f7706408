/** What the page is in the middle of, so that nothing offers to reload it meanwhile: unsaved changes, an import, a run. */
import { useEffect } from "react";
import { create } from "zustand";
import { useRunStore } from "#src/run/run-store.ts";

/** What ends unsaved changes of a form. */
export const UNSAVED = "your changes are saved";

/** Each completes "when ...", such as "your changes are saved". */
const useHolds = create<{ readonly ends: readonly string[] }>()(() => ({ ends: [] }));

/**
 * Begins a piece of work; call what it gives when the work is over.
 *
 * @param end - completes "when ..."
 */
export function holdReload(end: string): () => void {
  useHolds.setState(({ ends }) => ({ ends: [...ends, end] }));
  return () => useHolds.setState(({ ends }) => ({ ends: ends.toSpliced(ends.lastIndexOf(end), 1) }));
}

/** As holdReload, for as long as the component is mounted with it; null for nothing in hand. */
export function useReloadHold(end: string | null): void {
  useEffect(() => (end === null ? undefined : holdReload(end)), [end]);
}

/** What a reload has to wait for, as it completes "when ..."; null where it may come now. */
export function useReloadWaitsFor(): string | null {
  const hold = useHolds(({ ends }) => ends[0] ?? null);
  const hasRuns = useRunStore((store) => Object.keys(store.runs).length > 0);
  return hold ?? (hasRuns ? "the simulation has ended" : null);
}
