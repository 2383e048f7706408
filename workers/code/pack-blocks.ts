/** Packs instruments for a room: their columns one after the other, about half a megabyte in one piece. */
import type { RoomBars } from "./room.ts";
import type { BlockInstrument, BlockMessage } from "./room-messages.ts";

/** Of larger ones either end waits for the other, and small ones take more time each. */
const BLOCK_BYTES = 524_288;
const BYTES = 8;

/**
 * Blocks in the order of the instruments, each made when it is asked for; a larger instrument has a block of its own. Nothing for no
 * instruments.
 */
export function* packBlocks(instruments: Iterable<RoomBars>): Generator<BlockMessage> {
  let some: RoomBars[] = [];
  let size = 0;
  for (const bars of instruments) {
    const more = sizeOf(bars);
    if (some.length > 0 && size + more > BLOCK_BYTES) {
      yield packBlock(some, size);
      some = [];
      size = 0;
    }
    some.push(bars);
    size += more;
  }
  if (some.length > 0) yield packBlock(some, size);
}

/** Bytes of its columns in a block. */
function sizeOf({ length, date, columns, facts, market }: RoomBars): number {
  const columnCount = [columns, facts, market ?? {}].reduce((sum, one) => sum + Object.keys(one).length, 0);
  return (columnCount * length + (date ? Math.ceil(length / 2) : 0)) * BYTES;
}

function packBlock(instruments: readonly RoomBars[], size: number): BlockMessage {
  const bytes = new ArrayBuffer(size);
  let at = 0;
  const place = (columns: Readonly<Record<string, Float64Array>>): string[] => {
    for (const column of Object.values(columns)) {
      new Float64Array(bytes, at, column.length).set(column);
      at += column.length * BYTES;
    }
    return Object.keys(columns);
  };
  const placeOne = ({ symbol, sector, length, date, columns, facts, market }: RoomBars): BlockInstrument => {
    if (date) {
      new Int32Array(bytes, at, length).set(date);
      at += Math.ceil(length / 2) * BYTES;
    }
    return {
      symbol,
      sector,
      length,
      hasDates: date !== null,
      columns: place(columns),
      facts: place(facts),
      market: market && place(market),
    };
  };
  return { type: "block", bytes, instruments: instruments.map(placeOne) };
}
