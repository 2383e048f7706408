/** Packs instruments for a room: their columns one after the other, about 1 MB in one piece. */
import type { RoomBars } from "./room.ts";
import type { BlockInstrument, BlockMessage } from "./room-messages.ts";

const BLOCK_BYTES = 1_048_576;
const BYTES = 8;

/** Blocks in the order of the instruments; a larger instrument has a block of its own. Nothing for no instruments. */
export function* packBlocks(instruments: readonly RoomBars[]): Generator<BlockMessage> {
  let from = 0;
  while (from < instruments.length) {
    let to = from;
    let size = 0;
    for (; to < instruments.length; to++) {
      const more = sizeOf(instruments[to]);
      if (to > from && size + more > BLOCK_BYTES) break;
      size += more;
    }
    yield packBlock(instruments.slice(from, to), size);
    from = to;
  }
}

/** Bytes of its columns in a block. */
export function sizeOf(bars: RoomBars | undefined): number {
  if (!bars) return 0;
  const { length, date, columns, facts, market } = bars;
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
