/** Files of this machine for the commands: read in chunks, an archive's entries from their places. */
import { createReadStream } from "node:fs";
import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";
import type { PriceSource } from "#workers/market/source.ts";

const CHUNK_BYTES = 1 << 20;

/**
 * @param name - what messages call the file
 * @throws what the file system says, for a path that is not there; and for what is no file: a named pipe would be
 *   waited for without end
 */
export async function diskSource(path: string, name: string): Promise<PriceSource> {
  const found = await stat(path);
  if (!found.isFile())
    throw new Error(`${name} is not a file but ${kindOf(found)}; take it out, or make it a file`);
  const { size } = found;
  return {
    name,
    bytes: size,
    open: () => createReadStream(path, { highWaterMark: CHUNK_BYTES }),
    slice: (start, end) =>
      end > start ? createReadStream(path, { start, end: end - 1, highWaterMark: CHUNK_BYTES }) : nothing(),
  };
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return "a folder";
  if (found.isFIFO()) return "a named pipe";
  return found.isSocket() ? "a socket" : "a device";
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
