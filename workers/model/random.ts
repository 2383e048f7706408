/** Chance that repeats: a stream of numbers that depends on its seed alone, from 32-bit integer arithmetic. */

/** Gives the next number of its stream, uniform over 0 <= u < 1. */
export type Random = () => number;

const WARM_UP_DRAWS = 16;
const TWO_TO_32 = 4_294_967_296;

/**
 * Opens the stream that belongs to `seed`; streams of different seeds are independent for our purposes.
 *
 * Source: sfc32 of Chris Doty-Humphrey's PractRand; the seed is spread over its state by FNV-1a.
 */
export function openRandom(seed: string): Random {
  let a = hash(seed, 0x811c_9dc5);
  let b = hash(seed, 0x0135_79bd);
  let c = hash(seed, 0x2468_ace0);
  let counter = 1;
  const draw: Random = () => {
    const mixed = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + mixed) | 0;
    return (mixed >>> 0) / TWO_TO_32;
  };
  for (let step = 0; step < WARM_UP_DRAWS; step++) draw();
  return draw;
}

function hash(text: string, basis: number): number {
  let state = basis;
  for (let place = 0; place < text.length; place++) {
    state = Math.imul(state ^ text.charCodeAt(place), 0x0100_0193);
  }
  return state ^ (state >>> 15);
}
