/** SHA-256 of bytes that come in pieces: the browser's own takes a whole file in memory. Source: FIPS 180-4. */

export interface Sha256 {
  push(bytes: Uint8Array): void;
  /** In hex; nothing is pushed after. */
  end(): string;
}

const BLOCK = 64;
const WORDS = 64;

/** The first 32 bits of the fractional part of a root. */
function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

const PRIMES: readonly number[] = firstPrimes(WORDS);
const ROUNDS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number++) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  }
  return primes;
}

export function createSha256(): Sha256 {
  const state = START.slice();
  const words = new Int32Array(WORDS);
  const rest = new Uint8Array(BLOCK);
  let restLength = 0;
  let length = 0;
  return {
    push(bytes) {
      length += bytes.length;
      let at = 0;
      if (restLength > 0) {
        at = Math.min(BLOCK - restLength, bytes.length);
        rest.set(bytes.subarray(0, at), restLength);
        restLength += at;
        if (restLength < BLOCK) return;
        addBlocks(state, words, rest, [0, BLOCK]);
        restLength = 0;
      }
      restLength = (bytes.length - at) % BLOCK;
      const end = bytes.length - restLength;
      addBlocks(state, words, bytes, [at, end]);
      rest.set(bytes.subarray(end));
    },
    end() {
      const bits = length * 8;
      const padding = new Uint8Array(restLength < BLOCK - 8 ? BLOCK - restLength : 2 * BLOCK - restLength);
      padding[0] = 0x80;
      const view = new DataView(padding.buffer);
      view.setUint32(padding.length - 8, Math.floor(bits / 2 ** 32));
      view.setUint32(padding.length - 4, bits >>> 0);
      this.push(padding);
      return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
    },
  };
}

/** Of a text's UTF-8 bytes, in lower-case hex, at once: for short texts, and where nothing can be waited for. */
export function sha256OfText(text: string): string {
  const sha = createSha256();
  sha.push(new TextEncoder().encode(text));
  return sha.end();
}

/**
 * The blocks in bytes[start .. end - 1]. Four rounds a turn, so that variables seldom move, and no array is taken apart
 * by a pattern: that is nearly three times as fast.
 */
function addBlocks(
  state: Int32Array,
  words: Int32Array,
  bytes: Uint8Array,
  [start, end]: readonly [number, number],
): void {
  for (let block = start; block < end; block += BLOCK) {
    spread(words, bytes, block);
    let a = state[0] ?? 0;
    let b = state[1] ?? 0;
    let c = state[2] ?? 0;
    let d = state[3] ?? 0;
    let e = state[4] ?? 0;
    let f = state[5] ?? 0;
    let g = state[6] ?? 0;
    let h = state[7] ?? 0;
    for (let at = 0; at < WORDS; at += 4) {
      const one = (mixed(e, f, g, h) + (((words[at] ?? 0) + (ROUNDS[at] ?? 0)) | 0)) | 0;
      d = (d + one) | 0;
      h = (one + majority(a, b, c)) | 0;
      const two = (mixed(d, e, f, g) + (((words[at + 1] ?? 0) + (ROUNDS[at + 1] ?? 0)) | 0)) | 0;
      c = (c + two) | 0;
      g = (two + majority(h, a, b)) | 0;
      const three = (mixed(c, d, e, f) + (((words[at + 2] ?? 0) + (ROUNDS[at + 2] ?? 0)) | 0)) | 0;
      b = (b + three) | 0;
      f = (three + majority(g, h, a)) | 0;
      const four = (mixed(b, c, d, e) + (((words[at + 3] ?? 0) + (ROUNDS[at + 3] ?? 0)) | 0)) | 0;
      a = (a + four) | 0;
      e = (four + majority(f, g, h)) | 0;
      const wasA = a;
      const wasB = b;
      const wasC = c;
      const wasD = d;
      a = e;
      b = f;
      c = g;
      d = h;
      e = wasA;
      f = wasB;
      g = wasC;
      h = wasD;
    }
    state[0] = (state[0] ?? 0) + a;
    state[1] = (state[1] ?? 0) + b;
    state[2] = (state[2] ?? 0) + c;
    state[3] = (state[3] ?? 0) + d;
    state[4] = (state[4] ?? 0) + e;
    state[5] = (state[5] ?? 0) + f;
    state[6] = (state[6] ?? 0) + g;
    state[7] = (state[7] ?? 0) + h;
  }
}

/** The 64 words that a block's 16 are spread to. */
function spread(words: Int32Array, bytes: Uint8Array, start: number): void {
  for (let at = 0; at < 16; at++) {
    const byte = start + at * 4;
    words[at] =
      ((bytes[byte] ?? 0) << 24) |
      ((bytes[byte + 1] ?? 0) << 16) |
      ((bytes[byte + 2] ?? 0) << 8) |
      (bytes[byte + 3] ?? 0);
  }
  for (let at = 16; at < WORDS; at++) {
    const early = words[at - 15] ?? 0;
    const late = words[at - 2] ?? 0;
    const s0 = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
    const s1 = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
    words[at] = (((words[at - 16] ?? 0) + (words[at - 7] ?? 0)) | 0) + ((s0 + s1) | 0);
  }
}

/** h + S1(e) + Ch(e, f, g) */
function mixed(e: number, f: number, g: number, h: number): number {
  const turned = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
  return (((h + turned) | 0) + (g ^ (e & (f ^ g)))) | 0;
}

/** S0(a) + Maj(a, b, c) */
function majority(a: number, b: number, c: number): number {
  const turned = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
  return (turned + ((a & b) | (c & (a | b)))) | 0;
}
