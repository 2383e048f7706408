/** How long and how often rules hold, and values that go one way. Definitions: README.md section 5. */
import type { NumberPass, Pass, TruthPass, Verdicts } from "../function-entry.ts";

const NEVER = -Infinity;
const FALSE = 0;
const TRUE = 1;
const UNKNOWN = 2;

function stateAt({ yes, no }: Verdicts, bar: number): number {
  if (((yes[bar >> 5] >>> (bar & 31)) & 1) === 1) return TRUE;
  return ((no[bar >> 5] >>> (bar & 31)) & 1) === 1 ? FALSE : UNKNOWN;
}

function mark(words: Int32Array, bar: number): void {
  words[bar >> 5] |= 1 << (bar & 31);
}

export const barsSince: NumberPass = ({ rules: [rule], bars }, out) => {
  let last = NEVER;
  for (let bar = 0; bar < bars; bar++) {
    if (stateAt(rule, bar) === TRUE) last = bar;
    out[bar] = last === NEVER ? NaN : bar - last;
  }
};

export const count: NumberPass = ({ rules: [rule], counts: [n], bars }, out) => {
  let lastUnknown = -1;
  let total = 0;
  for (let bar = 0; bar < bars; bar++) {
    const state = stateAt(rule, bar);
    if (state === UNKNOWN) lastUnknown = bar;
    if (state === TRUE) total++;
    if (bar >= n && stateAt(rule, bar - n) === TRUE) total--;
    out[bar] = bar - n >= lastUnknown ? total : NaN;
  }
};

export const once: TruthPass = ({ rules: [rule], counts: [n], bars }, out) => {
  windowStates(rule, { n, bars, settles: TRUE }, out.yes, out.no);
};

export const always: TruthPass = ({ rules: [rule], counts: [n], bars }, out) => {
  windowStates(rule, { n, bars, settles: FALSE }, out.no, out.yes);
};

/** One state in the window settles it; else an unknown one, or a bar that is not there, leaves it unknown. */
function windowStates(
  rule: Verdicts,
  { n, bars, settles }: { readonly n: number; readonly bars: number; readonly settles: number },
  settled: Int32Array,
  other: Int32Array,
): void {
  let lastSettled = NEVER;
  let lastUnknown = -1;
  for (let bar = 0; bar < bars; bar++) {
    const state = stateAt(rule, bar);
    if (state === settles) lastSettled = bar;
    if (state === UNKNOWN) lastUnknown = bar;
    if (bar - n < lastSettled) mark(settled, bar);
    else if (bar - n >= lastUnknown) mark(other, bar);
  }
}

export const rising: TruthPass = (pass, out) => {
  goingOneWay(pass, 1, out);
};

export const falling: TruthPass = (pass, out) => {
  goingOneWay(pass, -1, out);
};

/** n comparisons, each with the value of the bar before. */
function goingOneWay(pass: Pass, way: number, out: Verdicts): void {
  const [n] = pass.counts;
  let lastFalse = NEVER;
  let lastUnknown = 0;
  for (let bar = 0; bar < pass.bars; bar++) {
    const move = bar === 0 ? NaN : moveAt(pass, bar);
    if (move !== move) lastUnknown = bar;
    else if (move !== way) lastFalse = bar;
    if (bar - n < lastFalse) mark(out.no, bar);
    else if (bar - n >= lastUnknown) mark(out.yes, bar);
  }
}

/** Rises in a row as a positive, falls as a negative number. */
export const streak: NumberPass = (pass, out) => {
  const [x] = pass.numbers;
  let length = 0;
  for (let bar = 0; bar < pass.bars; bar++) {
    out[bar] = NaN;
    if (x[bar] !== x[bar]) continue;
    const move = bar === 0 ? NaN : moveAt(pass, bar);
    if (move === 0 || move !== move) length = 0;
    else length = Math.sign(length) === move ? length + move : move;
    out[bar] = length;
  }
};

/** 1 for a rise from the bar before, -1 for a fall, 0 for neither, NaN where one of the two is unknown. */
function moveAt({ numbers: [x], floors, floor }: Pass, bar: number): number {
  const own = x[bar];
  const before = x[bar - 1];
  const least = floors === null ? floor : floors[bar];
  const tolerance = 1e-9 * Math.max(Math.abs(own), Math.abs(before), least);
  if (tolerance !== tolerance) return NaN;
  return Number(own > before + tolerance) - Number(own < before - tolerance);
}
