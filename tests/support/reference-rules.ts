/**
 * A strategy's own rules as the reference asks them, from workers/rules/README.md alone: lines by the naive reader, groups in
 * three states, sizes and schedules as sections 8 and 9 say them.
 */
import type { Market } from "#workers/model/market.ts";
import type { Rule } from "#workers/model/rule.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { valueAt } from "./naive-rules/evaluate.ts";
import type { Position } from "./naive-rules/names.ts";
import { parseNaively } from "./naive-rules/parse.ts";
import { plainInstruments } from "./naive-rules/plain-market.ts";
import { both, either, opposite } from "./naive-rules/values.ts";
import type { Figure, Truth, Value } from "./naive-rules/values.ts";
import { openWorld } from "./naive-rules/world.ts";
import type { World } from "./naive-rules/world.ts";

/** What a rule says at the close of a day on which the symbol has a bar. The position is that of a sell rule. */
type AskRule = (symbol: string, day: number, position?: Position) => Truth;
type AskNumber = (symbol: string, day: number) => Figure;

export interface ReferenceRules {
  /** Those in use. */
  readonly scanner: readonly AskRule[];
  readonly buy: readonly AskRule[];
  readonly sell: readonly AskRule[];
  readonly sortBy: AskNumber | null;
  readonly riskDistance: AskNumber | null;
  /** The weight of a symbol that has a bar on the day, in parts or percents. */
  readonly weight: AskNumber;
}

/** @param benchmark - symbol of the run's series; null where it is the universe itself */
export function readReferenceRules(
  { scanner, buy, sell, simulation }: Strategy,
  market: Market,
  { benchmark, sessionsOfYear }: { readonly benchmark: string | null; readonly sessionsOfYear: number },
): ReferenceRules {
  const world = openWorld(plainInstruments(market), {
    exchange: scanner.exchange,
    type: scanner.instrumentType,
    priceBasis: simulation.priceBasis,
    benchmark,
    sessionsOfYear,
    ...(scanner.symbols && { symbols: scanner.symbols }),
    ...(scanner.sectors && { sectors: scanner.sectors }),
  });
  const asks = (rules: readonly Rule[] = []) => rules.flatMap((rule) => askRule(rule, world) ?? []);
  const weight = askNumber(simulation.weight, world);
  const own = new Map(simulation.weights?.map((each) => [each.symbol, askNumber(each.weight, world)]));
  return {
    weight(symbol, day) {
      const ask = own.get(symbol) ?? weight;
      return ask === null ? 0 : ask(symbol, day);
    },
    scanner: asks(scanner.rules),
    buy: asks(buy.rules),
    sell: asks(sell.rules),
    sortBy: askNumber(simulation.sortBy, world),
    riskDistance: askNumber(simulation.riskDistance, world),
  };
}

/** Lines and expressions of a strategy that are in use. */
export function textsInUse({ scanner, buy, sell, simulation }: Strategy): string[] {
  const rules = [...(scanner.rules ?? []), ...(buy.rules ?? []), ...(sell.rules ?? [])];
  const { sortBy, riskDistance, weight, weights = [] } = simulation;
  const numbers = [sortBy, riskDistance, weight, ...weights.map((own) => own.weight)];
  return [...rules.flatMap(linesInUse), ...numbers.filter((text) => text !== undefined)];
}

/** Whether one of the texts has the word, in any case of letters. */
export function isNamed(word: string, texts: readonly string[]): boolean {
  return texts.some((text) =>
    text
      .toLowerCase()
      .split(/[^a-z0-9_.]+/)
      .includes(word.toLowerCase()),
  );
}

/** What a position at the candidate's close may cost; null where it is no candidate. */
export function slotValueOf(
  { positionSizing, maxPositions, positionPercent = 0, riskPercent = 0 }: Strategy["simulation"],
  equity: number,
  { close, distance }: { close: number; distance: Figure },
): number | null {
  if (positionSizing === "equal-weight") return equity / maxPositions;
  const most = (equity * positionPercent) / 100;
  if (positionSizing === "percent-of-equity") return most;
  if (distance === null || distance <= 0) return null;
  const shares = (equity * riskPercent) / 100 / distance;
  return Math.min(shares * close, most);
}

function linesInUse(rule: Rule): string[] {
  if (typeof rule === "string") return [rule];
  return "off" in rule ? [] : membersOf(rule).flatMap(linesInUse);
}

function membersOf(group: Exclude<Rule, string | { readonly off: Rule }>): readonly Rule[] {
  if ("any" in group) return group.any;
  return "all" in group ? group.all : group.none;
}

/** null for what is not in use. */
function askRule(rule: Rule, world: World): AskRule | null {
  if (typeof rule === "string") {
    const ask = askValue(rule, world);
    return (...where) => {
      const value = ask(...where);
      if (typeof value === "number") throw new TypeError(`${rule} is no rule`);
      return value;
    };
  }
  if ("off" in rule) return null;
  const members = membersOf(rule).flatMap((member) => askRule(member, world) ?? []);
  if (members.length === 0) return null;
  return (...where) => {
    const states = members.map((ask) => ask(...where));
    if ("all" in rule) return states.reduce(both);
    const some = states.reduce(either);
    return "any" in rule ? some : opposite(some);
  };
}

function askNumber(text: string | undefined, world: World): AskNumber | null {
  if (text === undefined) return null;
  const ask = askValue(text, world);
  return (symbol, day) => {
    const value = ask(symbol, day);
    if (typeof value === "boolean") throw new TypeError(`${text} is no number`);
    return value;
  };
}

function askValue(text: string, world: World): (symbol: string, day: number, position?: Position) => Value {
  const tree = parseNaively(text);
  return (symbol, day, position) => {
    const series = world.bySymbol.get(symbol);
    const bar = series?.barOn.get(day);
    if (series === undefined || bar === undefined) throw new RangeError(`${symbol} has no bar on day ${day}`);
    return valueAt(tree, { world, series, bar, position: position ?? null });
  };
}
