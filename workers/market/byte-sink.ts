/** Where a file's uncompressed bytes go, chunk by chunk; readers of price files and of tables are sinks. */
import { concatBytes } from "./source.ts";

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
