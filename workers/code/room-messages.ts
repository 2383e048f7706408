/** What is said on the port between the engine's worker and a room, of whatever kind the room is. */

/** Says in a browser's room that the harness runs, before anything is sent to it. */
export const HARNESS_RUNS = null;

/** Comes first and once. */
export interface OpenMessage {
  readonly type: "open";
  readonly name: string;
  /** JavaScript or Python, as the person wrote it. */
  readonly source: string;
}

/** Whole instruments, about half a megabyte of columns in one piece. */
export interface BlockMessage {
  readonly type: "block";
  /** Of each instrument in turn: its dates, if there are any, then its columns, facts and market's columns. */
  readonly bytes: ArrayBuffer;
  readonly instruments: readonly BlockInstrument[];
}

export interface BlockInstrument {
  readonly symbol: string;
  readonly sector: string;
  /** Bars; each column has one float64 a bar. */
  readonly length: number;
  /** Dates are int32, padded to whole float64. */
  readonly hasDates: boolean;
  readonly columns: readonly string[];
  /** Names of the facts in lower case. */
  readonly facts: readonly string[];
  readonly market: readonly string[] | null;
}

/** A part of one of the files that Python is made of. */
export interface PackMessage {
  readonly type: "pack";
  readonly file: string;
  /** Bytes of the whole file. */
  readonly size: number;
  /** Where in the file the part belongs. */
  readonly at: number;
  readonly bytes: ArrayBuffer;
}

/** Python alone: what comes after it finds an interpreter in which nothing has run. */
export interface FreshMessage {
  readonly type: "fresh";
}

export type RoomMessage = OpenMessage | BlockMessage | PackMessage | FreshMessage;

/** What the room says: that the text ran, the numbers of some instruments, or what ended its work. */
export type RoomAnswer = StartedAnswer | OpenedAnswer | NumbersAnswer | FaultAnswer;

interface Written {
  /** What the console took since the last answer: lines with their ends. */
  readonly lines: string;
}

/** The fresh interpreter is there. */
export interface StartedAnswer extends Written {
  readonly type: "started";
}

export interface OpenedAnswer extends Written {
  readonly type: "opened";
}

export interface NumbersAnswer extends Written {
  readonly type: "numbers";
  /** Numbers of the next instruments in their order, one a bar. */
  readonly numbers: Float64Array;
  readonly instruments: number;
}

/** The last that a room says. */
export interface FaultAnswer extends Written {
  readonly type: "fault";
  readonly code: "code-failed" | "code-too-big" | "code-unavailable" | "rules-unknown-name";
  readonly text: string;
  /** null while the text itself ran. */
  readonly symbol: string | null;
  /** Line of the person's source, from 1. */
  readonly line: number | null;
  readonly column: number | null;
}
