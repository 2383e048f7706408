/**
 * Vite's part of starting workers: each worker's own script holds no more than its first lines, and all that other
 * files of the worker may import lies in a file beside it.
 *
 * WebKit (seen in WebKitGTK 2.50) runs the first script of a module worker once more when another file imports it. The
 * worker then has two of everything, and both answer each message: whether an import found its files was a matter of
 * which was faster.
 */
import { basename, extname } from "node:path";
import type { Plugin } from "vite";

/** What is worked out for every result that is looked at, and of its checks, is one file too. */
const OF_A_RESULT = {
  name: "of-a-result",
  test: /\/workers\/(analysis\/(analyse|listen-for-fills)|run\/(retrace|robustness|variant-figures|look-ahead))\.ts$/,
  priority: 8,
};

/** No other file imports this one: it may be the only file of its worker. */
const LOADS_NOTHING_LATER = "/storage.worker.ts";

/** The plugin of one worker: Vite makes the plugins of each anew. */
export function entryApart(): Plugin {
  let entry = "";
  return {
    name: "entry-apart",
    options({ input }) {
      if (typeof input !== "string")
        throw new TypeError("entry-apart: a worker has one script to start with");
      entry = input;
    },
    outputOptions(output) {
      if (entry.endsWith(LOADS_NOTHING_LATER)) return output;
      // What is needed at once is one file.
      const atOnce = {
        name: `${basename(entry, extname(entry))}-at-once`,
        tags: ["$initial" as const],
        test: (id: string) => id !== entry,
        priority: 9,
      };
      return { ...output, codeSplitting: { groups: [atOnce, OF_A_RESULT] } };
    },
  };
}
