/** Checksums that tell damage from data; none of them is a defence against intent. */

const LANES = 4;
const PRIME = 0x9e3779b1;

/**
 * A 32-bit checksum of the words from .. to - 1, several lanes at a time so that it keeps up with the disk. Every step
 * can be undone, so a change of one word always changes the result.
 */
export function wordChecksum(words: Int32Array, from = 0, to: number = words.length): number {
  let [a, b, c, d] = [1, 2, 3, 4];
  const end = to - ((to - from) % LANES);
  for (let at = from; at < end; at += LANES) {
    a = mix(a, words[at] ?? 0);
    b = mix(b, words[at + 1] ?? 0);
    c = mix(c, words[at + 2] ?? 0);
    d = mix(d, words[at + 3] ?? 0);
  }
  for (let at = end; at < to; at++) a = mix(a, words[at] ?? 0);
  return [b, c, d, to - from].reduce(mix, a) >>> 0;
}

function mix(state: number, word: number): number {
  const mixed = Math.imul(state ^ word, PRIME);
  return mixed ^ (mixed >>> 15);
}

/** The words of an array whose bytes are a multiple of 4, at a multiple of 4. */
export function wordsOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Int32Array {
  return new Int32Array(buffer, byteOffset, byteLength / 4);
}

const CRC_POLYNOMIAL = 0xedb88320;
const SLICES = 8;

/** Table n gives the effect of a byte that n further bytes follow (slicing by eight). */
const CRC_TABLES = makeCrcTables();

function makeCrcTables(): Uint32Array {
  const tables = new Uint32Array(SLICES * 256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ CRC_POLYNOMIAL : crc >>> 1;
    tables[byte] = crc;
  }
  for (let at = 256; at < tables.length; at++) {
    const before = tables[at - 256] ?? 0;
    tables[at] = (before >>> 8) ^ (tables[before & 255] ?? 0);
  }
  return tables;
}

/**
 * CRC-32 as zip archives use it, continued: 0 for the first bytes, then the result for those before.
 *
 * Source: ISO 3309; Kounavis & Berry, "A systematic approach to building high performance software-based CRC
 * generators", 2005, for eight bytes at a time.
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  const table = CRC_TABLES;
  let crc = ~before;
  let at = 0;
  for (; at + SLICES <= bytes.length; at += SLICES) {
    const low =
      crc ^
      ((bytes[at] ?? 0) |
        ((bytes[at + 1] ?? 0) << 8) |
        ((bytes[at + 2] ?? 0) << 16) |
        ((bytes[at + 3] ?? 0) << 24));
    crc =
      (table[0x700 | (low & 255)] ?? 0) ^
      (table[0x600 | ((low >>> 8) & 255)] ?? 0) ^
      (table[0x500 | ((low >>> 16) & 255)] ?? 0) ^
      (table[0x400 | (low >>> 24)] ?? 0) ^
      (table[0x300 | (bytes[at + 4] ?? 0)] ?? 0) ^
      (table[0x200 | (bytes[at + 5] ?? 0)] ?? 0) ^
      (table[0x100 | (bytes[at + 6] ?? 0)] ?? 0) ^
      (table[bytes[at + 7] ?? 0] ?? 0);
  }
  for (; at < bytes.length; at++) crc = (crc >>> 8) ^ (table[(crc ^ (bytes[at] ?? 0)) & 255] ?? 0);
  return ~crc >>> 0;
}
