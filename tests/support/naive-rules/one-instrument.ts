/**
 * The functions of one instrument's bars (workers/rules/README.md section 5), each as its definition reads, from the whole history up
 * to the bar asked about. Slow and plain: what the engine's own are held against.
 */
import { RANGES } from "./ranges.ts";
import { RUNNING } from "./running.ts";
import type { Definition } from "./definition.ts";
import { TRUTHS } from "./truths.ts";
import { WINDOWS } from "./windows.ts";

/** By name; functions of several instruments and those of today's values alone (min, if, ...) are elsewhere. */
export const DEFINITIONS: ReadonlyMap<string, Definition> = new Map<string, Definition>(
  Object.entries({ ...WINDOWS, ...RANGES, ...RUNNING, ...TRUTHS }),
);
