/**
 * What of a stored grid the count of its variants needs: a record beside it, a twentieth of its size. Of any record, a
 * damaged one too: who reads it looks at it then.
 */

const KEPT = ["id", "strategyId", "strategy", "datasetFingerprint", "axes"] as const;

/** @param grid - as it is stored; see GridHead for what comes out of a sound one */
export function gridHeadOf(grid: object): Readonly<Record<string, unknown>> {
  const cells: unknown = partOf(grid, "cells");
  const tried: number[] = [];
  for (const [at, cell] of (Array.isArray(cells) ? cells : []).entries())
    if (partOf(cell, "figures") !== undefined) tried.push(at);
  return { ...Object.fromEntries(KEPT.map((key) => [key, partOf(grid, key)])), tried };
}

function partOf(of: unknown, key: string): unknown {
  return typeof of === "object" && of !== null ? Reflect.get(of, key) : undefined;
}
