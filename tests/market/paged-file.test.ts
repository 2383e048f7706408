import { describe, expect, it } from "vitest";
import { createPagedFile, PAGE_BYTES } from "#workers/market/paged-file.ts";

const full = (): Error => new Error("full");

/** The number of each byte, by its place in the file. */
const bytesAt = (at: number, length: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length }, (_, k) => ((at + k) * 7) % 251);

describe("a file in pages", () => {
  it("gives back what was written over the border of pages, in any order, and what lies between as zeros", () => {
    const file = createPagedFile(Infinity, full);
    const second = PAGE_BYTES - 10;
    file.write(bytesAt(second, 30), second);
    file.write(bytesAt(0, 5), 0);
    expect(file.bytes).toBe(PAGE_BYTES + 20);
    const read = new Uint8Array(30);
    file.read(read, second);
    expect(read).toEqual(bytesAt(second, 30));
    const start = new Uint8Array(7);
    file.read(start, 0);
    expect(start).toEqual(Uint8Array.of(...bytesAt(0, 5), 0, 0));
  });

  it("is cut into pages that another file is made of again", () => {
    const file = createPagedFile(Infinity, full);
    const whole = bytesAt(0, 2 * PAGE_BYTES + 3);
    file.write(whole, 0);
    const pages = [...file.pages(2 * PAGE_BYTES + 1)];
    expect(pages.map(({ byteLength }) => byteLength)).toEqual([PAGE_BYTES, PAGE_BYTES, 1]);
    const again = createPagedFile(Infinity, full);
    for (const page of pages) again.append(new Uint8Array(page));
    const read = new Uint8Array(again.bytes);
    again.read(read, 0);
    expect(Buffer.from(read).equals(Buffer.from(whole.subarray(0, read.length)))).toBe(true);
    expect(() => again.append(new Uint8Array(1))).toThrow(/was not full/);
  });

  it("has no page where nothing was written", () => {
    expect([...createPagedFile(Infinity, full).pages(0)]).toEqual([]);
  });

  it("refuses what is past its end, and past what it may take", () => {
    const file = createPagedFile(10, full);
    file.write(bytesAt(0, 10), 0);
    expect(() => file.read(new Uint8Array(5), 6)).toThrow(/ends before 11/);
    expect(() => file.write(bytesAt(0, 5), 6)).toThrow(/full/);
    expect(file.bytes).toBe(10);
    file.clear();
    expect(() => file.read(new Uint8Array(1), 0)).toThrow(RangeError);
  });
});
