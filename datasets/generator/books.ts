/**
 * What a company's invented business comes to, quarter by quarter: sales, profit, debt.
 *
 * In: what is settled about the company, and its market cap at the end of each quarter. Out: the books. They follow the
 * market cap at a distance, with chance of their own: sales and equity slowly, and profit falls faster than they do
 * while the price is below its own past. Nothing here knows a later price, and no price knows anything of this.
 */
import type { Company } from "./companies.ts";
import { exp, ln } from "./exponential.ts";
import { openRandom } from "#workers/model/random.ts";
import type { Random } from "#workers/model/random.ts";
import { between, normal } from "./random.ts";

/** One quarter; money in currency, and not rounded. */
export interface Quarter {
  /** Revenue of this quarter alone. */
  readonly revenue: number;
  readonly freeCashFlow: number;
  /** As published first, and as it stands in the end; they differ where it was restated. */
  readonly firstNetIncome: number;
  readonly netIncome: number;
  /** On the last day of the quarter. */
  readonly equity: number;
  readonly debt: number;
  /** What is owed to the company within a year, or is cash, over what it owes within a year. */
  readonly currentRatio: number;
}

/** What a company is like at all times. */
interface Character {
  /** Price over earnings and over equity in a usual year. */
  readonly usualPe: number;
  readonly usualPb: number;
  /** Profit over sales in a usual year, as a fraction. */
  readonly usualMargin: number;
  /** Debt over equity. */
  readonly usualLeverage: number;
  readonly usualCurrentRatio: number;
  /** Part of the profit that becomes free cash. */
  readonly cashConversion: number;
}

/** Price over earnings: lowest of the companies that are cheap at all times, and highest of those that are dear. */
const PE: readonly [number, number] = [7, 34];
/** Profit over equity in a usual year. */
const RETURN_ON_EQUITY: readonly [number, number] = [0.07, 0.24];
const MARGIN: readonly [number, number] = [0.04, 0.2];
const LEVERAGE: readonly [number, number] = [0.05, 1.2];
const CURRENT_RATIO: readonly [number, number] = [0.9, 2.8];
const CASH_CONVERSION: readonly [number, number] = [0.5, 1.2];

/** How much of the way to the market cap's logarithm sales and equity go in a quarter. */
const SALES_PACE = 0.15;
const EQUITY_PACE = 0.1;
const SALES_NOISE = 0.03;
const EQUITY_NOISE = 0.02;

/** The state of business moves the margin: what it keeps from quarter to quarter, and its shock as a part of the margin. */
const STATE_MEMORY = 0.75;
const STATE_SHOCK = 0.27;
/** What a market cap above (below) its own past adds to the margin, as a part of it, and the logarithms that count. */
const OUTLOOK_WEIGHT = 1;
const OUTLOOK: readonly [number, number] = [-1.2, 0.6];

const LEVERAGE_MEMORY = 0.95;
const LEVERAGE_SHOCK = 0.08;
const CURRENT_RATIO_MEMORY = 0.85;
const CURRENT_RATIO_SHOCK = 0.06;
/** Free cash comes and goes by this part of the sales. */
const CASH_NOISE = 0.02;

/** Part of the quarters whose profit is restated, and how far, as a part of it. */
const RESTATED = 0.05;
const RESTATED_DEVIATION = 0.08;

/**
 * Keeps a company's books.
 *
 * @param caps - market cap at the end of each quarter, in currency, above 0, oldest first
 * @returns a quarter for each cap
 */
export function keepBooks(company: Company, caps: readonly number[]): Quarter[] {
  const random = openRandom(`books ${company.symbol}`);
  const character = drawCharacter(random);
  const sales = openFollower(SALES_PACE);
  const equity = openFollower(EQUITY_PACE);
  const state = openSwing(STATE_MEMORY, STATE_SHOCK);
  const leverage = openSwing(LEVERAGE_MEMORY, LEVERAGE_SHOCK);
  const currentRatio = openSwing(CURRENT_RATIO_MEMORY, CURRENT_RATIO_SHOCK);
  return caps.map((cap) => {
    const level = sales(ln(cap));
    const earningPower = exp(level) / character.usualPe / 4;
    const revenue = (earningPower / character.usualMargin) * exp(SALES_NOISE * normal(random));
    const outlook = Math.max(OUTLOOK[0], Math.min(OUTLOOK[1], ln(cap) - level));
    const margin = character.usualMargin * (1 + state(random) + OUTLOOK_WEIGHT * outlook);
    const firstNetIncome = revenue * margin;
    const restatement = RESTATED_DEVIATION * normal(random);
    const ownFunds = (exp(equity(ln(cap))) / character.usualPb) * exp(EQUITY_NOISE * normal(random));
    return {
      revenue,
      firstNetIncome,
      netIncome: random() < RESTATED ? firstNetIncome * (1 + restatement) : firstNetIncome,
      freeCashFlow: firstNetIncome * character.cashConversion + revenue * CASH_NOISE * normal(random),
      equity: ownFunds,
      debt: ownFunds * character.usualLeverage * exp(leverage(random)),
      currentRatio: character.usualCurrentRatio * exp(currentRatio(random)),
    };
  });
}

function drawCharacter(random: Random): Character {
  const usualPe = exp(between(random, ln(PE[0]), ln(PE[1])));
  return {
    usualPe,
    usualPb: usualPe * between(random, ...RETURN_ON_EQUITY),
    usualMargin: between(random, ...MARGIN),
    usualLeverage: exp(between(random, ln(LEVERAGE[0]), ln(LEVERAGE[1]))),
    usualCurrentRatio: between(random, ...CURRENT_RATIO),
    cashConversion: between(random, ...CASH_CONVERSION),
  };
}

/** Follows a value, going `pace` of the way to it on each call; it starts on the first. */
function openFollower(pace: number): (value: number) => number {
  let level: number | null = null;
  return (value) => {
    level = level === null ? value : level + pace * (value - level);
    return level;
  };
}

/** Swings about 0: each call keeps `memory` of the value before and adds chance of the deviation `shock`. */
function openSwing(memory: number, shock: number): (random: Random) => number {
  let value = 0;
  return (random) => {
    value = memory * value + shock * normal(random);
    return value;
  };
}
