/**
 * Reads small files some ahead of the one whose turn it is: a browser takes its time for each answer, and gives several
 * at once.
 */
import type { PriceSource } from "#workers/market/source.ts";
import { MOST_HELD_BYTES, readOnce } from "./plan-file.ts";

const FILES_AHEAD = 8;
/** Bytes of the files ahead, together. */
const MOST_AHEAD_BYTES = 8_388_608;

/**
 * Gives a source that is read once, however often it is opened; to be asked in the order of the sources.
 *
 * @param sources - each has a name of its own
 */
export function createFilesAhead(sources: readonly PriceSource[]): (source: PriceSource) => PriceSource {
  const small = sources.flatMap(({ name, bytes, file }) =>
    file && bytes !== null && bytes <= MOST_HELD_BYTES ? [{ name, file: file.bytes }] : [],
  );
  const asked = new Map<string, { readonly size: number; readonly bytes: Promise<Uint8Array | null> }>();
  let ahead = 0;
  let next = 0;

  function askMore(): void {
    for (; next < small.length && asked.size < FILES_AHEAD && ahead < MOST_AHEAD_BYTES; next++) {
      const one = small[next];
      if (!one) continue;
      const { size } = one.file;
      asked.set(one.name, { size, bytes: bytesOf(one.file) });
      ahead += size;
    }
  }

  return (source) => {
    askMore();
    const found = asked.get(source.name);
    if (!found) return readOnce(source);
    asked.delete(source.name);
    ahead -= found.size;
    askMore();
    return {
      ...source,
      isHeld: true,
      async *open() {
        const bytes = await found.bytes;
        if (!bytes) yield* await source.open(); // which says what is wrong
        else if (bytes.length > 0) yield bytes;
      },
    };
  };
}

/** null where it can't be read. */
async function bytesOf(file: Blobs): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return null;
  }
}

type Blobs = NonNullable<PriceSource["file"]>["bytes"];
