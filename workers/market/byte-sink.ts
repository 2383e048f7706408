/** Where a file's uncompressed bytes go, chunk by chunk; readers of price files and of tables are sinks. */
import { concatBytes } from "./source.ts";

const CR = 13;
const LF = 10;

export interface ByteSink {
  /** Takes the next bytes; the chunk may be reused afterwards. */
  push(chunk: Uint8Array): void;
  /** The file is over. */
  end(): void;
}

/** The header and a look at the rows are found within this many bytes. */
export const SAMPLE_BYTES = 65_536;

/**
 * Gathers the first SAMPLE_BYTES of a file, or all of a shorter one, gives them to `begin`, and the bytes after them
 * to the sink that it returns. What `begin` sees does not depend on where the chunks are cut.
 */
export function afterSample(begin: (sample: Uint8Array) => ByteSink): ByteSink {
  let sample = new Uint8Array(0);
  let sink: ByteSink | null = null;
  return {
    push(chunk) {
      if (sink) {
        sink.push(chunk);
        return;
      }
      const taken = Math.min(chunk.length, SAMPLE_BYTES - sample.length);
      sample = concatBytes([sample, chunk.subarray(0, taken)]);
      if (sample.length < SAMPLE_BYTES) return;
      sink = begin(sample);
      sink.push(chunk.subarray(taken));
    },
    end() {
      sink ??= begin(sample);
      sink.end();
    },
  };
}

/** As afterSample; line ends of old Macs, which are carriage returns alone, become line feeds. */
export function afterLineSample(begin: (sample: Uint8Array) => ByteSink): ByteSink {
  return afterSample((first) => {
    const hasOnlyReturns = first.includes(CR) && !first.includes(LF);
    if (!hasOnlyReturns) return begin(first);
    const sink = begin(returnsToLineFeeds(first));
    return { push: (chunk) => sink.push(returnsToLineFeeds(chunk)), end: () => sink.end() };
  });
}

function returnsToLineFeeds(chunk: Uint8Array): Uint8Array {
  return chunk.map((byte) => (byte === CR ? LF : byte));
}
