/**
 * The engine's evaluator against the naive reference, bar by bar. Each function may differ by rounding (workers/rules/README.md section 5:
 * 1e-9 relative, with a floor of 1e-12 times the largest input). Functions of functions can make that larger, or turn it
 * into another truth: whether that is all is asked of the reference itself, with noise on each of its steps.
 */
import { valuesOf } from "#tests/support/naive-rules/evaluate.ts";
import { parseNaively } from "#tests/support/naive-rules/parse.ts";
import { plainInstruments } from "#tests/support/naive-rules/plain-market.ts";
import type { PlainInstrument } from "#tests/support/naive-rules/plain-market.ts";
import { FUNCTION_ARGUMENTS } from "#tests/support/naive-rules/tree.ts";
import type { Node } from "#tests/support/naive-rules/tree.ts";
import type { Value } from "#tests/support/naive-rules/values.ts";
import { openWorld } from "#tests/support/naive-rules/world.ts";
import type { NaiveRun, Series, World } from "#tests/support/naive-rules/world.ts";
import { itemAt } from "#tests/support/reference-series.ts";
import { engineValues, openEngineWorld, readExpression } from "./engine-values.ts";
import type { RuleMarket } from "./random-rule-market.ts";

/** More than the engine's rounding, and less than any comparison forgives. */
const NOISE = 1e-12;
const NOISY_WORLDS = 30;

/** One line for each bar on which the two differ by more than rounding; none where they agree. */
export function differences(text: string, { market, run }: RuleMarket): string[] {
  const instruments = plainInstruments(market);
  const world = openWorld(instruments, run);
  const engine = openEngineWorld(market, run, world);
  const tree = parseNaively(text);
  const expression = readExpression(text);
  return world.universe.flatMap((series) => {
    const expected = valuesOf(tree, world, series);
    const found = engineValues(engine, expression, series.symbol);
    const largest = largestInputs(tree, world, series);
    const suspects = expected.flatMap((value, bar) =>
      isSame(found[bar], value, 1e-12 * itemAt(largest, bar)) ? [] : bar,
    );
    if (suspects.length === 0) return [];
    const noisy = noisyWorlds(instruments, run).map((shaken) =>
      valuesOf(tree, shaken, shaken.bySymbol.get(series.symbol) ?? series),
    );
    return suspects.flatMap((bar) => {
      const [one, other] = [found[bar] ?? null, expected[bar] ?? null];
      const values = noisy.map((each) => each[bar] ?? null);
      if (explains(values, one, other)) return [];
      return `${text} on ${series.symbol}, bar ${bar}: ${one}, expected ${other}`;
    });
  });
}

/** The market as the reference sees it with noise on each of its steps, other noise each time. */
export function noisyWorlds(instruments: readonly PlainInstrument[], run: NaiveRun): World[] {
  return Array.from({ length: NOISY_WORLDS }, (_, seed) => openWorld(instruments, run, noiseOf(seed)));
}

function isSame(found: Value | undefined, expected: Value, floor: number): boolean {
  if (typeof found !== "number" || typeof expected !== "number") return found === expected;
  return Math.abs(found - expected) <= Math.max(1e-9 * Math.abs(expected), floor);
}

/**
 * The largest known number that the outermost function or sign is given up to each bar: an argument's, a bar's price, or
 * its volume where the function weighs with that.
 */
function largestInputs(tree: Node, world: World, series: Series): number[] {
  const inputs = partsOf(tree).map((part) => valuesOf(part, world, series));
  const isWeighed = tree.type === "call" && tree.name === "mfi";
  const atBar = series.bars.map((bar, at) => {
    const figures = [bar.high, isWeighed ? bar.volume : 0, ...inputs.map((values) => values[at])];
    return Math.max(...figures.map((value) => (typeof value === "number" ? Math.abs(value) : 0)));
  });
  const window = windowOf(tree);
  return atBar.map((_, at) => Math.max(...atBar.slice(Math.max(0, at - window), at + 1)));
}

function partsOf(tree: Node): readonly Node[] {
  if (tree.type === "call") return tree.args.filter(({ type }) => type !== "text");
  if ("left" in tree) return [tree.left, tree.right];
  return "of" in tree ? [tree.of] : [];
}

/** How many bars back the outermost function looks; running values look at all. */
function windowOf(tree: Node): number {
  if (tree.type !== "call") return 0;
  const [first, second] = tree.args;
  const isRunning = tree.name === "ema" || tree.name === "rma" || tree.name === "rsi";
  if (isRunning || first === undefined || second?.type !== "number") return Infinity;
  return FUNCTION_ARGUMENTS[tree.name] === "xn" ? second.value : Infinity;
}

/** Noise up or down on a value, and a hundredth of it on the largest input, the same in each run of a seed. */
function noiseOf(seed: number): World["shake"] {
  let state = seed * 7919 + 1;
  const chance = () => {
    state = (state * 48_271) % 2_147_483_647;
    return NOISE * (state / 1_073_741_823.5 - 1);
  };
  return (value, largestInput) => value * (1 + chance()) + (largestInput * chance()) / 100;
}

/** Whether noise changes the reference's value as much as the engine differs from it, or into what the engine gives. */
export function explains(noisy: readonly Value[], found: Value, expected: Value): boolean {
  if (typeof found !== "number") return noisy.includes(found);
  const numbers = noisy.filter((value) => typeof value === "number");
  if (typeof expected !== "number") return numbers.length > 0;
  const swing = Math.max(0, ...numbers.map((value) => Math.abs(value - expected)));
  return Math.abs(found - expected) <= 10 * swing;
}
