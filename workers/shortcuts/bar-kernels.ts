/**
 * The loop of bar-kernels.wat, which sums up what every bar of a market has grown, for words of 32 bars one after the other.
 * WebAssembly takes two bars at a time and reads them without the checks of a typed array. For mean-growth.ts: gains two thirds of
 * that loop, a sixth of a first run. Where a device forbids it, and for more sessions than there is room for, no word counts as
 * whole, and the caller's loop over single bars does all.
 *
 * The closes of one member at a time lie in the kernel's memory, where both sums find them.
 */
import {
  ENGINE_ROOM,
  KERNEL_ROWS,
  divideRoom,
  kernelBuffer,
  startKernels,
} from "#workers/model/kernel-memory.ts";
import { FULL, WORD } from "#workers/sessions/bits.ts";
import { BAR_KERNELS } from "./bar-kernels.wasm.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import type { Closes } from "./closes.ts";

/** Some of the calendar's words, all of one member, all of whose bars are there. */
export interface WholeWords {
  readonly member: number;
  readonly first: number;
  readonly stop: number;
}

/** Where the whole words of a member from `first` on end: at `first` itself where that one has gaps. */
export function endOfWhole(
  { words: wordsOf, present, sessionDay }: Calendar,
  member: number,
  first: number,
): number {
  let at = first;
  if (kernels === null || sessionDay.length > KERNEL_ROWS) return at;
  for (const stop = (member + 1) * wordsOf; at < stop && present[at] === FULL;) at++;
  return at;
}

/** Sums that are added to in turns lie in places of their own in the kernels' memory. */
export type SumsPlace = 0 | 1;

/** One sum for each session of a calendar. */
export interface SessionSums {
  /**
   * Adds close x times of the words' bars. From the session behind a reset on `times` is 1 / the close on that reset.
   *
   * @param reset - place among the resets of the first one that is no earlier than the words' first session
   * @returns what `times` is behind the words' last session
   */
  readonly addGrowth: (closes: Closes, run: WholeWords, reset: number, times: number) => number;
  /** The sums, and a buffer behind them, to be read and added to; good until the next call of a kernel. */
  readonly values: () => Float64Array;
}

/**
 * Sums that lie in the kernels' memory while they are the last ones of their place that were added to.
 *
 * @param resets - sessions, ascending
 */
export function makeSessionSums(sessions: number, resets: Int32Array, place: SumsPlace): SessionSums {
  const own = new Float64Array(sessions);
  const [sums, resetsAt] = [SUMS[place], RESETS[place]];

  /** The sums where the kernels find them. */
  function enter(): void {
    if (sumsInside[place] === own) return;
    putSumsBack(place);
    sumValues[place].set(own);
    for (let k = 0; k < resets.length; k++) words[resetsAt / SINGLE + k] = sums + (resets[k] + 1) * DOUBLE;
    words[resetsAt / SINGLE + resets.length] = NO_RESET;
    sumsInside[place] = own;
  }

  return {
    addGrowth: (closes, run, reset, times) => {
      const close = addressOf(closes, run);
      enter();
      const start = run.member * closes.calendar.words;
      const from = sums + (run.first - start) * WORD * DOUBLE;
      const stop = sums + (run.stop - start) * WORD * DOUBLE;
      return theKernels().addGrowth(close, from, stop, resetsAt + reset * SINGLE, times);
    },
    values: () => (sumsInside[place] === own ? sumValues[place] : own),
  };
}

/** Addresses are of bytes. */
interface Kernels {
  readonly addGrowth: (
    ...terms: [close: number, sum: number, stop: number, reset: number, times: number]
  ) => number;
}

const DOUBLE = 8;
const SINGLE = 4;

const regionOf = divideRoom(ENGINE_ROOM);
const CLOSES = regionOf(KERNEL_ROWS * DOUBLE);
const SUMS = [regionOf(KERNEL_ROWS * DOUBLE), regionOf(KERNEL_ROWS * DOUBLE)] as const;
const RESETS = [regionOf((KERNEL_ROWS + 1) * SINGLE), regionOf((KERNEL_ROWS + 1) * SINGLE)] as const;
/** An address behind all sums. */
const NO_RESET = 2 ** 31 - 1;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what bar-kernels.wat exports
const kernels = startKernels(BAR_KERNELS) as Kernels | null;
const words = new Int32Array(kernelBuffer);
const sumValues = [viewOf(SUMS[0]), viewOf(SUMS[1])] as const;
const closeValues = viewOf(CLOSES);
/** For closes that don't go there. */
let plainRoom = new Float64Array(0);

/** Whose closes are there. */
let closesInside = -1;
let memberInside = -1;
let ownCloses: Float64Array = plainRoom;
const sumsInside: [Float64Array | null, Float64Array | null] = [null, null];

/** One double for each row that there is room for; none without kernels. */
function viewOf(place: number): Float64Array {
  return kernels ? new Float64Array(kernelBuffer, place, KERNEL_ROWS) : new Float64Array(0);
}

/** Only asked for where there are whole words. */
function theKernels(): Kernels {
  if (kernels === null) throw new Error("no kernels, so there are no whole words");
  return kernels;
}

function putSumsBack(place: SumsPlace): void {
  const sums = sumsInside[place];
  sums?.set(sumValues[place].subarray(0, sums.length));
  sumsInside[place] = null;
}

/** The address of the first close of the words. */
function addressOf(closes: Closes, { member, first }: WholeWords): number {
  const { calendar } = closes;
  closesOfMember(closes, member);
  return CLOSES + calendar.barsBefore[first] * DOUBLE;
}

/** All of a member's closes, oldest first; good until another member's are asked for. */
export function closesOfMember(closes: Closes, member: number): Float64Array {
  if (memberInside === member && closesInside === closes.id) return ownCloses;
  const { fromRow, toRow } = closes.calendar;
  const span = { from: fromRow[member], to: toRow[member] };
  const rows = span.to - span.from;
  const into = placeFor(rows);
  memberInside = -1; // until they are there
  closes.copy(member, span, into);
  ownCloses = into.subarray(0, rows);
  memberInside = member;
  closesInside = closes.id;
  return ownCloses;
}

function placeFor(rows: number): Float64Array {
  if (rows <= closeValues.length) return closeValues;
  if (rows > plainRoom.length) plainRoom = new Float64Array(rows);
  return plainRoom;
}
