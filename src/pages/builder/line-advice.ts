/** What can be said of lines without prices: pairs that exclude each other, what can never hold or always does. */
import { quoteLine } from "#src/format/rule-text.ts";
import type { ConditionName } from "#workers/model/preview.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { NumberExpression, TruthExpression } from "#workers/rules/expression.ts";
import { fixedBuyRules, fixedScannerRules } from "#workers/rules/fixed-fields.ts";
import type { FixedRule } from "#workers/rules/fixed-fields.ts";
import { readStrategyRules } from "#workers/rules/strategy-rules.ts";
import type { PlacedRule } from "#workers/rules/strategy-rules.ts";
import type { Sign } from "#workers/rules/syntax.ts";
import type { FlagName, MendChange } from "./mend.ts";
import { slipsOf, TO_100 } from "./line-slips.ts";
import type { MendedWarning } from "./terms-advice.ts";

export interface LineWarnings {
  readonly scanner: readonly MendedWarning[];
  readonly buy: readonly MendedWarning[];
  readonly sell: readonly MendedWarning[];
}

const NONE: LineWarnings = { scanner: [], buy: [], sell: [] };

/** Warnings of the lines in use; none while one can't be read. */
export function lineWarnings(strategy: Strategy): LineWarnings {
  const read = readStrategyRules(strategy);
  if (!read.ok) return NONE;
  const { scanner, buy, sell } = read.value;
  const fixedScanner = fixedScannerRules(strategy).map(fixedPart);
  const fixedBuy = fixedBuyRules(strategy).map(fixedPart);
  const meetsAll = strategy.scanner.match === "all";
  const scannerParts = [...fixedScanner, ...scanner.flatMap(partsOf)];
  const buyParts = [...(meetsAll ? scannerParts : []), ...fixedBuy, ...buy.flatMap(partsOf)];
  const apart = (rules: readonly PlacedRule[]) => rules.flatMap((rule) => contradiction(partsOf(rule)));
  const slips = slipsOf(strategy);
  return {
    scanner: [...(meetsAll ? [] : apart(scanner)), ...slips("scanner.")],
    buy: [...contradiction(buyParts), ...slips("buy.")],
    sell: [...apart(sell), ...slips("sell.")],
  };
}

/** A comparison that must hold together with others. */
interface Part {
  readonly text: string;
  readonly rule: TruthExpression;
  /** What leaves it out. */
  readonly off: MendChange;
}

const FLAGS: Readonly<Record<ConditionName, FlagName>> = {
  priceGrowth: "isOn.priceGrowth",
  minPrice: "isOn.minPrice",
  marketCapRank: "isOn.marketCapRank",
  avgDailyValue: "isOn.avgDailyValue",
  lastPriceVsClose: "buy.lastPriceVsClose",
  lastPriceVsMA: "buy.lastPriceVsMA",
};

function fixedPart({ field, text, rule }: FixedRule): Part {
  return { text, rule, off: { flag: FLAGS[field], isOn: false } };
}

/** The comparisons of a line or of a group of which all must hold. */
function partsOf(placed: PlacedRule): readonly Part[] {
  const { rule, text, joins, members, place } = placed;
  if (rule === null) return [];
  if (joins !== null) return joins === "all" ? members.flatMap(partsOf) : [];
  return comparisons(rule).map((each) => ({
    text: text ?? "",
    rule: each,
    off: { line: place, text: null },
  }));
}

function comparisons(rule: TruthExpression): readonly TruthExpression[] {
  return rule.op === "and" ? rule.members.flatMap(comparisons) : [rule];
}

/** What a value may be, and who said so last; null where its own range does. */
interface Bound {
  readonly value: number;
  readonly isOpen: boolean;
  readonly by: Part | null;
}

interface Span {
  readonly name: string;
  low: Bound;
  high: Bound;
}

/** The first of the parts that can't hold beside those before it, or never, or always. */
function contradiction(parts: readonly Part[]): readonly MendedWarning[] {
  const spans = new Map<string, Span>();
  for (const part of parts) {
    const limit = limitOf(part.rule);
    if (!limit) continue;
    const span = spans.get(limit.key) ?? ownSpan(limit.of);
    spans.set(limit.key, span);
    const label = `Switch off ${quoteLine(part.text)}`;
    const mend = { label, changes: [part.off] };
    const against = narrow(span, limit, part);
    if (against === null) continue;
    if (against === "always") {
      const message = `${quoteLine(part.text)} always holds: ${span.name} lies between ${span.low.value} and ${span.high.value}.`;
      return [{ message, mend }];
    }
    if (against.by === null) {
      const message = `${quoteLine(part.text)} can never hold: ${span.name} lies between ${span.low.value} and ${span.high.value}.`;
      return [{ message, mend }];
    }
    const message =
      against.by.text === part.text
        ? `${quoteLine(part.text)} contradicts itself: it is never true.`
        : `${quoteLine(against.by.text)} and ${quoteLine(part.text)} exclude each other: both are never true.`;
    return [{ message, mend }];
  }
  return [];
}

/** Takes the limit into the span. The bound that leaves it nothing; "always" where the value's own range has it already. */
function narrow(span: Span, { sign, value }: Limit, by: Part): Bound | "always" | null {
  const isOpen = sign === ">" || sign === "<";
  const [low, high] = [span.low, span.high];
  const isFree = low.by === null && high.by === null && Number.isFinite(low.value);
  const isAlways =
    isFree &&
    ((sign === ">=" && value <= low.value) ||
      (sign === ">" && value < low.value) ||
      (sign === "<=" && value >= high.value) ||
      (sign === "<" && value > high.value));
  if (isAlways) return "always";
  if (sign === ">=" || sign === ">" || sign === "=") {
    if (value > high.value || (value === high.value && (isOpen || high.isOpen))) return high;
    if (value >= low.value) span.low = { value, isOpen, by };
  }
  if (sign === "<=" || sign === "<" || sign === "=") {
    if (value < low.value || (value === low.value && (isOpen || low.isOpen) && low.by !== by)) return low;
    if (value <= high.value) span.high = { value, isOpen, by };
  }
  return null;
}

interface Limit {
  readonly key: string;
  readonly of: NumberExpression | null;
  readonly sign: Sign;
  readonly value: number;
}

/** "x > 5", or "x > y" as the difference of both against 0; null of everything else. */
function limitOf(rule: TruthExpression): Limit | null {
  if (rule.op !== "compare" || rule.sign === "!=") return null;
  const { left, right, sign } = rule;
  if (right.op === "literal" && left.op !== "literal" && !Number.isNaN(right.value))
    return { key: left.key, of: left, sign, value: right.value };
  if (left.op === "literal" && right.op !== "literal" && !Number.isNaN(left.value))
    return { key: right.key, of: right, sign: TURNED[sign], value: left.value };
  if (left.op === "literal" || left.key === right.key) return null;
  const isTurned = left.key > right.key;
  const key = isTurned ? `${right.key} - ${left.key}` : `${left.key} - ${right.key}`;
  return { key, of: null, sign: isTurned ? TURNED[sign] : sign, value: 0 };
}

const TURNED: Readonly<Record<Sign, Sign>> = {
  ">": "<",
  ">=": "<=",
  "<": ">",
  "<=": ">=",
  "=": "=",
  "!=": "!=",
};

function ownSpan(of: NumberExpression | null): Span {
  const name = of ? nameOf(of) : "";
  const isBounded = TO_100.includes(name);
  return {
    name,
    low: { value: isBounded ? 0 : -Infinity, isOpen: false, by: null },
    high: { value: isBounded ? 100 : Infinity, isOpen: false, by: null },
  };
}

function nameOf(of: NumberExpression): string {
  if (of.op === "call") return of.entry.name;
  return of.op === "breadth" || (of.op === "rank" && !of.inPlaces) ? of.op : "";
}
