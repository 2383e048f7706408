/** A test's stand-in for the engine's worker: opens rooms as the engine does, and tells what came of them. */
import { browserRooms } from "#workers/code/browser-room.ts";
import type { AskPage } from "#workers/code/room-frames.ts";
import { roomRequest } from "#workers/model/code-room.ts";
import type { FrameOrder } from "#workers/model/code-room.ts";
import type { CodeFault, RoomBars } from "#workers/code/room.ts";

export interface RoomOutcome {
  /** The last number of each instrument, and how many it has. */
  readonly numbers: readonly (readonly [last: number, count: number])[] | null;
  readonly fault: CodeFault | null;
  readonly lines: readonly string[];
  readonly ms: number;
}

export type RoomOrderOfTest = FieldOrder | BareOrder;

/** A field over instruments whose closes are 1, 2, 3 ... */
export interface FieldOrder {
  readonly id: number;
  readonly source: string;
  /** JavaScript where it is left out. */
  readonly language?: "python";
  readonly instruments: number;
  readonly bars: number;
}

/** A room whose worker runs a script without any harness; the script says what came of it on its port. */
export interface BareOrder {
  readonly id: number;
  readonly script: string;
}

const ask: AskPage = (request, ports) => postMessage(request, { transfer: ports });
const openRoom = browserRooms(ask);

addEventListener("message", ({ data }: MessageEvent<RoomOrderOfTest>) => {
  void ("script" in data ? runBare(data) : run(data)).then((outcome) =>
    postMessage({ id: data.id, outcome }),
  );
});

function runBare({ script }: BareOrder): Promise<unknown> {
  const [page, desk, work] = [new MessageChannel(), new MessageChannel(), new MessageChannel()];
  ask(roomRequest(script), [page.port2, desk.port2]);
  desk.port1.postMessage("worker" satisfies FrameOrder, [work.port2]);
  return new Promise((resolve) => {
    work.port1.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      page.port1.postMessage("close");
      resolve(data);
    });
    work.port1.start();
  });
}

async function run({ source, language, instruments, bars }: FieldOrder): Promise<RoomOutcome> {
  const market = Array.from({ length: instruments }, (_, at) => instrument(`S${at}`, bars));
  const begun = performance.now();
  const opened = await openRoom({ name: "field", language: language ?? "javascript", source });
  const told = (fault: CodeFault | null, numbers: RoomOutcome["numbers"], lines: readonly string[] = []) => ({
    fault,
    numbers,
    lines,
    ms: performance.now() - begun,
  });
  if (!opened.ok) return told(opened.problem, null);
  const room = opened.value;
  const computed = await room.compute(market);
  const lines = room.lines();
  room.close();
  if (!computed.ok) return told(computed.problem, null, lines);
  return told(
    null,
    computed.value.map((column) => [column.at(-1) ?? -1, column.length] as const),
    lines,
  );
}

function instrument(symbol: string, length: number): RoomBars {
  const close = Float64Array.from({ length }, (_, bar) => bar + 1);
  return { symbol, sector: "", length, date: null, columns: { close }, facts: {}, market: null };
}
