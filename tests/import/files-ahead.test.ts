/** Small files of a drop are asked for some ahead, each once, and one that can't be read is told in its turn. */
import { describe, expect, it } from "vitest";
import { createFilesAhead } from "#workers/import/plan/files-ahead.ts";
import { describeSources } from "#workers/import/plan/import-desk.ts";
import { fileSource } from "#workers/market/source.ts";
import type { PriceSource } from "#workers/market/source.ts";
import type { ImportFile } from "#workers/model/import-plan.ts";

/** Files whose reads are counted, in the order in which they are asked for. */
function drop(sizes: readonly number[], unreadable: readonly number[] = []) {
  const asked: string[] = [];
  const files = sizes.map((size, at): ImportFile => {
    const name = `f${at}`;
    const bytes = {
      size,
      slice: () => bytes,
      arrayBuffer: async () => {
        asked.push(name);
        if (unreadable.includes(at)) throw new Error("moved");
        return new Uint8Array(size).fill(at + 1).buffer;
      },
    };
    return { name, bytes };
  });
  return { files, asked };
}

async function bytesOf(source: PriceSource): Promise<number[]> {
  const all: number[] = [];
  for await (const chunk of await source.open()) all.push(...chunk);
  return all;
}

describe("small files", () => {
  it("are read once, however often they are opened, and eight ahead", async () => {
    const { files, asked } = drop(Array.from({ length: 20 }, () => 2));
    const sources = files.map(fileSource);
    const hold = createFilesAhead(sources);
    for (const [at, source] of sources.entries()) {
      const held = hold(source);
      // oxlint-disable-next-line no-await-in-loop -- in their order
      expect(await bytesOf(held)).toEqual([at + 1, at + 1]);
      // oxlint-disable-next-line no-await-in-loop -- once more
      expect(await bytesOf(held)).toEqual([at + 1, at + 1]);
      expect(asked).toHaveLength(Math.min(20, at + 9));
    }
    expect(asked).toEqual(files.map(({ name }) => name));
  });

  it("are not asked for ahead past eight megabytes together, nor where one is large", async () => {
    const { files, asked } = drop([4_000_000, 4_000_000, 4_000_000, 5_000_000, 1]);
    const sources = files.map(fileSource);
    const hold = createFilesAhead(sources);
    const [first = fileSource({ name: "", bytes: new Blob() })] = sources;
    hold(first);
    expect(asked).toEqual(["f0", "f1", "f2", "f4"]);
  });

  it("that can't be read are told in their turn, and the others are read", async () => {
    const { files } = drop([1, 1, 1], [1]);
    const sources = files.map(fileSource);
    const held = sources.map(createFilesAhead(sources));
    const read = await Promise.allSettled(held.map(bytesOf));
    expect(read.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await describeSources(files)).toMatchObject({
      ok: false,
      problem: { message: "f1: cannot be read: moved; choose the file again" },
    });
  });

  it("have their checksums in their order, a large one between them", async () => {
    const { files } = drop([1, 2_000_000, 1, 3]);
    const described = await describeSources(files);
    expect(described.ok && described.value.map(({ name, bytes }) => [name, bytes])).toEqual([
      ["f0", 1],
      ["f1", 2_000_000],
      ["f2", 1],
      ["f3", 3],
    ]);
    expect(described.ok && described.value[0]?.sha256).toBe(
      "4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a", // of one byte 01, by sha256sum
    );
  });
});
