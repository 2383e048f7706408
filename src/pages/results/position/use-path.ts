import { useEffect, useState } from "react";
import { askOfRun } from "#src/run/ask.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type { PositionPath } from "#workers/model/position-path.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Position } from "#workers/model/report.ts";

export interface LoadedPath {
  readonly position: Position;
  readonly path: Result<PositionPath>;
}

/** What the worker makes of a position; null at first, then the one before stays until the new one is there. */
export function usePath(run: RunRecord, position: Position): LoadedPath | null {
  const [loaded, setLoaded] = useState<LoadedPath | null>(null);
  useEffect(() => {
    let isWanted = true;
    const wait = async () => {
      const { instrument, entryDate, exitDate, exitReason } = position;
      const path = await askOfRun("follow", run, (request) => ({
        ...request,
        position: { instrument, entryDate, exitDate, exitReason },
      }));
      if (isWanted) setLoaded({ position, path });
    };
    void wait();
    return () => {
      isWanted = false;
    };
  }, [run, position]);
  return loaded;
}
