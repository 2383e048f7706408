import type { EndKey } from "./analysis.ts";
import { EXIT_REASONS } from "./report.ts";

/** Reasons in the order of their list; rows of sell rules, by number, where "rule" stands. */
export function compareEnds(a: EndKey, b: EndKey): number {
  return placeOf(a) - placeOf(b) || rowOf(a) - rowOf(b);
}

/** The row of a key that is one of a rule; -1 for every other. */
export function rowOf(key: EndKey): number {
  return key.startsWith("rule ") ? Number(key.slice("rule ".length)) : -1;
}

function placeOf(key: EndKey): number {
  return EXIT_REASONS.findIndex((reason) => reason === (rowOf(key) < 0 ? key : "rule"));
}
