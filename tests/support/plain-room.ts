/** A room without walls, for what is asked of any room; never for what walls keep in or out. */
import type { CodeFault, CodeRoom, OpenRoom, RoomBars } from "#workers/code/room.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";

export interface PlainRooms {
  readonly open: OpenRoom;
  /** Symbols and numbers of bars that were asked about, in their order. */
  readonly asked: string[];
}

type Compute = (bars: Record<string, unknown>) => ArrayLike<number>;

export function plainRooms(): PlainRooms {
  const asked: string[] = [];
  return {
    asked,
    open: async ({ source }) => {
      // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-type-assertion -- sources of the tests
      const compute = new Function(`"use strict";${source}\nreturn compute`)() as Compute;
      return ok(roomOf(compute, asked));
    },
  };
}

function roomOf(compute: Compute, asked: string[]): CodeRoom {
  const room: CodeRoom = {
    compute: async (instruments): Promise<Result<readonly Float64Array[], CodeFault>> => {
      const all: Float64Array[] = [];
      for (const bars of instruments) {
        asked.push(`${bars.symbol} ${bars.length}`);
        try {
          all.push(Float64Array.from(compute(seen(bars))));
        } catch (error) {
          return err({ code: "code-failed", text: String(error), symbol: bars.symbol });
        }
      }
      return ok(all);
    },
    async computeEach(instruments, onAnswer) {
      const found = await room.compute([...instruments]);
      const fault = found.ok ? onAnswer(found.value) : found.problem;
      return fault ? err(fault) : ok(null);
    },
    lines: () => [],
    close: () => {},
  };
  return room;
}

function seen(bars: RoomBars): Record<string, unknown> {
  const { symbol, sector, length, date, columns, facts, market } = bars;
  return {
    symbol,
    sector,
    length,
    date,
    market,
    fact: (name: string) => facts[name.toLowerCase()],
    ...columns,
  };
}
