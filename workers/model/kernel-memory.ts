/**
 * Where WebAssembly goes along the bars of one instrument after the other. Its modules share one memory: what one of them
 * works out another finds in its place. Pages that nobody touches cost nothing.
 */

/** Bars of an instrument, and sessions, that there is room for: the days of 350 years. */
export const KERNEL_ROWS: number = 2 ** 17;

/** Members that there is room for bounds of. */
export const GAIN_ROWS = 16;

const SINGLE = 4;
const DOUBLE = 8;
const PAGE = 65_536;
/** Between two regions, so that their rows of the same number don't fall on the same place of the processor's cache. */
const GAP = 1088;

const verdicts = 0;
const near = behind(verdicts, KERNEL_ROWS / 8);
const sums = behind(near, KERNEL_ROWS / 8 + SINGLE);
const closes = behind(sums, KERNEL_ROWS * DOUBLE);
const mosts = behind(closes, KERNEL_ROWS * DOUBLE);
const leasts = behind(mosts, (KERNEL_ROWS / 32) * SINGLE);
const gains = behind(leasts, (KERNEL_ROWS / 32) * SINGLE);
const figures = behind(gains, GAIN_ROWS * (KERNEL_ROWS / 32) * SINGLE);
const steps = behind(figures, KERNEL_ROWS * DOUBLE);
const marks = behind(steps, KERNEL_ROWS * 2);
const end = behind(marks, KERNEL_ROWS / 16);

/** In bytes, each a multiple of 64; of bar-kernels.wat those before figures, the others of step-kernel.wat. */
export const KERNEL_PLACES = { verdicts, near, sums, closes, mosts, leasts, gains, figures, steps, marks };

/** Where the region behind one of so many bytes starts. */
function behind(start: number, bytes: number): number {
  return start + Math.ceil(bytes / 64) * 64 + GAP;
}

const memory = makeMemory();

/** null where the device has no WebAssembly for us. */
function makeMemory(): WebAssembly.Memory | null {
  try {
    return new WebAssembly.Memory({ initial: Math.ceil(end / PAGE) });
  } catch {
    return null;
  }
}

/** The memory's bytes; of none where there is no WebAssembly. */
export const kernelBuffer: ArrayBuffer = memory?.buffer ?? new ArrayBuffer(0);

/** What a module exports that works in the memory; null where the device has no WebAssembly for us. */
export function startKernels(code: Uint8Array<ArrayBuffer>): unknown {
  if (memory === null) return null;
  try {
    return new WebAssembly.Instance(new WebAssembly.Module(code), { kernels: { memory } }).exports;
  } catch {
    return null;
  }
}
