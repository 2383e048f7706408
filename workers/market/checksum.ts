/** Checksums that tell damage from data; none of them is a defence against intent. */

const LANES = 4;
const PRIME = 0x9e3779b1;

/**
 * A checksum that can be gone on with: its lanes, how many words it is of, and those of them that don't fill all lanes.
 * Kept with a series, it spares whoever adds to the series reading it.
 */
export const CHECKSUM_WORDS = 8;
const COUNT = LANES;
const REST = LANES + 1;

/** Checksum of no words yet: as many int32 as CHECKSUM_WORDS says. */
export function beginChecksum(): Int32Array {
  return Int32Array.of(1, 2, 3, 4, 0, 0, 0, 0);
}

/** Goes on with the words from .. to - 1, several lanes at a time so that it keeps up with the disk. */
export function goOnChecksum(
  state: Int32Array,
  words: Int32Array,
  from = 0,
  to: number = words.length,
): void {
  let [a = 0, b = 0, c = 0, d = 0, count = 0] = state;
  let at = from;
  for (; count % LANES !== 0 && at < to; at++) {
    const rest = count % LANES;
    count++;
    if (rest < LANES - 1) {
      state[REST + rest] = words[at] ?? 0;
      continue;
    }
    a = mix(a, state[REST] ?? 0);
    b = mix(b, state[REST + 1] ?? 0);
    c = mix(c, state[REST + 2] ?? 0);
    d = mix(d, words[at] ?? 0);
  }
  const end = to - ((to - at) % LANES);
  count += to - at;
  for (; at < end; at += LANES) {
    a = mix(a, words[at] ?? 0);
    b = mix(b, words[at + 1] ?? 0);
    c = mix(c, words[at + 2] ?? 0);
    d = mix(d, words[at + 3] ?? 0);
  }
  for (let rest = 0; at < to; at++, rest++) state[REST + rest] = words[at] ?? 0;
  state[0] = a;
  state[1] = b;
  state[2] = c;
  state[3] = d;
  state[COUNT] = count;
}

/** The checksum of all words so far; the state stays as it is. Every step can be undone, so a change of one word always changes it. */
export function endChecksum(state: Int32Array): number {
  let [a = 0, b = 0, c = 0, d = 0, count = 0] = state;
  for (let rest = 0; rest < count % LANES; rest++) a = mix(a, state[REST + rest] ?? 0);
  return [b, c, d, count].reduce(mix, a) >>> 0;
}

/** A 32-bit checksum of the words from .. to - 1. */
export function wordChecksum(words: Int32Array, from = 0, to: number = words.length): number {
  const state = beginChecksum();
  goOnChecksum(state, words, from, to);
  return endChecksum(state);
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
