/**
 * What a buy and a sale of shares cost, worked into one percent a side: the only form in which a strategy holds costs.
 * What is charged on one side alone (stamp duty on buys, the regulator's fees on American sales) counts half on each.
 * A fee with a ceiling, and one of the same rupees for each sale, hang on the size of the trade: each size class is
 * worked out at its lower end, where both weigh most. Half of the spread between buyers and sellers is slippage, which a
 * preset brings along: without it, trading where nobody takes a commission would look free.
 */
import type { Strategy } from "./strategy.ts";

export type CostPresetKey = "none" | "nse-delivery" | "us";

/** One charge, in percent of the value bought and of the value sold. */
export interface CostPart {
  readonly name: string;
  readonly buy: number;
  readonly sell: number;
}

export interface WorkedCosts {
  /** The mean of a buy and a sale, rounded up: what goes into commissionPercent. */
  readonly percent: number;
  /** Half of a usual spread, in percent a side: what goes into slippagePercent. */
  readonly slippage: number;
  readonly parts: readonly CostPart[];
  /** The trades that it is worked out for, in the preset's currency; null where every size costs the same. */
  readonly size: SizeClass | null;
}

/** Trades worth at least `from` and less than `below`; the smallest class has all smaller ones, too. */
export interface SizeClass {
  readonly from: number;
  /** null for the largest class. */
  readonly below: number | null;
}

/** Lower ends of the size classes, in rupees. Smaller trades are of the first class, though they cost more. */
const RUPEE_CLASSES = [1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000] as const;

/** Percent a side. Shares that are traded much have less, small companies several times as much. */
const HALF_SPREAD = { "nse-delivery": 0.1, us: 0.05 } as const;

/*
 * Charges of the National Stock Exchange of India on delivery, as they stand since 1 October 2024, in percent; each is
 * published by the exchange, the tax office or the regulator. The broker is one of the discount brokers that take a
 * tenth of a percent and at most 20 rupees an order. For each share that is sold on a day the depository and the broker
 * take 13 rupees together, however many are sold.
 */
const NSE = {
  brokerage: 0.1,
  mostBrokerageRupees: 20,
  transactionTax: 0.1,
  exchange: 0.00297,
  regulator: 0.0001,
  goodsAndServicesTax: 18,
  stampDutyOnBuys: 0.015,
  depositoryRupeesOnSales: 13,
} as const;

/*
 * American brokers mostly take no commission. On sales, in percent: the Securities and Exchange Commission's fee of
 * 27.80 dollars a million, its rate from May 2024 until 13 May 2025 (none since), and the trading activity fee of
 * 0.000166 dollars a share, here of a share at 20 dollars.
 */
const US = { regulatorOnSales: 0.00278, activityOnSales: (100 * 0.000166) / 20 } as const;

const NOTHING: WorkedCosts = { percent: 0, slippage: 0, parts: [], size: null };

/** @param tradeValue - what one position costs at first, in the account's currency */
export function costsOf(preset: CostPresetKey, tradeValue: number): WorkedCosts {
  switch (preset) {
    case "none":
      return NOTHING;
    case "nse-delivery":
      return nseDelivery(RUPEE_CLASSES.findLast((from) => from <= tradeValue) ?? RUPEE_CLASSES[0]);
    case "us":
      return worked(
        [
          { name: "SEC fee", buy: 0, sell: US.regulatorOnSales },
          { name: "FINRA trading activity fee", buy: 0, sell: US.activityOnSales },
        ],
        { size: null, slippage: HALF_SPREAD.us, decimals: 3 },
      );
  }
}

/** The preset that a commission comes from, of whatever size class; null for one of a person's own. */
export function presetOf({ commissionPercent, slippagePercent }: Costs): CostPresetKey | null {
  if (commissionPercent === 0) return slippagePercent === 0 ? "none" : null;
  if (commissionPercent === costsOf("us", 0).percent) return "us";
  const isNse = RUPEE_CLASSES.some((from) => costsOf("nse-delivery", from).percent === commissionPercent);
  return isNse ? "nse-delivery" : null;
}

type Costs = Pick<Strategy["simulation"], "commissionPercent" | "slippagePercent">;

/** The preset of an exchange's country; null where none of them fits. */
export function presetForExchange(exchange: string): Exclude<CostPresetKey, "none"> | null {
  if (exchange === "NSE" || exchange === "BSE") return "nse-delivery";
  return exchange === "NYSE" || exchange === "NASDAQ" ? "us" : null;
}

/** What one position gets at the start, in the account's currency. */
export function firstTradeValue({ startMargin, maxPositions, positionPercent }: Sizing): number {
  return (startMargin * (positionPercent ?? 100 / maxPositions)) / 100;
}

type Sizing = Pick<Strategy["simulation"], "startMargin" | "maxPositions" | "positionPercent">;

/** @param from - one of RUPEE_CLASSES */
function nseDelivery(from: number): WorkedCosts {
  const below = RUPEE_CLASSES.find((each) => each > from) ?? null;
  const inPercent = (rupees: number) => (100 * rupees) / from;
  const brokerage = Math.min(NSE.brokerage, inPercent(NSE.mostBrokerageRupees));
  const taxed = NSE.goodsAndServicesTax / 100;
  const depository = inPercent(NSE.depositoryRupeesOnSales) * (1 + taxed);
  return worked(
    [
      both("Brokerage", brokerage),
      both("Securities transaction tax (STT)", NSE.transactionTax),
      both("Exchange transaction charge", NSE.exchange),
      both("SEBI fee", NSE.regulator),
      both("GST on brokerage and fees", taxed * (brokerage + NSE.exchange + NSE.regulator)),
      { name: "Stamp duty", buy: NSE.stampDutyOnBuys, sell: 0 },
      { name: "Depository's charge (DP), with GST", buy: 0, sell: depository },
    ],
    { size: { from, below }, slippage: HALF_SPREAD["nse-delivery"], decimals: 2 },
  );
}

function both(name: string, percent: number): CostPart {
  return { name, buy: percent, sell: percent };
}

interface Working extends Pick<WorkedCosts, "size" | "slippage"> {
  /** That the percent is rounded up to. */
  readonly decimals: number;
}

function worked(parts: readonly CostPart[], { size, slippage, decimals }: Working): WorkedCosts {
  const aSide = parts.reduce((sum, { buy, sell }) => sum + (buy + sell) / 2, 0);
  const scale = 10 ** decimals;
  return { percent: Math.ceil(aSide * scale - 1e-9) / scale, slippage, parts, size };
}
