import { gzipSync, inflateRawSync } from "node:zlib";
import { fc, test } from "@fast-check/vitest";
import { strToU8, Zip, ZipDeflate, zipSync } from "fflate";
import { afterEach, describe, expect, it, vi } from "vitest";
import { crc32 } from "#workers/market/checksum.ts";
import { concatBytes } from "#workers/market/source.ts";
import type { PriceSource } from "#workers/market/source.ts";
import {
  barsOf,
  bytesSource,
  goodRows,
  header,
  rangeSource,
  readSources,
  readTexts,
  refusalOfSources,
} from "./text-sources.ts";

const text = `${header}${goodRows.repeat(50)}`;
const bytes = strToU8(text);
const gzip = new Uint8Array(gzipSync(text));
const everyByte = Array.from(gzip.keys());

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The platform's gzip as Chromium has it: one member, and an error for what follows. */
class OneMemberStream extends TransformStream<Uint8Array, Uint8Array> {
  constructor() {
    const parts: Uint8Array[] = [];
    super({
      transform(chunk) {
        parts.push(chunk.slice());
      },
      flush(controller) {
        const all = concatBytes(parts);
        // With info, Node gives the engine, which counts the bytes that it took.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types leave the engine out
        const { buffer, engine } = inflateRawSync(all.subarray(10), { info: true }) as unknown as {
          buffer: Uint8Array;
          engine: { bytesWritten: number };
        };
        controller.enqueue(new Uint8Array(buffer));
        if (all.length > 10 + engine.bytesWritten + 8)
          throw new TypeError("Junk found after end of compressed data.");
      },
    });
  }
}

describe("a gzip file", () => {
  it("is read as the file in it, wherever its chunks are cut", async () => {
    const plain = await readTexts({ "p.csv": text });
    const name = "p.csv";
    expect((await readSources([bytesSource(name, gzip)])).market).toEqual(plain.market);
    expect(await readSources([bytesSource(name, gzip, everyByte)])).toEqual(plain);
  });

  it("is known by its bytes; the name gives the symbol", async () => {
    const packed = new Uint8Array(gzipSync("date,close\n2020-01-02,1\n"));
    expect(barsOf(await readSources([bytesSource("X.NS.csv.gz", packed)]))[0]?.[0]).toBe("X.NS");
    expect(barsOf(await readSources([bytesSource("X.NS.csv", packed)]))[0]?.[0]).toBe("X.NS");
    const unpacked: PriceSource = {
      ...bytesSource("X.csv.gz", strToU8("date,close\n2020-01-02,1\n")),
      mayArriveUnpacked: true,
    };
    expect(barsOf(await readSources([unpacked]))[0]?.[0]).toBe("X");
  });

  it("holds instruments as well", async () => {
    const facts = bytesSource("instruments.csv.gz", new Uint8Array(gzipSync("symbol,name\nGOOD,Good\n")));
    const { market } = await readSources([facts, bytesSource("p.csv", bytes)]);
    expect(market.instruments[0]?.name).toBe("Good");
  });

  const parts = [0, 7, 31, 1000, 1001, 40_000, text.length];
  const members = concatBytes(
    parts.slice(1).map((end, at) => new Uint8Array(gzipSync(text.slice(parts[at], end)))),
  );

  it.each(["by the platform", "member by member where the platform does not"])(
    "of several members is read: %s",
    async (how) => {
      if (how !== "by the platform") vi.stubGlobal("DecompressionStream", OneMemberStream);
      const plain = await readTexts({ "p.csv": text });
      for (const cuts of [[], Array.from(members.keys()), [11, 50, 51, 64]]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, or all share the stub
        expect(await readSources([bytesSource("p.csv", members, cuts)])).toEqual(plain);
      }
    },
  );

  const damagedText = "p.csv.gz: cannot be read: damaged or cut short; download or copy the file again";
  it.each([
    { title: "cut short", damage: gzip.slice(0, -200) },
    { title: "cut in its last bytes", damage: gzip.slice(0, -3) },
    { title: "cut in its header", damage: gzip.slice(0, 5) },
    {
      title: "with another checksum",
      damage: gzip.map((byte, at) => (at === gzip.length - 6 ? byte ^ 1 : byte)),
    },
    { title: "with a byte changed", damage: gzip.map((byte, at) => (at === 400 ? byte ^ 255 : byte)) },
    { title: "with text behind", damage: concatBytes([gzip, strToU8("and so on")]) },
    { title: "with a second member cut short", damage: concatBytes([gzip, gzip.slice(0, -100)]) },
  ])("$title is refused", async ({ damage }) => {
    expect(await refusalOfSources([bytesSource("p.csv.gz", damage)])).toEqual({
      code: "file-unreadable",
      message: damagedText,
      place: "p.csv.gz",
    });
  });

  it.each(["", "da", "date,close\n"])("that is none is refused: %j", async (content) => {
    const { message } = await refusalOfSources([bytesSource("x.csv.gz", strToU8(content))]);
    expect(message).toBe(
      "x.csv.gz: cannot be read: not a gzip file; compress it again, or take .gz off its name",
    );
  });

  it("that can't be read to its end is refused in the words of the failure", async () => {
    const broken: PriceSource = {
      name: "p.csv.gz",
      bytes: null,
      async *open() {
        yield gzip.slice(0, 100);
        throw new Error("the stick was pulled");
      },
    };
    const { message } = await refusalOfSources([broken]);
    expect(message).toBe("p.csv.gz: cannot be read: the stick was pulled; choose the file again");
  });
});

/** An archive whose sizes stand behind the data, as programs write them that don't know them ahead. */
function streamedZip(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const parts: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  for (const [name, content] of Object.entries(files)) {
    const file = new ZipDeflate(name);
    zip.add(file);
    file.push(content, true);
  }
  zip.end();
  return concatBytes(parts);
}

/** Numbers one after the other, little-endian, each in its count of bytes. */
function fields(...parts: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Uint8Array {
  const out = new DataView(new ArrayBuffer(parts.reduce((sum, [size]) => sum + size, 0)));
  let at = 0;
  for (const [size, value] of parts) {
    if (size === 8) out.setBigUint64(at, BigInt(value), true);
    else if (size === 4) out.setUint32(at, value, true);
    else out.setUint16(at, value, true);
    at += size;
  }
  return new Uint8Array(out.buffer);
}

/** One stored entry with all its figures in the 64-bit forms. */
function wideZip(name: string, content: Uint8Array): Uint8Array {
  const nameBytes = strToU8(name);
  const all = 0xffffffff;
  const size = content.length;
  const checked = [[4, crc32(content)]] as const;
  const local = concatBytes([
    fields(
      [4, 0x04034b50],
      [2, 45],
      [2, 0],
      [2, 0],
      [4, 0],
      ...checked,
      [4, all],
      [4, all],
      [2, nameBytes.length],
      [2, 20],
    ),
    nameBytes,
    fields([2, 1], [2, 16], [8, size], [8, size]),
    content,
  ]);
  const directory = concatBytes([
    fields([4, 0x02014b50], [2, 45], [2, 45], [2, 0], [2, 0], [4, 0], ...checked, [4, all], [4, all]),
    fields([2, nameBytes.length], [2, 4 + 28], [2, 0], [2, 0], [2, 0], [4, 0], [4, all]),
    nameBytes,
    // Another extra field first, then sizes and offset.
    fields([2, 0x5455], [2, 0], [2, 1], [2, 24], [8, size], [8, size], [8, 0]),
  ]);
  const wideEnd = local.length + directory.length;
  return concatBytes([
    local,
    directory,
    fields(
      [4, 0x06064b50],
      [8, 44],
      [2, 45],
      [2, 45],
      [4, 0],
      [4, 0],
      [8, 1],
      [8, 1],
      [8, directory.length],
      [8, local.length],
    ),
    fields([4, 0x07064b50], [4, 0], [8, wideEnd], [4, 1]),
    fields([4, 0x06054b50], [2, 0], [2, 0], [2, 0xffff], [2, 0xffff], [4, all], [4, all], [2, 0]),
  ]);
}

function pricesWith(close: number): Uint8Array {
  return strToU8(`${header}${goodRows}A,2020-01-02,1,9,1,${close},1\n`);
}

function unreadable(name: string, why: string): { code: string; message: string } {
  return { code: "file-unreadable", message: `${name}: cannot be read: ${why}` };
}

describe("a zip archive", () => {
  const files = {
    "stocks/B.csv": strToU8("date,close\n2020-01-02,2\n"),
    "A.csv": strToU8("date,close\n2020-01-02,1\n"),
    "C.csv.gz": new Uint8Array(gzipSync("date,close\n2020-01-02,3\n")),
    "read me.txt": strToU8("hello"),
    "__MACOSX/._A.csv": strToU8("\u0000\u0005"),
    "stocks/._B.csv": strToU8("\u0000\u0005"),
    "Instruments.csv": strToU8("symbol,name\nA,Acme\n"),
  };

  it.each([
    { title: "deflated", zip: zipSync(files) },
    { title: "stored", zip: zipSync(files, { level: 0 }) },
    { title: "written as a stream", zip: streamedZip(files) },
    { title: "with a comment", zip: withComment(zipSync(files), "a comment of some length") },
  ])("$title gives its CSV files, in the order of their paths", async ({ zip }) => {
    const reading = await readSources([rangeSource("m.zip", zip)]);
    expect(barsOf(reading).map(([symbol, , , , , close]) => [symbol, close])).toEqual([
      ["A", 1],
      ["B", 2],
      ["C", 3],
    ]);
    expect(reading.market.instruments[0]?.name).toBe("Acme");
    expect(reading.notes.files.map(({ file }) => file)).toEqual([
      "m.zip/A.csv",
      "m.zip/C.csv.gz",
      "m.zip/Instruments.csv",
      "m.zip/stocks/B.csv",
    ]);
    expect(await readSources([bytesSource("m.zip", zip)])).toEqual(reading);
  });

  it("in the 64-bit form is read", async () => {
    const reading = await readSources([rangeSource("m.zip", wideZip("A.csv", files["A.csv"]))]);
    expect(barsOf(reading)).toHaveLength(1);
  });

  it("is read beside other files, in the order of all names", async () => {
    const sources = [
      bytesSource("z.csv", pricesWith(3)),
      rangeSource("n.zip", zipSync({ "a.csv": pricesWith(2) })),
      bytesSource("m.csv", pricesWith(1)),
    ];
    expect(barsOf(await readSources(sources))[0]).toEqual(["A", "2020-01-02", 1, 9, 1, 1, 1]);
  });

  const big = { "A.csv": strToU8(`${header}${goodRows.repeat(100)}`) };
  const packed = zipSync(big);
  const isDamaged = unreadable("m.zip/A.csv", "damaged or cut short; download the archive again");
  const isNone = unreadable("m.zip", "not a zip archive, or one that is cut short; download it again");

  it.each([
    { title: "empty", zip: new Uint8Array(0), problem: isNone },
    { title: "none at all", zip: strToU8("date,close\n2020-01-02,1\n".repeat(9)), problem: isNone },
    { title: "cut short", zip: packed.slice(0, -30), problem: isNone },
    { title: "with its list missing", zip: withoutDirectory(packed), problem: isNone },
    { title: "with a byte of data changed", zip: flip(packed, 200), problem: isDamaged },
    { title: "with another checksum", zip: flip(packed, directoryOf(packed) + 16), problem: isDamaged },
    { title: "with another length", zip: flip(packed, directoryOf(packed) + 24), problem: isDamaged },
    { title: "with a longer length", zip: flip(packed, directoryOf(packed) + 25, 128), problem: isDamaged },
    { title: "with no entry at its place", zip: flip(packed, directoryOf(packed) + 42), problem: isDamaged },
    {
      title: "encrypted",
      zip: flip(packed, directoryOf(packed) + 8, 1),
      problem: unreadable("m.zip/A.csv", "encrypted; pack it again without a password"),
    },
    {
      title: "packed by another method",
      zip: flip(packed, directoryOf(packed) + 10, 6),
      problem: unreadable("m.zip/A.csv", "packed by method 14; pack it again as a common .zip (deflate)"),
    },
    {
      title: "without CSV files, archives in it not counted",
      zip: zipSync({ "more.zip": packed, "x.txt": strToU8("x") }),
      problem: {
        code: "file-refused",
        message: "m.zip: no CSV file in it; pack the .csv files themselves, not other archives",
      },
    },
    {
      title: "made to exhaust the device",
      zip: zipSync({ "A.csv": new Uint8Array(30_000_000) }),
      problem: {
        code: "file-refused",
        message: expect.stringMatching(
          /^m\.zip\/A\.csv: would unpack to \d+ times its size, as archives do that are made to fill a device; nothing of it was read\. If it is yours, add the CSV files without an archive$/,
        ),
      },
    },
  ])("is refused: $title", async ({ zip, problem }) => {
    expect(await refusalOfSources([rangeSource("m.zip", zip)])).toMatchObject(problem);
    expect(await refusalOfSources([bytesSource("m.zip", zip)])).toMatchObject(problem);
  });
});

/** An archive of so many empty files, as its list says; `count` is what its end record says of it. */
function archiveOf(entries: number, count: number): Uint8Array {
  const name = strToU8("A.csv");
  const entry = concatBytes([fields([4, 0x02014b50], [8, 0], [8, 0], [8, 0], [2, 5], [8, 0], [8, 0]), name]);
  const list = new Uint8Array(entry.length * entries);
  for (let at = 0; at < entries; at++) list.set(entry, at * entry.length);
  return concatBytes([
    list,
    fields(
      [4, 0x06064b50],
      [8, 44],
      [4, 0],
      [4, 0],
      [4, 0],
      [8, count],
      [8, count],
      [8, list.length],
      [8, 0],
    ),
    fields([4, 0x07064b50], [4, 0], [8, list.length], [4, 1]),
    fields([4, 0x06054b50], [4, 0], [2, 0xffff], [2, 0xffff], [4, 0xffffffff], [4, 0xffffffff], [2, 0]),
  ]);
}

/** Bytes that are read of an archive before it is refused, and why. */
async function readUntilRefused(zip: Uint8Array): Promise<{ bytesRead: number; message: string }> {
  let bytesRead = 0;
  const source = rangeSource("many.zip", zip);
  const counted: PriceSource = {
    ...source,
    slice: (start, end) => {
      bytesRead += end - start;
      return source.slice?.(start, end) ?? source.open();
    },
  };
  const { message } = await refusalOfSources([counted]);
  return { bytesRead, message };
}

describe("an archive with more files than anyone keeps", () => {
  const message = /^many\.zip: lists 50,000 files or more; nothing of it was unpacked\. Split it/;

  it("is refused by the count at its end, before its list is read", async () => {
    const { bytesRead, ...refused } = await readUntilRefused(archiveOf(200_000, 200_000));
    expect(refused).toEqual({ message: expect.stringMatching(message) });
    expect(bytesRead).toBeLessThan(100_000);
  });

  it("is refused, too, where the count is that of sixteen bits, as some programs write it", async () => {
    const { message: said } = await readUntilRefused(archiveOf(70_000, 70_000 % 65_536));
    expect(said).toMatch(message);
  });

  it("is refused from 50,000 files on", async () => {
    const { message: said } = await readUntilRefused(archiveOf(50_000, 50_000));
    expect(said).toMatch(message);
    const { message: other } = await readUntilRefused(archiveOf(49_999, 49_999));
    expect(other).not.toMatch(message);
  });

  it("is damaged where its list has another count than its end says", async () => {
    const { message: said } = await readUntilRefused(archiveOf(10, 9));
    expect(said).toMatch(/not a zip archive/);
  });
});

describe("crc32", () => {
  it.each([
    ["", 0],
    ["123456789", 0xcbf43926],
    ["The quick brown fox jumps over the lazy dog", 0x414fa339],
  ])("of %j is as published", (content, crc) => {
    expect(crc32(strToU8(content))).toBe(crc);
  });

  test.prop([fc.uint8Array(), fc.uint8Array()])("goes on where it stopped", (first, second) => {
    expect(crc32(second, crc32(first))).toBe(crc32(concatBytes([first, second])));
  });
});

function flip(zip: Uint8Array, place: number, bits = 255): Uint8Array {
  return zip.map((byte, at) => (at === place ? byte ^ bits : byte));
}

/** Where the list of entries starts, from the last 22 bytes of an archive without comment. */
function directoryOf(zip: Uint8Array): number {
  return new DataView(zip.buffer, zip.byteOffset, zip.length).getUint32(zip.length - 6, true);
}

function withoutDirectory(zip: Uint8Array): Uint8Array {
  return concatBytes([zip.slice(0, directoryOf(zip)), zip.slice(-22)]);
}

function withComment(zip: Uint8Array, comment: string): Uint8Array {
  const end = zip.slice();
  new DataView(end.buffer).setUint16(end.length - 2, comment.length, true);
  return concatBytes([end, strToU8(comment)]);
}
