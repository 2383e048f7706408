/** Windows over verdicts, 32 bars a word. */

/** Moves each bit to the bar that comes so many bars later; bits behind the last bar don't count. Writes to empty words. */
export function shiftBits(bits: Int32Array, by: number, bars: number, out: Int32Array): void {
  const [whole, part] = [by >> 5, by & 31];
  for (let word = (bars + 31) >> 5, stop = whole; word-- > stop;) {
    const own = bits[word - whole] << part;
    const before = part > 0 && word > whole ? bits[word - whole - 1] >>> (32 - part) : 0;
    out[word] = own | before;
  }
}

/** Bars of which a bit is set on one of the last n. A window is made of two that overlap, each half as long or longer. */
export function anyOfLast(bits: Int32Array, n: number, bars: number, out: Int32Array): void {
  const words = (bars + 31) >> 5;
  const moved = new Int32Array(words);
  out.set(bits.subarray(0, words));
  for (let covered = 1; covered < Math.min(n, bars);) {
    const step = Math.min(covered, n - covered);
    shiftBits(out, step, bars, moved.fill(0));
    for (let word = 0; word < words; word++) out[word] |= moved[word];
    covered += step;
  }
}

/** Bars of which a bit is set on all of the last n; none where there are fewer bars. */
export function allOfLast(bits: Int32Array, n: number, bars: number, out: Int32Array): void {
  const words = (bars + 31) >> 5;
  const moved = new Int32Array(words);
  if (n > bars) return;
  out.set(bits.subarray(0, words));
  for (let covered = 1; covered < n;) {
    const step = Math.min(covered, n - covered);
    shiftBits(out, step, bars, moved.fill(0));
    for (let word = 0; word < words; word++) out[word] &= moved[word];
    covered += step;
  }
}
