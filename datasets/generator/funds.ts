/**
 * Six invented funds of one country, each with a history of its own: what a portfolio of shares, bonds, gold, property
 * and money is made of. They pay nothing out: what they receive stays in their price. Fees are none.
 */
import { openRandom } from "#workers/model/random.ts";
import type { Random } from "#workers/model/random.ts";
import { parseIsoDay } from "#workers/model/day.ts";
import { drawPrices, type MarketPlace } from "./bars.ts";
import { AMERICA } from "./countries.ts";
import type { PricedBars } from "./csv.ts";
import { exp } from "./exponential.ts";
import { drawFactors, SESSIONS_A_YEAR, USUAL_VOLATILITY_PCT, walk } from "./factors.ts";
import {
  BONDS,
  CURRENCY,
  FOREIGN_DIVIDENDS,
  GOLD,
  MONEY_RATES,
  PROPERTY,
  PROPERTY_BETA,
  rateOn,
} from "./fund-histories.ts";
import { normal } from "./random.ts";

export interface Fund {
  readonly symbol: string;
  readonly name: string;
  /** A row a session of the country. */
  readonly bars: PricedBars;
}

/** What a fund's price does: by session, as log returns. */
interface Moves {
  readonly returns: Float64Array;
  /** Usual size of the move on such a day. */
  readonly deviations: Float64Array;
}

/** What they are made of. */
interface Sources extends MarketPlace {
  /** Log return a session of the companies of the exchange that they are listed on, with dividends. */
  readonly market: Float64Array;
  /** ISO dates of the sessions of the other country. */
  readonly foreignDates: readonly string[];
}

/** Exact price before the first session, in currency. */
const FIRST_PRICE = 100;
/** Prices move in hundredths: those of the liquid fund change by few of them a day. */
const STEP = 1;

/** Units that change hands a session: at first, how they grow a year and vary by the day, as logs; whole lots. */
const FIRST_VOLUME = 40_000;
const VOLUME_GROWTH = 0.09;
const VOLUME_NOISE = 0.35;
const LOT = 1000;

const USUAL_DEVIATION = USUAL_VOLATILITY_PCT / 100 / Math.sqrt(SESSIONS_A_YEAR);

const FUNDS: readonly (Omit<Fund, "bars"> & { readonly movesOf: (sources: Sources) => Moves })[] = [
  { symbol: "TIDESHARES", name: "Tide market shares fund (invented)", movesOf: holdMarket },
  { symbol: "TIDEWORLD", name: "Tide foreign shares fund (invented)", movesOf: holdAbroad },
  {
    symbol: "TIDEBONDS",
    name: "Tide government bonds fund (invented)",
    movesOf: ({ country, dates }) => movesOf(walk(openRandom(`${country.id} bonds`), BONDS, dates)),
  },
  {
    symbol: "TIDEGOLD",
    name: "Tide gold fund (invented)",
    movesOf: ({ country, dates }) => movesOf(walk(openRandom(`${country.id} gold`), GOLD, dates)),
  },
  { symbol: "TIDEPROPERTY", name: "Tide property fund (invented)", movesOf: holdProperty },
  { symbol: "TIDELIQUID", name: "Tide liquid fund (invented)", movesOf: lend },
];

/** Plays all of them, on every session of the country. */
export function tradeFunds(sources: Sources): Fund[] {
  return FUNDS.map(({ symbol, name, movesOf: draw }) => ({
    symbol,
    name,
    bars: tradeFund(draw(sources), openRandom(`bars ${symbol}`)),
  }));
}

function tradeFund({ returns, deviations }: Moves, random: Random): PricedBars {
  const column = () => new Float64Array(returns.length);
  const bars = { open: column(), high: column(), low: column(), close: column(), volume: column() };
  let before = FIRST_PRICE;
  returns.forEach((logReturn, session) => {
    const deviation = deviations[session] ?? 0;
    const prices = drawPrices(random, { before, logReturn, deviation, step: STEP });
    bars.open[session] = prices.open;
    bars.high[session] = prices.high;
    bars.low[session] = prices.low;
    bars.close[session] = prices.close;
    const level = exp((VOLUME_GROWTH * session) / SESSIONS_A_YEAR + VOLUME_NOISE * normal(random));
    bars.volume[session] = Math.max(1, Math.round((FIRST_VOLUME * level) / LOT)) * LOT;
    before *= exp(logReturn);
  });
  return bars;
}

function movesOf({ returns, heat }: ReturnType<typeof walk>): Moves {
  return { returns, deviations: heat.map((each) => each * USUAL_DEVIATION) };
}

function holdMarket({ market, factors }: Sources): Moves {
  return movesOf({ returns: market, heat: factors.heat });
}

/** The other country's factor as of its last session before, with dividends, and its currency. */
function holdAbroad({ country, dates, foreignDates }: Sources): Moves {
  const abroad = drawFactors(AMERICA, foreignDates);
  const currency = movesOf(walk(openRandom(`${country.id} currency`), CURRENCY, dates));
  const dividends = FOREIGN_DIVIDENDS / SESSIONS_A_YEAR;
  let next = 0;
  let level = 0;
  let deviation = USUAL_DEVIATION;
  const deviations = new Float64Array(dates.length);
  const returns = dates.map((date, session) => {
    const before = level;
    for (; (foreignDates[next] ?? date) < date; next++) {
      level = abroad.marketLevel[next] ?? level;
      deviation = USUAL_DEVIATION * (abroad.heat[next] ?? 1);
    }
    deviations[session] = joined(deviation, currency.deviations[session]);
    return level - before + dividends + (currency.returns[session] ?? 0);
  });
  return { returns: Float64Array.from(returns), deviations };
}

function holdProperty({ country, dates, factors }: Sources): Moves {
  const own = movesOf(walk(openRandom(`${country.id} property`), PROPERTY, dates));
  return {
    returns: own.returns.map((each, session) => each + PROPERTY_BETA * (factors.market[session] ?? 0)),
    deviations: own.deviations.map((each, session) =>
      joined(each, PROPERTY_BETA * USUAL_DEVIATION * (factors.heat[session] ?? 1)),
    ),
  };
}

/** Interest for each day, those without a session too. */
function lend({ dates }: Sources): Moves {
  const days = dates.map((date) => parseIsoDay(date) ?? 0);
  const returns = dates.map((date, session) => {
    const passed = (days[session] ?? 0) - (days[session - 1] ?? days[session] ?? 0);
    return (rateOn(MONEY_RATES, date) * passed) / 365;
  });
  return { returns: Float64Array.from(returns), deviations: new Float64Array(dates.length) };
}

/** Of two moves that know nothing of each other. */
function joined(left: number, right = 0): number {
  return Math.sqrt(left * left + right * right);
}
