/**
 * A room: where a person's code runs, apart from everything else. What it may do there, and what stands between it and the
 * rest, is the business of each kind of room; all of them run the same harness (harness.ts).
 */
import type { Result } from "#workers/model/problem.ts";

/** A field's source as a room takes it: TypeScript has become JavaScript of the same places. */
export interface RoomSource {
  /** The field's name in rules; chance is seeded with it. */
  readonly name: string;
  readonly language: "javascript" | "python";
  readonly source: string;
}

/** The bars of one instrument, oldest first. Arrays have one value a bar; NaN where unknown. A room copies them. */
export interface RoomBars {
  readonly symbol: string;
  /** "" where none is known. */
  readonly sector: string;
  readonly length: number;
  /** EpochDay of each bar; null where the source does not name dates. */
  readonly date: Int32Array | null;
  /** By name (open, high, low, close, rawClose, volume, value, marketCap): those that the source names. */
  readonly columns: Readonly<Record<string, Float64Array>>;
  /** The facts that the source names, by their name in lower case. */
  readonly facts: Readonly<Record<string, Float64Array>>;
  /** The benchmark's as of its last bar on or before each bar; null where the run has none. */
  readonly market: Readonly<Record<string, Float64Array>> | null;
}

/** What ended a room's work. Places are of the person's own source, from 1. */
export interface CodeFault {
  readonly code: "code-failed" | "code-too-slow" | "code-too-big" | "code-unavailable" | "rules-unknown-name";
  /** A whole sentence part that says what is wrong. */
  readonly text: string;
  readonly symbol?: string;
  readonly line?: number;
  readonly column?: number;
}

/** The person's text is evaluated once when the room opens; globals live as long as the room. */
export interface CodeRoom {
  /** One number a bar for each instrument, in their order; NaN where unknown. Ends at the first fault. */
  compute(instruments: readonly RoomBars[]): Promise<Result<readonly Float64Array[], CodeFault>>;
  /**
   * The same for so many that they are in memory a few at a time alone: each is made when its turn comes.
   *
   * @param onAnswer - given the numbers of the next of them; the fault that it gives ends the work
   */
  computeEach(
    instruments: Iterable<RoomBars>,
    onAnswer: (columns: readonly Float64Array[]) => CodeFault | null,
  ): Promise<Result<null, CodeFault>>;
  /** What console.log or print wrote so far, the first 200 lines. */
  lines(): readonly string[];
  /** Ends what runs, at once. A call in the air answers code-too-slow or is never answered; nobody waits for it. */
  close(): void;
}

/**
 * Opens a fresh room and evaluates the source there. A syntax error or an exception of the text itself is a fault.
 *
 * @param isWanted - asked between the instruments of a search that the room begins by itself; always true where left out
 */
export type OpenRoom = (
  source: RoomSource,
  isWanted?: () => Promise<boolean>,
) => Promise<Result<CodeRoom, CodeFault>>;
