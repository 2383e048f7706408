/** Opens the next files while one is being read: the wait for disk or server is over when their turn comes. */

/** So many files are open beside the one that is read, each with its first chunk in memory. */
const FILES_AHEAD = 8;

export interface ReadAhead {
  /** The chunks of file number `at`; ask for them in order. */
  chunks(at: number): AsyncGenerator<Uint8Array>;
  /** Closes what was opened and not read. */
  close(): Promise<void>;
}

interface OpenFile {
  readonly first: Promise<IteratorResult<Uint8Array, unknown>>;
  readonly rest: AsyncGenerator<Uint8Array>;
}

/** @param opens - gives the chunks of each file, in the order in which they will be read */
export function createReadAhead(opens: readonly (() => AsyncGenerator<Uint8Array>)[]): ReadAhead {
  const files: (OpenFile | undefined)[] = [];
  return {
    chunks(at) {
      for (const open of opens.slice(files.length, at + 1 + FILES_AHEAD)) files.push(openFile(open()));
      const file = files[at];
      files[at] = undefined; // with it goes its first chunk
      if (!file) throw new RangeError(`no file ${at} of ${opens.length}`);
      return chunksOf(file);
    },
    async close() {
      await Promise.all(files.map(async (file) => file?.rest.return(undefined)));
    },
  };
}

function openFile(rest: AsyncGenerator<Uint8Array>): OpenFile {
  const first = rest.next();
  first.catch(() => {}); // a failure is told when the file's turn comes
  return { first, rest };
}

async function* chunksOf({ first, rest }: OpenFile): AsyncGenerator<Uint8Array> {
  try {
    const start = await first;
    if (start.done) return;
    yield start.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
