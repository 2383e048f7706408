/** Functions that count and compare over time. */
import type { Definition, Given } from "./definition.ts";
import { atLeast, atMost, both, either } from "./values.ts";
import type { Figure, Truth } from "./values.ts";

/** Where x on the bar of k bars ago lies against the bar before it: 1 above, -1 below, 0 the same; null where unknown. */
function stepAt({ x, floor }: Given, ago: number): 1 | -1 | 0 | null {
  const value = x[ago] ?? null;
  const before = x[ago + 1] ?? null;
  if (value === null || before === null) return null;
  if (!atMost(value, before, floor(ago))) return 1;
  return atLeast(value, before, floor(ago)) ? 0 : -1;
}

function streak(given: Given): Figure {
  if ((given.x[0] ?? null) === null) return null;
  const direction = stepAt(given, 0) ?? 0;
  if (direction === 0) return 0;
  let length = 1;
  for (; stepAt(given, length) === direction; length++);
  return direction * length;
}

/** Whether x went that way on each of the last n bars. */
function wentOn(given: Given, direction: 1 | -1): Truth {
  let all: Truth = true;
  for (let ago = 0; ago < given.n; ago++) {
    const step = stepAt(given, ago);
    all = both(all, step === null ? null : step === direction);
  }
  return all;
}

/** r, r[1], ... r[n-1]; a bar that is not there is unknown. */
function lately({ rule, n }: Given): Truth[] {
  return Array.from({ length: n }, (_, ago) => rule[ago] ?? null);
}

function barsSince({ rule }: Given): Figure {
  const ago = rule.indexOf(true);
  return ago === -1 ? null : ago;
}

function count({ rule, n }: Given): Figure {
  const window = rule.slice(0, n);
  if (window.length < n || window.includes(null)) return null;
  return window.filter((truth) => truth === true).length;
}

export const TRUTHS = {
  streak,
  barsSince,
  count,
  once: (given) => lately(given).reduce(either),
  always: (given) => lately(given).reduce(both),
  rising: (given) => wentOn(given, 1),
  falling: (given) => wentOn(given, -1),
} satisfies Record<string, Definition>;
