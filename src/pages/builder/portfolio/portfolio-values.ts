/**
 * How much of each, money in and out and what idle money earns, as the form holds them: what was typed stays while
 * something else is chosen. Their names are the strategy's, so that a message about a setting finds its field.
 */
import { z } from "zod";
import type { CashRate } from "#workers/model/cash-rate.ts";
import type { Flow } from "#workers/model/flow.ts";
import { isRecord } from "#workers/model/strategy-fault.ts";
import { readStrategy, settingAt } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";

const text = z.string();

const weightSchema = z.object({ symbol: text, weight: text });
const flowSchema = z.object({
  direction: z.enum(["in", "out"]),
  /** What is put in is always money. */
  unit: z.enum(["money", "percent"]),
  amount: text,
  percent: text,
  every: text,
  /** ISO dates; "" for the start of the run, and for no end. */
  from: text,
  to: text,
  growPercent: text,
  /** A symbol; "" for none. */
  growBy: text,
});

/** Spread into the simulation of the form's schema. */
export const PORTFOLIO_FIELDS = {
  /** Of the instruments that are not listed; "" for none of them. */
  weight: text,
  weights: z.array(weightSchema),
  weightsAre: text,
  rebalance: text,
  /** "" for no such distance. */
  rebalanceBand: z.object({ points: text, percent: text }),
  flows: z.array(flowSchema),
  cash: z.object({
    earns: z.enum(["nothing", "percent", "price", "yield"]),
    percent: text,
    price: text,
    yield: text,
  }),
  riskFree: text,
} as const;

const portfolioSchema = z.object(PORTFOLIO_FIELDS);

export type PortfolioValues = z.infer<typeof portfolioSchema>;
export type TypedWeight = z.infer<typeof weightSchema>;
export type TypedFlow = z.infer<typeof flowSchema>;
export type Earning = PortfolioValues["cash"]["earns"];

/** Stand in the fields of what is not chosen, so that who chooses it begins with something that works. */
const SUGGESTED = { cashPercent: 4 } as const;

/** @param show - a figure as the form writes it */
export function portfolioValues(strategy: Strategy, show: (value: number) => string): PortfolioValues {
  const { simulation } = strategy;
  const { weight = "", weights = [], rebalanceBand, flows = [], cash } = simulation;
  const chosen = (path: "simulation.weightsAre" | "simulation.rebalance" | "simulation.riskFree") =>
    String(settingAt(strategy, path));
  const orBlank = (value: number | null | undefined) =>
    value === null || value === undefined ? "" : show(value);
  return {
    weight,
    weights: weights.map(({ symbol, weight: each }) => ({ symbol, weight: each })),
    weightsAre: chosen("simulation.weightsAre"),
    rebalance: chosen("simulation.rebalance"),
    rebalanceBand: { points: orBlank(rebalanceBand?.points), percent: orBlank(rebalanceBand?.percent) },
    flows: flows.map((flow) => typedFlow(flow, show)),
    cash: {
      earns: earningOf(cash),
      percent: show(cash?.percent ?? SUGGESTED.cashPercent),
      price: cash?.price ?? "",
      yield: cash?.yield ?? "",
    },
    riskFree: chosen("simulation.riskFree"),
  };
}

function earningOf(cash: CashRate | undefined): Earning {
  if (!cash) return "nothing";
  if (cash.percent !== undefined) return "percent";
  return cash.price === undefined ? "yield" : "price";
}

/** A row of money as the form shows it. */
export function typedFlow(flow: Flow, show: (value: number) => string): TypedFlow {
  const { amount, percent, every, from = "", to = "", growPercent, growBy = "" } = flow;
  return {
    direction: (amount ?? percent) > 0 ? "in" : "out",
    unit: percent === undefined ? "money" : "percent",
    amount: amount === undefined ? "" : show(Math.abs(amount)),
    percent: percent === undefined ? "" : show(-percent),
    every,
    from,
    to,
    growPercent: growPercent === undefined ? "" : show(growPercent),
    growBy,
  };
}

interface TypedPortfolio extends PortfolioValues {
  readonly positionSizing: string;
}

/**
 * As a strategy's reader takes them; what the way of sizing has no use for is left out.
 *
 * @param figure - what a typed number means; NaN where it means none
 */
export function portfolioSettings(typed: TypedPortfolio, figure: (typed: string) => number): object {
  const { positionSizing, weight, weights, weightsAre, rebalance, rebalanceBand, cash } = typed;
  const isByWeights = positionSizing === "weights";
  const { points, percent } = rebalanceBand;
  const isBanded = isByWeights && rebalance !== "never" && `${points}${percent}`.trim() !== "";
  const figureOrNull = (each: string) => (each.trim() === "" ? null : figure(each));
  return {
    weight: isByWeights && weight.trim() !== "" ? weight.trim() : null,
    weights: isByWeights
      ? weights.map((each) => ({ symbol: each.symbol.trim(), weight: each.weight.trim() }))
      : [],
    weightsAre: isByWeights ? weightsAre : "parts",
    rebalance: isByWeights ? rebalance : "never",
    rebalanceBand: isBanded ? { points: figureOrNull(points), percent: figureOrNull(percent) } : null,
    flows: typed.flows.map((flow) => flowSetting(flow, figure)),
    cash: cashSetting(cash, figure),
    riskFree: cash.earns === "nothing" ? "fixed" : typed.riskFree,
  };
}

function cashSetting(cash: PortfolioValues["cash"], figure: (typed: string) => number): object | null {
  switch (cash.earns) {
    case "nothing":
      return null;
    case "percent":
      return { percent: figure(cash.percent) };
    case "price":
    case "yield":
      return { [cash.earns]: cash[cash.earns].trim() };
  }
}

/** One row of money as a strategy's reader takes it. */
export function flowSetting(flow: TypedFlow, figure: (typed: string) => number): object {
  const { direction, every, from, to, growPercent, growBy } = flow;
  const dates = { every, from: from || null, to: to || null };
  if (isPercentFlow(flow)) return { percent: -figure(flow.percent), ...dates };
  const amount = figure(flow.amount);
  return {
    amount: direction === "in" ? amount : -amount,
    ...dates,
    growPercent: growPercent.trim() === "" ? 0 : figure(growPercent),
    growBy: growBy.trim() || null,
  };
}

/** A part of the account can only be taken out. */
export function isPercentFlow({ direction, unit }: Pick<TypedFlow, "direction" | "unit">): boolean {
  return direction === "out" && unit === "percent";
}

/** Whether what is held is set back on a certain session of a week, month, quarter or year. */
export function isSetBackOnDay({ positionSizing, rebalance }: TypedChoices): boolean {
  return positionSizing === "weights" && rebalance !== "never" && rebalance !== "daily";
}

interface TypedChoices {
  readonly positionSizing: string;
  readonly rebalance: string;
}

/** The expressions of the weights, blank ones left out. */
export function weightLines({ weight, weights }: Pick<PortfolioValues, "weight" | "weights">): string[] {
  return [weight, ...weights.map((each) => each.weight)].filter((line) => line.trim() !== "");
}

/** The rows that a preview can count: each of a symbol of its own, with an expression that can be read. */
export function countedWeights(
  { weight, weights }: Pick<PortfolioValues, "weight" | "weights">,
  canBeRead: (line: string) => boolean,
): Pick<PortfolioValues, "weight" | "weights"> | null {
  if (weight.trim() !== "" && !canBeRead(weight)) return null;
  const symbols = new Set<string>();
  const counted = weights.filter((each) => {
    const symbol = each.symbol.trim();
    if (symbol === "" || symbols.has(symbol)) return false;
    if (each.weight.trim() === "" || !canBeRead(each.weight)) return false;
    symbols.add(symbol);
    return true;
  });
  return counted.length === 0 && weight.trim() === "" ? null : { weight, weights: counted };
}

/** A draft of before the form had fields for them kept those of its strategy as a text, by path; null for no such draft. */
export function readKeptDraft(draft: unknown): Strategy | null {
  const kept = isRecord(draft) ? parseRecord(draft["kept"]) : null;
  if (kept === null) return null;
  const sections: Record<"scanner" | "simulation", Record<string, unknown>> = { scanner: {}, simulation: {} };
  for (const [path, value] of Object.entries(kept)) {
    const [section, name = ""] = path.split(".");
    if (section === "scanner" || section === "simulation") sections[section][name] = value;
  }
  const { scanner, simulation } = sections;
  const [exchange] = Array.isArray(scanner["exchanges"]) ? scanner["exchanges"] : [];
  const isByWeights = simulation["weight"] !== undefined || simulation["weights"] !== undefined;
  const read = readStrategy({
    scanner: { ...scanner, ...(exchange !== undefined && { exchange }) },
    simulation: { ...simulation, ...(isByWeights && { positionSizing: "weights" }) },
  });
  return read.ok ? read.value : null;
}

function parseRecord(value: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof value !== "string" || value === "") return null;
  try {
    const parsed: unknown = JSON.parse(value);
    return isRecord(parsed) ? parsed : null;
  } catch {
    return null;
  }
}
