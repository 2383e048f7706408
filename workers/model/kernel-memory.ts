/**
 * Where WebAssembly goes along the bars of one instrument after the other. Its modules share one memory: what one of them
 * works out another finds in its place. Pages that nobody touches cost next to nothing.
 */

/** Bars of an instrument, and sessions, that there is room for: the days of 350 years. */
export const KERNEL_ROWS: number = 2 ** 17;

const PAGE = 65_536;
/** Between two regions, so that their rows of the same number don't fall on the same place of the processor's cache. */
const GAP = 1088;

/** In bytes, start .. end - 1: what bar-kernels.wat has for itself, those of stored prices, and those of rules. */
export const ENGINE_ROOM: Room = { start: 0, end: 96 * PAGE };
export const STORE_ROOM: Room = { start: ENGINE_ROOM.end, end: ENGINE_ROOM.end + 32 * PAGE };
export const LOOP_ROOM: Room = { start: STORE_ROOM.end, end: STORE_ROOM.end + 86 * PAGE };
/** The columns of two evaluators. */
export const COLUMN_ROOMS: readonly [Room, Room] = [
  { start: LOOP_ROOM.end, end: LOOP_ROOM.end + 128 * PAGE },
  { start: LOOP_ROOM.end + 128 * PAGE, end: LOOP_ROOM.end + 256 * PAGE },
];

interface Room {
  readonly start: number;
  readonly end: number;
}

/** Gives out a room's regions, one behind the other: where each starts, a multiple of 64; null for one that it has no room for. */
export function fillRoom({ start, end }: Room): (bytes: number) => number | null {
  let next = start;
  return (bytes) => {
    const region = next;
    const behind = region + Math.ceil(bytes / 64) * 64 + GAP;
    if (behind > end) return null;
    next = behind;
    return region;
  };
}

/** The same for regions that there must be room for. */
export function divideRoom(room: Room): (bytes: number) => number {
  const regionOf = fillRoom(room);
  return (bytes) => {
    const region = regionOf(bytes);
    if (region === null) throw new RangeError("no room for another region of the kernels");
    return region;
  };
}

const memory = makeMemory(COLUMN_ROOMS[1].end);

/** null where the device has no WebAssembly for us, or not so much memory. */
function makeMemory(bytes: number): WebAssembly.Memory | null {
  try {
    return new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });
  } catch {
    return null;
  }
}

/** The memory's bytes; of none where there is no WebAssembly. */
export const kernelBuffer: ArrayBuffer = memory?.buffer ?? new ArrayBuffer(0);

/** What a module exports that works in the memory; null where the device has no WebAssembly for us. */
export function startKernels(code: Uint8Array<ArrayBuffer>): unknown {
  return memory === null ? null : startModule(code, { kernels: { memory } });
}

function startModule(
  code: Uint8Array<ArrayBuffer>,
  imports: Record<string, Record<string, WebAssembly.Import>>,
): Record<string, unknown> | null {
  try {
    return new WebAssembly.Instance(new WebAssembly.Module(code), imports).exports;
  } catch {
    return null;
  }
}
