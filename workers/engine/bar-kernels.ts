/**
 * The loops of bar-kernels.wat: what is asked of every bar of a market, for words of 32 bars one after the other.
 * WebAssembly takes two bars at a time and reads them without the checks of a typed array: a third of the time. Where a
 * device forbids it, no word counts as whole, and the callers' loops over single bars do all.
 *
 * The closes of one member at a time lie in the kernels' memory, where several loops find them.
 */
import { FULL, WORD } from "./bits.ts";
import { BAR_KERNELS } from "./bar-kernels.wasm.ts";
import type { Calendar } from "./calendar.ts";
import type { Closes } from "./closes.ts";

/** Some of the calendar's words, all of one member, all of whose bars are there. */
export interface WholeWords {
  readonly member: number;
  readonly first: number;
  readonly stop: number;
}

/** Where the whole words of a member from `first` on end: at `first` itself where that one has gaps. */
export function endOfWhole({ words, present }: Calendar, member: number, first: number): number {
  let at = first;
  if (room === null) return at;
  for (const stop = (member + 1) * words; at < stop && present[at] === FULL;) at++;
  return at;
}

/** Sets the bits of the bars whose close is at least that `days` bars before; each of them has one. */
export function judgeEarlier(closes: Closes, run: WholeWords, days: number, bits: Int32Array): void {
  const { kernels, words } = roomFor(closes.calendar);
  const close = addressOf(closes, run);
  const count = run.stop - run.first;
  kernels.notBelowEarlier(close, close - days * DOUBLE, count, VERDICTS);
  copyOut(words, { from: VERDICTS, count }, bits, run.first);
}

/** A sum that takes in each close and gives away the one `days` bars before; each bar has one. */
export interface SlidingSum {
  readonly days: number;
  /** Of the closes before the first bar. */
  readonly before: number;
  /** A bar passes whose close x factor is at least the sum. */
  readonly factor: number;
  /** So near to the sum nothing is said. */
  readonly slack: number;
}

/** Of a member's words: 1 for each that has a bar too near to its sum. */
export interface NearWords {
  readonly words: Int32Array;
  isAny: boolean;
}

/** Sets the bits of the bars that pass, and notes the words that have one too near. @returns the sum of the last bar */
export function judgeMean(
  closes: Closes,
  run: WholeWords,
  { days, before, factor, slack }: SlidingSum,
  { bits, near: nearWords }: { readonly bits: Int32Array; readonly near: NearWords },
): number {
  const { kernels, words, near } = roomFor(closes.calendar);
  const close = addressOf(closes, run);
  const count = run.stop - run.first;
  const sum = kernels.notBelowMean(
    close,
    close - days * DOUBLE,
    count,
    VERDICTS,
    near,
    before,
    factor,
    slack,
  );
  copyOut(words, { from: VERDICTS, count }, bits, run.first);
  if (words[near / SINGLE + count] === 1) {
    copyOut(words, { from: near, count }, nearWords.words, run.first - run.member * closes.calendar.words);
    nearWords.isAny = true;
  }
  return sum;
}

/** A member has some two hundred words: a view of them would take longer to make than they take to be copied. */
function copyOut(
  words: Int32Array,
  { from, count }: { readonly from: number; readonly count: number },
  into: Int32Array,
  at: number,
): void {
  const start = from / SINGLE;
  for (let k = 0; k < count; k++) into[at + k] = words[start + k];
}

/** One sum for each session of a calendar. */
export interface SessionSums {
  /** Adds close x times of the words' bars. */
  readonly addGrowth: (closes: Closes, run: WholeWords, times: number) => void;
  /** The sums, and room behind them, to be read and added to; good until the next call of a kernel. */
  readonly values: () => Float64Array;
}

/** Sums that lie in the kernels' memory while they are the last ones added to. */
export function makeSessionSums(sessions: number): SessionSums {
  const own = new Float64Array(sessions);

  /** The sums where the kernels find them. */
  function enter({ doubles, sums }: Room): void {
    if (sumsInside === own) return;
    putSumsBack();
    doubles.set(own, sums / DOUBLE);
    sumsInside = own;
  }

  return {
    addGrowth: (closes, run, times) => {
      const found = roomFor(closes.calendar);
      const close = addressOf(closes, run);
      enter(found);
      const session = (run.first - run.member * closes.calendar.words) * WORD;
      found.kernels.addGrowth(close, run.stop - run.first, found.sums + session * DOUBLE, times);
    },
    values: () => {
      if (sumsInside !== own || room === null) return own;
      return room.sumValues;
    },
  };
}

/** Addresses are of bytes. */
interface Kernels {
  readonly memory: WebAssembly.Memory;
  readonly notBelowEarlier: (close: number, other: number, words: number, bits: number) => void;
  readonly notBelowMean: (
    ...terms: [
      close: number,
      oldest: number,
      words: number,
      bits: number,
      near: number,
      before: number,
      times: number,
      within: number,
    ]
  ) => number;
  readonly addGrowth: (close: number, words: number, sum: number, times: number) => void;
}

/** The kernels' memory: verdicts and near words of a member, sums of sessions, closes of a member. */
interface Room {
  readonly kernels: Kernels;
  /** Bars of a member, and sessions, that there is room for. */
  readonly sessions: number;
  readonly doubles: Float64Array;
  readonly words: Int32Array;
  readonly near: number;
  readonly sums: number;
  readonly sumValues: Float64Array;
  readonly closes: number;
}

const DOUBLE = 8;
const SINGLE = 4;
const PAGE = 65_536;
const VERDICTS = 0;

let room: Room | null = makeRoom();
/** Whose closes lie there. */
let closesInside = -1;
let memberInside = -1;
let ownCloses: Float64Array = new Float64Array(0);
let plainRoom = new Float64Array(0);
let sumsInside: Float64Array | null = null;

/** null where the device has no WebAssembly for us. */
function makeRoom(): Room | null {
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(BAR_KERNELS));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what bar-kernels.wat exports
    return layOut(exports as Kernels, 0);
  } catch {
    return null;
  }
}

function layOut(kernels: Kernels, sessions: number): Room {
  const verdictBytes = (sessions / WORD) * SINGLE;
  const sums = 2 * verdictBytes + DOUBLE; // behind the near words is one more
  const closes = sums + sessions * DOUBLE;
  const missing = closes + sessions * DOUBLE - kernels.memory.buffer.byteLength;
  if (missing > 0) kernels.memory.grow(Math.ceil(missing / PAGE));
  const { buffer } = kernels.memory;
  const views = {
    doubles: new Float64Array(buffer),
    words: new Int32Array(buffer),
    sumValues: new Float64Array(buffer, sums, sessions),
  };
  return { kernels, sessions, ...views, near: VERDICTS + verdictBytes, sums, closes };
}

/** Only asked for where there are kernels. */
function roomFor({ sessionDay }: Calendar): Room {
  if (room === null) throw new Error("no kernels, so there are no whole words");
  if (room.sessions >= sessionDay.length) return room;
  putSumsBack();
  closesInside = -1;
  room = layOut(room.kernels, Math.ceil(sessionDay.length / WORD) * 2 * WORD);
  return room;
}

function putSumsBack(): void {
  if (sumsInside === null || room === null) return;
  sumsInside.set(room.sumValues.subarray(0, sumsInside.length));
  sumsInside = null;
}

/** Of the first close of the words. */
function addressOf(closes: Closes, { member, first }: WholeWords): number {
  const { calendar } = closes;
  const { closes: start } = roomFor(calendar);
  closesOfMember(closes, member);
  return start + (calendar.firstRow[first] - calendar.fromRow[member]) * DOUBLE;
}

/** All of a member's closes, oldest first; good until another member's are asked for. */
export function closesOfMember(closes: Closes, member: number): Float64Array {
  if (memberInside === member && closesInside === closes.id) return ownCloses;
  const { calendar } = closes;
  const own = closes.rows(member, calendar.fromRow[member], calendar.toRow[member]);
  const { doubles, start } = placeFor(calendar);
  doubles.set(own, start);
  ownCloses = doubles.subarray(start, start + own.length);
  memberInside = member;
  closesInside = closes.id;
  return ownCloses;
}

/** Where a member's closes go: without kernels, memory like any other. */
function placeFor(calendar: Calendar): { readonly doubles: Float64Array; readonly start: number } {
  if (room !== null) {
    const { doubles, closes } = roomFor(calendar);
    return { doubles, start: closes / DOUBLE };
  }
  if (plainRoom.length < calendar.longest) plainRoom = new Float64Array(calendar.longest);
  return { doubles: plainRoom, start: 0 };
}
