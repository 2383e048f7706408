/** Packs parts into a zip archive, one after the other; what is packed lies in blobs, which the browser may put on disk. */
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import type { Chunks } from "#workers/market/source.ts";

export interface Packer {
  addText(path: string, text: string): void;
  /** Adds bytes that are packed already; gives how many. */
  addBytes(path: string, chunks: Chunks): Promise<number>;
  finish(): Blob;
  /** Of the archive so far. */
  size(): number;
}

export function createPacker(): Packer {
  const parts: Blob[] = [];
  let bytes = 0;
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    bytes += chunk.length;
    parts.push(new Blob([chunk.slice()]));
  });
  return {
    addText(path, text) {
      const entry = new ZipDeflate(path, { level: 6 });
      zip.add(entry);
      entry.push(new TextEncoder().encode(text), true);
    },
    async addBytes(path, chunks) {
      const entry = new ZipPassThrough(path);
      zip.add(entry);
      let added = 0;
      for await (const chunk of chunks) {
        added += chunk.length;
        entry.push(chunk.slice());
      }
      entry.push(new Uint8Array(0), true);
      return added;
    },
    finish() {
      zip.end();
      return new Blob(parts, { type: "application/zip" });
    },
    size: () => bytes,
  };
}
