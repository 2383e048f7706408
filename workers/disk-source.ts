/** Files of this machine for the commands: read in chunks, an archive's entries from their places. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { PriceSource } from "./market/source.ts";

const CHUNK_BYTES = 1 << 20;

/**
 * @param name - what messages call the file
 * @throws what the file system says, for a path that is not there
 */
export async function diskSource(path: string, name: string): Promise<PriceSource> {
  const { size } = await stat(path);
  return {
    name,
    bytes: size,
    open: () => createReadStream(path, { highWaterMark: CHUNK_BYTES }),
    slice: (start, end) =>
      end > start ? createReadStream(path, { start, end: end - 1, highWaterMark: CHUNK_BYTES }) : nothing(),
  };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
