/** What the definition of a function gets, and what it gives. */
import type { FunctionName } from "./tree.ts";
import type { Figure, History, Truth, Value } from "./values.ts";

/** Series that only other functions are made of. */
export type InnerName = "plusDM" | "minusDM" | "directional" | "typicalPrice";

/** What a definition may look at: the arguments in their order within each kind, and the bars. */
export interface Given {
  /** The first argument that is a number. */
  readonly x: History;
  /** Counts and k in their order: n, m, g, or n, k. */
  readonly literals: readonly number[];
  readonly n: number;
  /** The argument that is a rule, newest first. */
  readonly rule: readonly Truth[];
  readonly open: History;
  readonly high: History;
  readonly low: History;
  readonly close: History;
  readonly volume: History;
  /** By how many bars a year counts. */
  readonly sessionsOfYear: number;
  /** The floor of a comparison of x on the bar of k bars ago. */
  readonly floor: (barsAgo: number) => number;
  /** Another function of the same bars. */
  readonly own: (name: FunctionName | InnerName, ...literals: number[]) => History;
}

export type Definition = (given: Given) => Value;
export type NumberDefinition = (given: Given) => Figure;
