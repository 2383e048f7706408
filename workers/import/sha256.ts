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
        addBlock(state, words, rest, 0);
        restLength = 0;
      }
      for (; at + BLOCK <= bytes.length; at += BLOCK) addBlock(state, words, bytes, at);
      rest.set(bytes.subarray(at));
      restLength = bytes.length - at;
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

function addBlock(state: Int32Array, words: Int32Array, bytes: Uint8Array, start: number): void {
  for (let at = 0; at < 16; at++) {
    const byte = start + at * 4;
    words[at] =
      ((bytes[byte] ?? 0) << 24) |
      ((bytes[byte + 1] ?? 0) << 16) |
      ((bytes[byte + 2] ?? 0) << 8) |
      (bytes[byte + 3] ?? 0);
  }
  for (let at = 16; at < WORDS; at++) {
    const [w15, w2] = [words[at - 15] ?? 0, words[at - 2] ?? 0];
    const s0 = turn(w15, 7) ^ turn(w15, 18) ^ (w15 >>> 3);
    const s1 = turn(w2, 17) ^ turn(w2, 19) ^ (w2 >>> 10);
    words[at] = ((words[at - 16] ?? 0) + s0 + (words[at - 7] ?? 0) + s1) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < WORDS; at++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + (ROUNDS[at] ?? 0) + (words[at] ?? 0)) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = ((state[at] ?? 0) + word) | 0;
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
