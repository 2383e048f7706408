/** The listed companies of an exchange: names, and all that is settled about each before its first session. */
import { SECTORS, type Country } from "./countries.ts";
import type { Exchange } from "./exchanges.ts";
import { exp, ln } from "./exponential.ts";
import { openRandom } from "#workers/model/random.ts";
import type { Random } from "#workers/model/random.ts";
import { between, shuffle, wholeBetween } from "./random.ts";

/** How a listing ends: at the last session of the data, in a decline to the end, or by a takeover at a price. */
type Ending = "listed" | "decline" | "takeover";

export interface CompanyName {
  readonly symbol: string;
  readonly name: string;
  /** Row in SECTORS. */
  readonly sector: number;
}

export interface Company extends CompanyName {
  /** Session rows of the first and the last bar, both included; a company in ruin may leave earlier. */
  readonly firstSession: number;
  readonly lastSession: number;
  readonly ending: Ending;
  /** How strongly the common factor, and its sector's, move it. */
  readonly beta: number;
  readonly sectorWeight: number;
  /** Yearly volatility of its own moves, as a fraction. */
  readonly ownVolatility: number;
  /** First price, in currency. */
  readonly listingPrice: number;
  /** In currency of 2000; a later listing is larger, as the market is. */
  readonly listingCap: number;
  /** Part of the market cap traded a session in 2000, as a fraction. */
  readonly turnover: number;
  /** The close above which the shares are split, in currency. */
  readonly splitPrice: number;
  /** Yearly dividend as a fraction of the price; 0 for companies that pay none. */
  readonly dividendYield: number;
  /** Month (1..12) and day of the month from which on a year's shares trade without its dividend. */
  readonly exMonth: number;
  readonly exDayOfMonth: number;
  /** Stretches of sessions without a bar. */
  readonly halts: readonly Halt[];
}

interface Halt {
  readonly from: number;
  readonly sessions: number;
}

/** Part of the companies that pay dividends, and that leave in each way. */
const DIVIDEND_PAYERS = 0.26;
const DECLINES = 0.12;
const TAKEOVERS = 0.11;

/** The other companies list within this part of the data, and none leaves soon after its listing. */
const EARLIEST_LATE_LISTING = 0.02;
const LATEST_LISTING = 0.92;
const SHORTEST_LISTING_SESSIONS = 700;

const HALTED_COMPANIES = 0.45;
const LONGEST_HALT = 15;
const DEAR_SPLIT_PRICE = 92_000;

/** Deals names to the exchanges of one country, none twice: `counts` companies each. */
export function dealNames(country: Country, counts: readonly number[]): CompanyName[][] {
  const { heads, tails, headLetters, tailLetters, ending } = country.names;
  const stems = heads.flatMap((head) => tails.map((tail) => ({ head, tail })));
  const deck = shuffle(openRandom(`${country.id} names`), stems).map(({ head, tail }, place) => {
    const sector = place % SECTORS.length;
    return {
      symbol: (head.slice(0, headLetters) + tail.slice(0, tailLetters)).toUpperCase(),
      name: `${head}${tail} ${SECTORS[sector]} ${ending}`,
      sector,
    };
  });
  return counts.map((count) => deck.splice(0, count));
}

/** Settles the traits of one exchange's companies; `sessions` is the number of sessions of the data. */
export function foundCompanies(
  exchange: Exchange,
  names: readonly CompanyName[],
  sessions: number,
): Company[] {
  return names.map((name, place) =>
    foundCompany({ exchange, name, sessions, isDear: place < exchange.dearCompanies }),
  );
}

interface Founding {
  readonly exchange: Exchange;
  readonly name: CompanyName;
  readonly sessions: number;
  readonly isDear: boolean;
}

function foundCompany({ exchange, name, sessions, isDear }: Founding): Company {
  const random = openRandom(`${exchange.id} ${name.symbol}`);
  const { country } = exchange;
  const [lowPrice, highPrice] = isDear ? country.dearPrice : country.listingPrice;
  const isFounder = random() < exchange.founders;
  const life = isDear ? wholeLife(sessions) : drawLife(random, sessions, isFounder);
  return {
    ...name,
    ...life,
    beta: between(random, 0.65, 1.35),
    sectorWeight: between(random, 0.6, 1.4),
    ownVolatility: between(random, 0.18, isDear ? 0.26 : 0.38),
    listingPrice: logBetween(random, lowPrice, highPrice),
    listingCap: logBetween(random, ...exchange.listingCap),
    turnover: logBetween(random, ...exchange.turnover),
    splitPrice: isDear ? DEAR_SPLIT_PRICE : logBetween(random, ...country.splitPrice),
    dividendYield: random() < DIVIDEND_PAYERS ? between(random, 0.008, 0.03) : 0,
    exMonth: wholeBetween(random, 1, 12),
    exDayOfMonth: wholeBetween(random, 1, 28),
    halts: drawHalts(random, life.firstSession, life.lastSession),
  };
}

/** Session rows of a listing, and how it ends. */
type Life = Pick<Company, "firstSession" | "lastSession" | "ending">;

/** Dear companies are there from the first session to the last, so that dear shares are always on offer. */
function wholeLife(sessions: number): Life {
  return { firstSession: 0, lastSession: sessions - 1, ending: "listed" };
}

function drawLife(random: Random, sessions: number, isFounder: boolean): Life {
  const listing = Math.floor(between(random, EARLIEST_LATE_LISTING, LATEST_LISTING) * sessions);
  const firstSession = isFounder ? 0 : listing;
  const fate = random();
  const earliestEnd = firstSession + SHORTEST_LISTING_SESSIONS;
  const latestEnd = sessions - 2 * LONGEST_HALT;
  const lastSession = wholeBetween(random, earliestEnd, Math.max(earliestEnd, latestEnd));
  if (lastSession > latestEnd || fate >= DECLINES + TAKEOVERS)
    return { ...wholeLife(sessions), firstSession };
  return { firstSession, lastSession, ending: fate < DECLINES ? "decline" : "takeover" };
}

function drawHalts(random: Random, firstSession: number, lastSession: number): Halt[] {
  if (random() >= HALTED_COMPANIES) return [];
  return Array.from({ length: wholeBetween(random, 1, 3) }, () => ({
    from: wholeBetween(random, firstSession + 20, lastSession - 20),
    sessions: wholeBetween(random, 1, LONGEST_HALT),
  }));
}

/** Uniform in the logarithm, so that each tenfold of the range is met equally often. */
function logBetween(random: Random, low: number, high: number): number {
  return exp(between(random, ln(low), ln(high)));
}
