/** A market's symbols, names, sectors, days and figures as a short text: equal for equal ones, on any exchange. */
import { wordChecksum } from "#workers/market/checksum.ts";
import type { Market } from "#workers/model/market.ts";

export function marketDigest(market: Market): string {
  const { instruments, barOffset, day, open, high, low, close, volume, adjClose, marketCap } = market;
  const told = Int32Array.from(
    JSON.stringify(instruments.map(({ symbol, name, sector }) => [symbol, name, sector])),
    (letter) => letter.charCodeAt(0),
  );
  const columns = [told, barOffset, day, open, high, low, close, volume, adjClose, marketCap];
  return columns.map((column) => (column ? wordChecksum(wordsOf(column)).toString(16) : "none")).join("-");
}

function wordsOf(column: Int32Array | Float64Array): Int32Array {
  return new Int32Array(column.buffer, column.byteOffset, column.byteLength / 4);
}
