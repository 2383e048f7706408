/** What surprises who holds by weights, moves money in and out, or fills as papers do, each with its mend. */
import { joinWords } from "#src/format/join-words.ts";
import { formatDay } from "#src/format/day.ts";
import { formatMoneySetting } from "#src/format/money.ts";
import { countOf, formatPercentSetting, formatSetting } from "#src/format/number.ts";
import type { HeldFacts, Preview } from "#workers/model/preview.ts";
import type { Problem } from "#workers/model/problem.ts";
import type { RehearsedSketch } from "#workers/model/run-sketch.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { exchangesOf } from "#workers/model/universe.ts";
import { isPlainWeight } from "#workers/words/portfolio.ts";
import type { Mend } from "./mend.ts";
import type { MendedWarning } from "./terms-advice.ts";

/** Of a sale's rules: a stop that was left on sells what a portfolio means to hold. */
export function stopOfPortfolio({ sell, simulation }: Strategy): MendedWarning | null {
  if (simulation.positionSizing !== "weights" || sell.trailingStopLoss === null) return null;
  return {
    message: `This is a portfolio, and still each part of it is sold when it falls by ${formatPercentSetting(sell.trailingStopLoss)} from its highest price.`,
    mend: {
      label: "Switch the trailing stop off",
      changes: [{ flag: "isOn.trailingStopLoss", isOn: false }],
    },
  };
}

interface PortfolioFacts {
  readonly currency: string;
  /** null while nothing is counted. */
  readonly preview: Pick<Preview, "held" | "cashPerYear"> | null;
  /** Of a run of this very strategy; null while there is none. */
  readonly rehearsed: Pick<RehearsedSketch, "meanOrder" | "ranOut"> | null;
}

/** Of the simulation's settings. */
export function portfolioWarnings(
  strategy: Strategy,
  { currency, preview, rehearsed }: PortfolioFacts,
): readonly (MendedWarning | null)[] {
  const held = preview?.held ?? [];
  return [
    idleDeposits(strategy),
    neverSetBack(strategy),
    fewerPlaces(strategy),
    neverLookedAt(strategy, held),
    noPriceBefore(strategy, held),
    noPriceAfter(held),
    dearerThanPart(strategy, held, currency),
    smallOrders(strategy, rehearsed?.meanOrder, currency),
    flatCash(strategy, preview?.cashPerYear),
    ranOut(rehearsed?.ranOut),
    filledAtSignal(strategy),
  ];
}

/** By weights of equal size, which are not set back, the same places are bought, and what comes in goes to what is held. */
function idleDeposits({ simulation }: Strategy): MendedWarning | null {
  const { flows = [], positionSizing, maxPositions, positionPercent } = simulation;
  if (positionSizing === "weights" || !flows.some(({ amount = 0 }) => amount > 0)) return null;
  const size = positionPercent ?? 100 / maxPositions;
  return {
    message:
      "What is put in waits for the next new position: with places nothing is bought more of that is held already.",
    mend:
      positionSizing === "risk"
        ? null
        : {
            label: "Buy more of what is held",
            changes: [
              { weights: [] }, // what an earlier choice left there
              { name: "simulation.positionSizing", value: "weights" },
              { name: "simulation.weight", value: String(Number(size.toPrecision(12))) },
              { name: "simulation.weightsAre", value: "percents" },
              { name: "simulation.rebalance", value: "never" },
            ],
          },
  };
}

function neverSetBack({ simulation }: Strategy): MendedWarning | null {
  const { positionSizing, weightsAre = "parts", rebalance = "never" } = simulation;
  if (positionSizing !== "weights" || weightsAre !== "parts" || rebalance !== "never") return null;
  return {
    message: "Nothing is ever set back to plan: what rises most becomes most of the account.",
    mend: {
      label: "Set back each year",
      changes: [{ name: "simulation.rebalance", value: "yearly" }],
    },
  };
}

function fewerPlaces({ simulation }: Strategy): MendedWarning | null {
  const { positionSizing, weights = [], maxPositions } = simulation;
  if (positionSizing !== "weights" || weights.length <= maxPositions) return null;
  return {
    message: `${countOf(weights.length, "instrument")} are listed for ${countOf(maxPositions, "place")}: some are never bought.`,
    mend: {
      label: `Use ${countOf(weights.length, "place")}`,
      changes: [{ name: "simulation.maxPositions", value: String(weights.length) }],
    },
  };
}

/** A universe is of one type, and of the exchanges that it names: other rows are never bought. */
function neverLookedAt({ scanner }: Strategy, held: readonly HeldFacts[]): MendedWarning | null {
  const others = held.filter(({ isTraded }) => !isTraded).map(({ symbol }) => symbol);
  if (others.length === 0) return null;
  const are = others.length === 1 ? "is" : "are";
  return {
    message: `${namesOf(others)} ${are} not among what the scanner looks at, ${scanner.instrumentType} of ${joinWords(exchangesOf(scanner), "and")}: never bought.`,
    mend: {
      label: `Leave ${others.length === 1 ? "it" : "them"} out`,
      changes: [{ withoutSymbols: others }],
    },
  };
}

/** Several currencies in all that could be bought: the listed instruments alone may have one. */
export function listedAlone({ code }: Pick<Problem, "code">, { scanner, simulation }: Strategy): Mend | null {
  const { positionSizing, weight, weights = [] } = simulation;
  const isListed = positionSizing === "weights" && weights.length > 0 && weight === undefined;
  if (code !== "universe-currencies" || !isListed || scanner.symbols) return null;
  return {
    label: "Look at the listed instruments alone",
    changes: [{ flag: "isOn.symbols", isOn: true }, { onlySymbols: weights.map(({ symbol }) => symbol) }],
  };
}

/** One that has no price yet when the simulation begins. */
function noPriceBefore({ simulation }: Strategy, held: readonly HeldFacts[]): MendedWarning | null {
  const late = held.filter(({ isTraded, since }) => isTraded && since !== null);
  const since = late.map((each) => each.since ?? "").toSorted();
  const last = since.at(-1);
  if (last === undefined || last > simulation.endDate) return null;
  const each = late.map((one) => `${one.symbol} before ${formatDay(one.since)}`);
  const isParts = (simulation.weightsAre ?? "parts") === "parts";
  const meanwhile = isParts ? "all is in the others" : "its part lies in cash";
  return {
    message: `There is no price of ${namesOf(each)}: until then ${meanwhile}.`,
    mend: {
      label: `Begin on ${formatDay(last)}`,
      changes: [{ name: "simulation.startDate", value: last }],
    },
  };
}

/** One whose prices end before the simulation does. */
function noPriceAfter(held: readonly HeldFacts[]): MendedWarning | null {
  const ended = held.filter(({ isTraded, until }) => isTraded && until !== null);
  const first = ended.map((each) => each.until ?? "").toSorted()[0];
  if (first === undefined) return null;
  const each = ended.map((one) => `${one.symbol} after ${formatDay(one.until)}`);
  return {
    message: `There is no price of ${namesOf(each)}: what is held of it is sold soon after at its last one.`,
    mend: {
      label: `End on ${formatDay(first)}`,
      changes: [{ name: "simulation.endDate", value: first }],
    },
  };
}

/** Whole shares of which one costs more than the part of the account that is meant for it. */
function dearerThanPart(
  { simulation }: Strategy,
  held: readonly HeldFacts[],
  currency: string,
): MendedWarning | null {
  const { fractionalShares, weights = [], weightsAre = "parts", startMargin } = simulation;
  if (fractionalShares || !weights.every(({ weight }) => isPlainWeight(weight))) return null;
  const sum = weights.reduce((total, { weight }) => total + numberOf(weight), 0);
  const whole = weightsAre === "percents" ? Math.max(100, sum) : sum;
  const dear = weights.flatMap(({ symbol, weight }) => {
    const price = held.find((each) => each.symbol === symbol)?.firstClose ?? 0;
    const part = (numberOf(weight) / whole) * startMargin;
    return part > 0 && price > part ? [{ symbol, price, part }] : [];
  });
  const [first] = dear;
  if (!first) return null;
  const others =
    dear.length === 1 ? "" : ` The same holds for ${countOf(dear.length - 1, "more instrument")}.`;
  return {
    message: `One share of ${first.symbol} costs ${formatMoneySetting(round(first.price), currency)} at first, more than its part of ${formatMoneySetting(round(first.part), currency)}: none is bought until the account has grown.${others}`,
    mend: {
      label: "Buy fractions of shares",
      changes: [{ flag: "simulation.fractionalShares", isOn: true }],
    },
  };
}

/** Money of an order under which it is hardly worth its costs, by currency. */
const SMALL_ORDER: ReadonlyMap<string, number> = new Map([["INR", 500]]);
const SMALL_ORDER_ELSEWHERE = 10;
/** What Swedroe's rule of 5 and 25 asks for. */
const USUAL_BAND = 5;

function smallOrders(
  { simulation }: Strategy,
  meanOrder: number | undefined,
  currency: string,
): MendedWarning | null {
  const { rebalance = "never", rebalanceBand } = simulation;
  const small = SMALL_ORDER.get(currency) ?? SMALL_ORDER_ELSEWHERE;
  if (meanOrder === undefined || meanOrder >= small || rebalance === "never" || rebalanceBand) return null;
  return {
    message: `An order averages ${formatMoneySetting(round(meanOrder), currency)}, under ${formatMoneySetting(small, currency)}: many small orders for little effect.`,
    mend: {
      label: `Set back only what is off by ${formatSetting(USUAL_BAND)} points`,
      changes: [{ name: "simulation.rebalanceBand.points", value: String(USUAL_BAND) }],
    },
  };
}

/** Less than this a year, in percent, is nothing. */
const FLAT = 0.005;

function flatCash({ simulation }: Strategy, perYear: number | undefined): MendedWarning | null {
  const { price, yield: rate } = simulation.cash ?? {};
  const symbol = price ?? rate;
  if (symbol === undefined || perYear === undefined || Math.abs(perYear) >= FLAT) return null;
  const reason =
    price === undefined
      ? "stands at 0 in the period"
      : "does not move in the period: its interest is paid out, and not in its price";
  return {
    message: `Idle money earns nothing: ${symbol} ${reason}.`,
    mend: {
      label: "Let it earn a percent a year",
      changes: [{ name: "simulation.cash.earns", value: "percent" }],
    },
  };
}

function ranOut(date: string | undefined): MendedWarning | null {
  if (date === undefined) return null;
  return {
    message: `The money is gone on ${formatDay(date)}: from then on not all that is to be taken out can be paid. Take out less, or begin with more.`,
    mend: null,
  };
}

function filledAtSignal({ simulation }: Strategy): MendedWarning | null {
  if (simulation.fillAt !== "same-close") return null;
  return {
    message: "Bought at the very price that gave the signal: as papers do, nobody can.",
    mend: {
      label: "Use the next day's open",
      changes: [{ name: "simulation.fillAt", value: "next-open" }],
    },
  };
}

const MOST_NAMED = 5;

/** "A, B and 12 more". */
function namesOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return more > 1
    ? joinWords([...names.slice(0, MOST_NAMED), `${more} more`], "and")
    : joinWords(names, "and");
}

function numberOf(weight: string): number {
  return Number(weight.trim().replace("%", ""));
}

/** To the cent. */
function round(money: number): number {
  return Number(money.toFixed(2));
}
