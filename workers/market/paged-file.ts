/** A file in the worker's memory, page by page, for browsers that write no file at once. */
import type { ByteFile } from "./byte-file.ts";

/** What the database gets at a time. */
export const PAGE_BYTES = 4_194_304;

export interface PagedFile extends ByteFile {
  /** Size so far. */
  readonly bytes: number;
  /** Appends a page; all but the last have PAGE_BYTES. */
  readonly append: (page: Uint8Array<ArrayBuffer>) => void;
  /** The first `bytes`, page by page; each is a copy. */
  readonly pages: (bytes: number) => Generator<ArrayBuffer>;
  /** Lets go of the memory; nothing can be read any more. */
  readonly clear: () => void;
}

/**
 * @param mostBytes - a write past that is refused
 * @param refuse - makes what is thrown then
 */
export function createPagedFile(mostBytes: number, refuse: () => Error): PagedFile {
  const pages: Uint8Array<ArrayBuffer>[] = [];
  let end = 0;

  return {
    get bytes() {
      return end;
    },
    write(part, at) {
      if (at + part.length > mostBytes) throw refuse();
      while (pages.length * PAGE_BYTES < at + part.length) pages.push(new Uint8Array(PAGE_BYTES));
      eachPart(at, part.length, (page, from, to, done) =>
        pages[page]?.set(part.subarray(done, done + to - from), from),
      );
      end = Math.max(end, at + part.length);
    },
    read(into, at) {
      if (at + into.length > end) throw new RangeError(`the file ends before ${at + into.length}`);
      eachPart(at, into.length, (page, from, to, done) => {
        const bytes = pages[page];
        if (bytes) into.set(bytes.subarray(from, to), done);
      });
    },
    append(page) {
      if (end % PAGE_BYTES !== 0) throw new RangeError("the last page was not full");
      pages.push(page);
      end += page.length;
    },
    *pages(bytes) {
      for (let at = 0; at < bytes; at += PAGE_BYTES) {
        const page = pages[at / PAGE_BYTES] ?? new Uint8Array(0);
        yield page.slice(0, Math.min(PAGE_BYTES, bytes - at)).buffer;
      }
    },
    clear() {
      pages.length = 0;
      end = 0;
    },
  };
}

/** Calls back with each page that a range touches, where the range is in it, and where the page's part is in the range. */
function eachPart(
  at: number,
  length: number,
  visit: (page: number, from: number, to: number, done: number) => void,
): void {
  for (let done = 0; done < length;) {
    const page = Math.floor((at + done) / PAGE_BYTES);
    const from = (at + done) % PAGE_BYTES;
    const to = Math.min(PAGE_BYTES, from + length - done);
    visit(page, from, to, done);
    done += to - from;
  }
}
