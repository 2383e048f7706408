/**
 * What a buy and a sale of shares cost, worked into one percent a side: the only form in which a strategy holds costs.
 * What is charged on one side alone (stamp duty on buys, the regulator's fees on American sales) counts half on each,
 * and a fee with a ceiling hangs on the size of the trade: each size class is worked out at its lower end, where the
 * ceiling helps least. The spread between buyers and sellers is none of it: that is slippage.
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
  readonly parts: readonly CostPart[];
  /** The trades that it is worked out for, in the preset's currency; null where every size costs the same. */
  readonly size: SizeClass | null;
}

/** Trades worth at least `from` and less than `below`. */
export interface SizeClass {
  readonly from: number;
  /** null for the largest class. */
  readonly below: number | null;
}

/** Lower ends of the size classes, in rupees. */
const RUPEE_CLASSES = [0, 50_000, 100_000, 500_000] as const;

/*
 * Charges of the National Stock Exchange of India on delivery, as they stand since 1 October 2024, in percent; each is
 * published by the exchange, the tax office or the regulator. The broker is one of the discount brokers that take a
 * tenth of a percent and at most 20 rupees an order.
 */
const NSE = {
  brokerage: 0.1,
  mostBrokerageRupees: 20,
  transactionTax: 0.1,
  exchange: 0.00297,
  regulator: 0.0001,
  goodsAndServicesTax: 18,
  stampDutyOnBuys: 0.015,
} as const;

/*
 * American brokers mostly take no commission. On sales, in percent: the Securities and Exchange Commission's fee of
 * 27.80 dollars a million, its rate from May 2024 until 13 May 2025 (none since), and the trading activity fee of
 * 0.000166 dollars a share, here of a share at 20 dollars.
 */
const US = { regulatorOnSales: 0.00278, activityOnSales: (100 * 0.000166) / 20 } as const;

const NOTHING: WorkedCosts = { percent: 0, parts: [], size: null };

/** @param tradeValue - what one position costs at first, in the account's currency */
export function costsOf(preset: CostPresetKey, tradeValue: number): WorkedCosts {
  switch (preset) {
    case "none":
      return NOTHING;
    case "nse-delivery":
      return nseDelivery(RUPEE_CLASSES.findLastIndex((from) => from <= tradeValue));
    case "us":
      return worked(
        [
          { name: "SEC fee", buy: 0, sell: US.regulatorOnSales },
          { name: "FINRA trading activity fee", buy: 0, sell: US.activityOnSales },
        ],
        null,
        3,
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

function nseDelivery(classNumber: number): WorkedCosts {
  const from = RUPEE_CLASSES[Math.max(0, classNumber)] ?? 0;
  const below = RUPEE_CLASSES.find((each) => each > from) ?? null;
  const brokerage =
    from === 0 ? NSE.brokerage : Math.min(NSE.brokerage, (100 * NSE.mostBrokerageRupees) / from);
  const tax = (NSE.goodsAndServicesTax / 100) * (brokerage + NSE.exchange + NSE.regulator);
  return worked(
    [
      both("Brokerage", brokerage),
      both("Securities transaction tax (STT)", NSE.transactionTax),
      both("Exchange transaction charge", NSE.exchange),
      both("SEBI fee", NSE.regulator),
      both("GST on brokerage and fees", tax),
      { name: "Stamp duty", buy: NSE.stampDutyOnBuys, sell: 0 },
    ],
    { from, below },
    2,
  );
}

function both(name: string, percent: number): CostPart {
  return { name, buy: percent, sell: percent };
}

/** @param decimals - that the percent is rounded up to */
function worked(parts: readonly CostPart[], size: SizeClass | null, decimals: number): WorkedCosts {
  const aSide = parts.reduce((sum, { buy, sell }) => sum + (buy + sell) / 2, 0);
  const scale = 10 ** decimals;
  return { percent: Math.ceil(aSide * scale - 1e-9) / scale, parts, size };
}
