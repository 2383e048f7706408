/** Uploaded files as the import reads them. */
import { openSync, closeSync, readSync, statSync } from "node:fs";
import type { LocalBytes } from "#workers/model/import-plan.ts";

/** Read when asked for. */
export function diskBytes(path: string, start = 0, end = statSync(path).size): LocalBytes {
  const size = Math.max(0, end - start);
  return {
    size,
    slice: (from, to) => diskBytes(path, start + from, start + Math.min(to, size)),
    async arrayBuffer() {
      const bytes = new Uint8Array(size);
      const fd = openSync(path, "r");
      try {
        for (let done = 0; done < size;) {
          const got = readSync(fd, bytes, done, size - done, start + done);
          if (got === 0) throw new Error("the file was cut short");
          done += got;
        }
      } finally {
        closeSync(fd);
      }
      return bytes.buffer;
    },
  };
}
