/**
 * A naive reference of the rule language, written from workers/rules/README.md alone: every value is worked out afresh for each bar
 * from its definition. The engine's evaluator is held against it.
 */
import { DEFINITIONS } from "./one-instrument.ts";
import type { Given, InnerName } from "./definition.ts";
import { FUNCTION_ARGUMENTS } from "./tree.ts";
import type { ComparisonSign, FunctionName, Node } from "./tree.ts";
import { nameValue } from "./names.ts";
import type { Position } from "./names.ts";
import { periodOf, seriesOfPeriods } from "./periods.ts";
import type { Period } from "./periods.ts";
import { unitOf } from "./units.ts";
import type { Unit } from "./units.ts";
import { atLeast, atMost, both, either, finite, opposite, ratio } from "./values.ts";
import type { Figure, Truth, Value } from "./values.ts";
import type { Bar, Series, World } from "./world.ts";
import { byCodeUnits } from "./world.ts";

/** Where an expression stands: on a bar of a series. */
export interface Place {
  readonly world: World;
  readonly series: Series;
  /** Place in series.bars; before 0 there are no bars, and every value is unknown. */
  readonly bar: number;
  /** null but in sell rules, and there outside of functions. */
  readonly position: Position | null;
}

/** What the tree says on a bar; unknown before the first one. */
export function valueAt(node: Node, place: Place): Value {
  const bar = place.series.bars[place.bar];
  if (bar === undefined) return null;
  const fresh = () => settle(workOut(node, place, bar));
  return place.position === null ? remembered(node, place, fresh) : fresh();
}

/** Works a value out once for each bar of a series. */
function remembered(key: object | string, { series, bar }: Place, workItOut: () => Value): Value {
  let known = series.known.get(key);
  if (known === undefined) series.known.set(key, (known = new Map<number, Value>()));
  let value = known.get(bar);
  if (value === undefined) known.set(bar, (value = workItOut()));
  return value;
}

/** The value on every bar of a series, oldest first. */
export function valuesOf(node: Node, world: World, series: Series): Value[] {
  return series.bars.map((_, bar) => valueAt(node, { world, series, bar, position: null }));
}

/** What is not finite is unknown. */
function settle(value: Value): Value {
  return typeof value === "number" ? finite(value) : value;
}

function workOut(node: Node, place: Place, bar: Bar): Value {
  switch (node.type) {
    case "number":
      return node.value;
    case "text":
      throw new TypeError(`"${node.value}" has no value of its own`);
    case "name":
      return nameValue(node.name, place, bar);
    case "call":
      return shaken(node, callValue(node, place), place);
    case "ago":
      return valueAt(node.of, { ...place, bar: place.bar - node.bars, position: null });
    case "negative": {
      const value = numberAt(node.of, place);
      return value === null ? null : -value;
    }
    case "arithmetic":
      return calculate(node.sign, numberAt(node.left, place), numberAt(node.right, place));
    case "comparison":
      return compare(node, place, floorAt(node, bar));
    case "crosses":
      return crosses(node, place, bar);
    case "not":
      return opposite(truthAt(node.of, place));
    case "and":
      return both(truthAt(node.left, place), truthAt(node.right, place));
    case "or":
      return either(truthAt(node.left, place), truthAt(node.right, place));
  }
}

function numberAt(node: Node, place: Place): Figure {
  const value = valueAt(node, place);
  if (typeof value === "boolean") throw new TypeError("a truth stands where a number is wanted");
  return value;
}

function truthAt(node: Node, place: Place): Truth {
  const value = valueAt(node, place);
  if (typeof value === "number") throw new TypeError("a number stands where a truth is wanted");
  return value;
}

function calculate(sign: "+" | "-" | "*" | "/", left: Figure, right: Figure): Figure {
  if (left === null || right === null) return null;
  switch (sign) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return ratio(left, right);
  }
}

interface Sides {
  readonly left: Node;
  readonly right: Node;
}

/** How much is forgiven at least: that of a price, of a percentage, or nothing. */
function floorOf(unit: Unit, bar: Bar): number {
  if (unit === "price") return Math.abs(bar.close);
  return unit === "percent" ? 100 : 0;
}

function floorAt({ left, right }: Sides, bar: Bar): number {
  return Math.max(floorOf(unitOf(left), bar), floorOf(unitOf(right), bar));
}

function compare(node: Sides & { sign: ComparisonSign }, place: Place, floor: number): Truth {
  const left = numberAt(node.left, place);
  const right = numberAt(node.right, place);
  if (left === null || right === null) return null;
  const isAtLeast = atLeast(left, right, floor);
  const isAtMost = atMost(left, right, floor);
  switch (node.sign) {
    case ">=":
      return isAtLeast;
    case "<=":
      return isAtMost;
    case ">":
      return !isAtMost;
    case "<":
      return !isAtLeast;
    case "=":
      return isAtLeast && isAtMost;
    case "!=":
      return !(isAtLeast && isAtMost);
  }
}

/** Both halves take the close of the later bar. */
function crosses(node: Sides & { direction: "above" | "below" }, place: Place, bar: Bar): Truth {
  const floor = floorAt(node, bar);
  const isAbove = node.direction === "above";
  const before = { ...place, bar: place.bar - 1, position: null };
  return both(
    compare({ ...node, sign: isAbove ? ">" : "<" }, place, floor),
    compare({ ...node, sign: isAbove ? "<=" : ">=" }, before, floor),
  );
}

function callValue(node: Node & { type: "call" }, place: Place): Value {
  const [first, second] = node.args;
  if (node.name === "if") return choose(node.args, place);
  if (node.name === "weekly" || node.name === "monthly") return onPeriods(node.name, first, place);
  if (node.name === "latch") return latched(node.args, place);
  if (node.name === "of" || node.name === "market") return elsewhere(node, place);
  if (first !== undefined) {
    if (node.name === "rank") return rank(first, place, second !== undefined);
    if (node.name === "place") return placeAmong(first, place, second !== undefined)?.own ?? null;
    if (node.name === "breadth") return breadth(first, place);
    if (FUNCTION_ARGUMENTS[node.name].startsWith("a")) {
      return ofToday(node.name, numberAt(first, place), second === undefined ? 0 : numberAt(second, place));
    }
  }
  const definition = DEFINITIONS.get(node.name);
  if (definition === undefined) throw new TypeError(`${node.name} has no definition`);
  return definition(givenTo(node, place));
}

/** min, max, abs, sqrt, ln. */
function ofToday(name: FunctionName, a: Figure, b: Figure): Figure {
  if (a === null || b === null) return null;
  if (name === "min") return Math.min(a, b);
  if (name === "max") return Math.max(a, b);
  if (name === "abs") return Math.abs(a);
  if (name === "sqrt") return a < 0 ? null : Math.sqrt(a);
  return a <= 0 ? null : Math.log(a);
}

function choose([rule, whenTrue, whenFalse]: readonly Node[], place: Place): Figure {
  if (rule === undefined || whenTrue === undefined || whenFalse === undefined) {
    throw new TypeError("if wants a rule and two numbers");
  }
  const truth = truthAt(rule, place);
  if (truth === null) return null;
  return numberAt(truth ? whenTrue : whenFalse, place);
}

const BARS_OF_YEAR = { weekly: 52, monthly: 12 } as const;

/** What it was on the last week or month before that of this bar. */
function onPeriods(period: Period, expression: Node | undefined, place: Place): Value {
  const today = place.series.bars[place.bar]?.day;
  if (expression === undefined || today === undefined) throw new TypeError(`${period} of nothing`);
  const series = seriesOfPeriods(place.series, period);
  const own = periodOf(period, today);
  return valueAt(expression, {
    world: { ...place.world, sessionsOfYear: BARS_OF_YEAR[period] },
    series,
    bar: series.bars.findLastIndex(({ day }) => periodOf(period, day) < own),
    position: null,
  });
}

/** From the first bar on, bar by bar: what one rule sets and the other frees. */
function latched([sets, frees]: readonly Node[], place: Place): Truth {
  if (sets === undefined || frees === undefined) throw new TypeError("latch wants two rules");
  let isHeld = false;
  for (const bar of barsBefore(place).toReversed()) {
    if (truthAt(sets, bar) === true) isHeld = true;
    else if (truthAt(frees, bar) === true) isHeld = false;
  }
  return isHeld;
}

/** An expression of another series, as of its last bar on or before the day of this one. */
function elsewhere(node: Node & { type: "call" }, place: Place): Value {
  const named = node.args[0]?.type === "text" ? node.args[0].value : null;
  const series = named === null ? place.world.benchmark : place.world.bySymbol.get(named);
  const expression = node.args.at(-1);
  if (series === undefined || series === null || expression === undefined) {
    throw new TypeError(`${named ?? "the benchmark"} is no series of this run`);
  }
  const today = place.series.bars[place.bar]?.day ?? Number.NaN;
  return valueAt(expression, {
    ...place,
    series,
    bar: series.bars.findLastIndex(({ day }) => day <= today),
    position: null,
  });
}

/** Members of the universe with a bar on the day of this one, and what the expression is on it. */
function valuesAround(expression: Node, place: Place): { series: Series; value: Value }[] {
  const today = place.series.bars[place.bar]?.day ?? Number.NaN;
  return place.world.universe.flatMap((series) => {
    const bar = series.barOn.get(today);
    return bar === undefined
      ? []
      : { series, value: valueAt(expression, { ...place, series, bar, position: null }) };
  });
}

function rank(expression: Node, place: Place, isInSector: boolean): Figure {
  const among = placeAmong(expression, place, isInSector);
  return among === null ? null : ((among.own - 1) * 100) / among.of;
}

/** The place, from 1 on, and of how many; null where the own value is unknown. */
function placeAmong(expression: Node, place: Place, isInSector: boolean): { own: number; of: number } | null {
  const ranked = valuesAround(expression, place)
    .flatMap(({ series, value }) =>
      typeof value === "number" && (!isInSector || series.sector === place.series.sector)
        ? { symbol: series.symbol, key: Math.fround(value) }
        : [],
    )
    .toSorted((a, b) => Number(b.key > a.key) - Number(b.key < a.key) || byCodeUnits(a.symbol, b.symbol));
  const above = ranked.findIndex(({ symbol }) => symbol === place.series.symbol);
  return above === -1 ? null : { own: above + 1, of: ranked.length };
}

function breadth(expression: Node, place: Place): Figure {
  const known = valuesAround(expression, place).filter(({ value }) => value !== null);
  return ratio(known.filter(({ value }) => value === true).length * 100, known.length);
}

function givenTo(node: Node & { type: "call" }, place: Place): Given {
  const [first] = node.args;
  const letters: string = FUNCTION_ARGUMENTS[node.name];
  const literals = node.args.flatMap((arg) => (arg.type === "number" ? arg.value : []));
  if (first === undefined || !/^[xr]/.test(letters)) return givenOf(literals, place);
  const bars = barsBefore(place);
  return {
    // The first argument may be a literal number that stands for x: sma(5, 20).
    ...givenOf(first.type === "number" ? literals.slice(1) : literals, place),
    x: letters.startsWith("x") ? bars.map((bar) => numberAt(first, bar)) : [],
    rule: letters.startsWith("r") ? bars.map((bar) => truthAt(first, bar)) : [],
    floor: (barsAgo) => {
      const bar = place.series.bars[place.bar - barsAgo];
      return bar === undefined ? 0 : floorOf(unitOf(first), bar);
    },
  };
}

/** This bar and those before it, newest first. */
function barsBefore(place: Place): Place[] {
  return Array.from({ length: place.bar + 1 }, (_, k) => ({ ...place, bar: place.bar - k, position: null }));
}

/** What a function of the bars alone may look at. */
function givenOf(literals: readonly number[], place: Place): Given {
  const bars = place.series.bars.slice(0, place.bar + 1).toReversed();
  return {
    x: [],
    rule: [],
    floor: () => 0,
    literals,
    n: literals[0] ?? 0,
    open: bars.map(({ open }) => open),
    high: bars.map(({ high }) => high),
    low: bars.map(({ low }) => low),
    close: bars.map(({ close }) => close),
    volume: bars.map(({ volume }) => volume),
    sessionsOfYear: place.world.sessionsOfYear,
    own: (name, ...counts) => barsBefore(place).map((bar) => ownValue(name, counts, bar)),
  };
}

/** A function that another one is made of. */
function ownValue(name: FunctionName | InnerName, literals: readonly number[], place: Place): Figure {
  const value = remembered(`${name} ${literals.join(" ")}`, place, () => {
    const found = DEFINITIONS.get(name)?.(givenOf(literals, place)) ?? null;
    return settle(typeof found === "number" ? place.world.shake(found, priceAt(place)) : found);
  });
  return typeof value === "number" ? value : null;
}

/** These choose or count, and round nothing. */
const EXACT: ReadonlySet<FunctionName> = new Set<FunctionName>([
  "highest",
  "lowest",
  "streak",
  "obv",
  "barsSince",
  "count",
  "min",
  "max",
  "abs",
  "if",
  "rank",
  "place",
  "breadth",
  "market",
  "of",
  "weekly",
  "monthly",
]);

function shaken(node: Node & { type: "call" }, value: Value, place: Place): Value {
  if (typeof value !== "number" || EXACT.has(node.name)) return value;
  const inputs = node.args.map((arg) => (arg.type === "text" ? 0 : Math.abs(Number(valueAt(arg, place)))));
  return place.world.shake(value, Math.max(priceAt(place), ...inputs));
}

function priceAt({ series, bar }: Place): number {
  return series.bars[bar]?.high ?? 0;
}
