/** Every setting of a strategy by the name that the form gives it, so that two strategies can be laid side by side. */
import { AVERAGE_SHARE, AVERAGE_SHARE_NAME } from "#workers/model/benchmark-names.ts";
import type { ComputedField } from "#workers/model/computed-field.ts";
import type { CashRate } from "#workers/model/cash-rate.ts";
import type { Flow } from "#workers/model/flow.ts";
import type { RebalanceBand } from "#workers/model/rebalance-band.ts";
import type { Rule } from "#workers/model/rule.ts";
import type { Weight } from "#workers/model/weights.ts";
import { settingAt } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { Step, StrategyField } from "#workers/model/strategy-field.ts";
import { FIELD_PATHS, fieldAt } from "#workers/model/strategy-fields.ts";
import type { FieldPath } from "#workers/model/strategy-fields.ts";
import { weightOfLine } from "#workers/words/sentences.ts";
import { bandWords, cashWords, isPlainWeight, weightWords } from "#workers/words/portfolio.ts";
import { formatDay } from "./day.ts";
import { upperFirst } from "./first-letter.ts";
import { formatMoneySetting } from "./money.ts";
import { countOf, formatCount, formatPercentSetting } from "./number.ts";
import { flowsText, portfolioWriter, weightText, weightsText } from "./portfolio-words.ts";
import { quoteLine, ruleFormula, ruleText } from "./rule-text.ts";
import type { RuleText } from "./rule-text.ts";

export interface StrategySetting {
  readonly step: Step;
  readonly name: string;
  /** Rules and expressions as they are written. */
  readonly value: string;
  /** The same rules, or the same expression, with what they mean; [] for every other setting. */
  readonly texts: readonly RuleText[];
  /** Of a list whose entries are compared one by one: each entry, its name with the setting's. */
  readonly parts?: readonly StrategySetting[];
}

const STEPS: readonly Step[] = ["Market", "Scanner", "Buy Rules", "Sell Rules", "Simulation"];
/** The name of the setting that is a person's own code. */
export const COMPUTED = "Own numbers";

const OFF = "Off";
const NONE = "None";

/**
 * In the order of the steps; its name is not among them. A condition that is off says so, without its look-back. Amounts
 * are in full, and what is off within rules is told: two that differ must read differently.
 */
export function strategySettings(strategy: Strategy, currency: string): readonly StrategySetting[] {
  const rows = FIELD_PATHS.flatMap((path): StrategySetting[] => {
    const { step, label, unit, partOf } = fieldAt(path);
    if (unit === "fixed" || partOf !== undefined) return [];
    const value = settingText(strategy, path, currency);
    const setting = { step, name: label, value, texts: textsOf(path, settingAt(strategy, path)) };
    const parts = partsOf(setting, settingAt(strategy, path), { unit, currency });
    return [parts ? { ...setting, parts } : setting];
  });
  const computed: StrategySetting = {
    step: "Simulation",
    name: COMPUTED,
    value: computedText(strategy.computed),
    texts: [],
  };
  return STEPS.flatMap((step) => [...rows, computed].filter((row) => row.step === step));
}

/** A setting in which strategies differ. */
export interface DifferingSetting {
  readonly step: Step;
  readonly name: string;
  /** One of each strategy, in their order. */
  readonly settings: readonly StrategySetting[];
}

/**
 * @param all - the settings of each strategy, by strategySettings
 * @returns those that differ, in the order of the form, lists entry by entry; [] where all are the same
 */
export function differingSettings(all: readonly (readonly StrategySetting[])[]): readonly DifferingSetting[] {
  const rows = (all[0] ?? []).flatMap(({ step, name }, place) => {
    const settings = all.flatMap((each) => each[place] ?? []);
    return settings.some(({ parts }) => parts) ? rowsOfParts(settings) : [{ step, name, settings }];
  });
  return rows.filter(({ settings }) => new Set(settings.map(({ value }) => value)).size > 1);
}

/** A row for each entry that any of the lists has, in the order in which they first come. */
function rowsOfParts(lists: readonly StrategySetting[]): readonly DifferingSetting[] {
  const known = new Map(lists.flatMap(({ parts = [] }) => parts.map((part) => [part.name, part] as const)));
  return [...known.values()].map(({ step, name }) => ({
    step,
    name,
    settings: lists.map(
      ({ parts = [] }) => parts.find((part) => part.name === name) ?? { step, name, value: NONE, texts: [] },
    ),
  }));
}

/** What a setting says beside its value, where it is on. */
const PHRASES: Readonly<Partial<Record<FieldPath, (value: string, strategy: Strategy) => string>>> = {
  "scanner.priceGrowth": (value, { scanner }) =>
    `At least ${value} over ${countOf(scanner.priceGrowthDays, "day")}`,
  "scanner.minPrice": (value) => `At least ${value}`,
  "scanner.marketCapRank": (value) => `In the top ${value}`,
  "scanner.avgDailyValue": (value, { scanner }) =>
    `At least ${value} over ${countOf(scanner.avgDailyValueDays, "day")}`,
  "buy.lastPriceVsClose": (_, { buy }) => `${countOf(buy.closeDays, "day")} before`,
  "buy.lastPriceVsMA": (_, { buy }) => `Over ${countOf(buy.movingAverageDays, "day")}`,
  "simulation.benchmark": (value) => (value === AVERAGE_SHARE ? upperFirst(AVERAGE_SHARE_NAME) : value),
};

/** What a setting says where it is null. */
const NULLS: Readonly<Partial<Record<FieldPath, string>>> = {
  "scanner.symbols": "All",
  "scanner.sectors": "All",
  "simulation.benchmark": "The dataset's own index",
  "simulation.sortBy": NONE,
  "simulation.positionPercent": NONE,
  "simulation.riskPercent": NONE,
  "simulation.riskDistance": NONE,
  "simulation.weight": NONE,
  "simulation.rebalanceBand": NONE,
  "simulation.cash": "Nothing",
  "scanner.exchanges": "The exchange alone",
};

function settingText(strategy: Strategy, path: FieldPath, currency: string): string {
  const value = settingAt(strategy, path);
  if (value === null) return NULLS[path] ?? OFF;
  if (value === false) return OFF;
  const text = valueText(fieldAt(path), value, currency);
  return PHRASES[path]?.(text, strategy) ?? text;
}

/** A value that is not null, in its unit. */
function valueText(field: StrategyField, value: unknown, currency: string): string {
  switch (field.unit) {
    case "percent":
    case "percent a year":
      return formatPercentSetting(Number(value));
    case "days":
      return value === 0 ? NONE : countOf(Number(value), "day");
    case "money":
      return formatMoneySetting(Number(value), currency);
    case "positions":
    case "session":
    case "fixed":
      return formatCount(Number(value));
    case "flag":
      return "On";
    case "choice":
      return field.choices[String(value)] ?? String(value);
    case "date":
      return formatDay(String(value));
    case "text":
      return String(value);
    case "expression":
      return quoteLine(String(value));
    case "names":
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list of names that is not null is one of texts
      return (value as readonly string[]).join(", ");
    case "rules":
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list of rules holds rules
      return (value as readonly Rule[]).map(ruleFormula).join("; ") || NONE;
    case "weights":
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list of weights holds weights
      return weightsText(value as readonly Weight[]) || NONE;
    case "band":
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a band that is not null is one
      return upperFirst(bandWords(value as RebalanceBand, portfolioWriter(currency)));
    case "flows":
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list of flows holds flows
      return flowsText(value as readonly Flow[], currency) || NONE;
    case "cash":
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a rate that is not null is one
      return upperFirst(cashWords(value as CashRate, portfolioWriter(currency)));
  }
}

interface PartTerms {
  readonly unit: StrategyField["unit"];
  readonly currency: string;
}

/** Weights by their symbol, money by its place in the list; null of what is no such list. */
function partsOf(
  { step, name }: StrategySetting,
  value: unknown,
  { unit, currency }: PartTerms,
): readonly StrategySetting[] | null {
  if (unit === "weights")
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list of weights holds weights
    return (value as readonly Weight[]).map((each) => ({
      step,
      name: `${name}: ${each.symbol}`,
      value: weightText(each.weight),
      texts: weightTexts([each]),
    }));
  if (unit === "flows")
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list of flows holds flows
    return (value as readonly Flow[]).map((flow, at) => ({
      step,
      name: `${name}, ${at + 1}`,
      value: flowsText([flow], currency),
      texts: [],
    }));
  return null;
}

function textsOf(path: FieldPath, value: unknown): readonly RuleText[] {
  const { unit } = fieldAt(path);
  if (path === "simulation.weight" && typeof value === "string")
    return [{ words: weightOfLine(value), formula: value, group: null }];
  if (unit === "expression" && typeof value === "string") return [ruleText(value)];
  if (unit === "weights")
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list of weights holds weights
    return weightTexts(value as readonly Weight[]);
  if (unit !== "rules") return [];
  const asked = path === "sell.rules" ? "position" : "candidate";
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list of rules holds rules
  return (value as readonly Rule[]).map((rule) => ruleText(rule, asked));
}

/** None where all of them are plain numbers, which mean what they say. */
function weightTexts(weights: readonly Weight[]): readonly RuleText[] {
  if (weights.every(({ weight }) => isPlainWeight(weight))) return [];
  return weights.map((each) => ({ words: weightWords(each), formula: each.weight, group: null }));
}

function computedText(computed: readonly ComputedField[] = []): string {
  const fields = computed.map(
    ({ name, language, source, off }) =>
      `${off ? "off: " : ""}${name} (${language}, source ${checkText(source)})`,
  );
  return fields.join("; ") || NONE;
}

/** Eight digits that differ for sources that differ: FNV-1a of 32 bits. */
function checkText(source: string): string {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < source.length; at++)
    hash = Math.imul(hash ^ source.charCodeAt(at), 0x01_00_01_93) >>> 0;
  return hash.toString(16).padStart(8, "0");
}
