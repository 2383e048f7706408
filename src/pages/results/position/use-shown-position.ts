import { useMemo } from "react";
import { useLocation, useSearchParams } from "wouter";
import type { Position } from "#workers/model/report.ts";
import { namedPeriod, namedPosition, positionKey, resultAddress } from "../result-address.ts";

interface ShownPosition {
  /** What the address names; null where it names no position. */
  readonly named: string | null;
  /** null where the run has none of that name. */
  readonly chosen: Position | null;
  /** Of the chosen one among the rows; -1 for none. */
  readonly place: number;
  /** Opens a position's chart. One after the other takes its place in the history: Back leads to the page without. */
  readonly show: (position: Position | undefined) => void;
  readonly close: () => void;
}

/** The position that the address names. @param rows - of the table, in its order */
export function useShownPosition(
  runId: string,
  positions: readonly Position[],
  rows: readonly Position[],
): ShownPosition {
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const named = namedPosition(params);
  const period = namedPeriod(params);
  const chosen = useMemo(
    () => positions.find((position) => positionKey(position) === named) ?? null,
    [positions, named],
  );
  return {
    named,
    chosen,
    place: chosen ? rows.indexOf(chosen) : -1,
    show: (position) => {
      if (position) navigate(resultAddress(runId, position, period), { replace: named !== null });
    },
    close: () => navigate(resultAddress(runId, null, period)),
  };
}
