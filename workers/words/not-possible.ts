/**
 * What people ask for that is not simulated: the one table that the palette, the search of conditions, the errors of
 * formulas and the FAQ answer from. What becomes possible is taken out; a test holds the table's words against those of
 * the language and of a strategy's settings. The browser's worker does without it: it has no room, and the page answers.
 */

export interface NotPossible {
  /** The title under which the FAQ has it. */
  readonly title: string;
  /** What finds it, apart by commas; a plural finds it as its singular does. */
  readonly words: string;
  /** One sentence, for who asked. */
  readonly answer: string;
  /** What is done in its place, or what that means for a result: the FAQ's longer sentence. */
  readonly sentence: string;
  /** What comes near it; null where nothing does. */
  readonly instead: string | null;
}

export const NOT_POSSIBLE: readonly NotPossible[] = [
  {
    title: "Short sales",
    words:
      "short, shorting, short sale, short sell, short selling, short seller, short position, short trade, sell short, go short, going short, long short",
    answer: "Only buying is simulated: no short sales.",
    sentence: "Nothing is sold that isn't owned, so no position earns from a falling price.",
    instead: "A rule on the index can keep the account in cash while the market falls.",
  },
  {
    title: "Pairs",
    words:
      "pair, pair trade, pair trading, pairs strategy, spread trading, statistical arbitrage, stat arb, arbitrage, market neutral",
    answer: "Pairs are not traded: only buying is simulated.",
    sentence: "Each position is one instrument bought by itself; none is bought against the sale of another.",
    instead: 'In a rule, of("SYMBOL", close) is the price of another instrument.',
  },
  {
    title: "Hedges",
    words: "hedge, hedging, hedged, delta neutral, protective put, portfolio insurance",
    answer: "Hedges are not simulated: no short sales, options or lots of futures.",
    sentence: "No position can be insured against a fall by another one.",
    instead: "Stops limit the loss of a position, and a rule on the index can stop the buying.",
  },
  {
    title: "Options",
    words:
      "option, options trading, option chain, option strategy, call, put, call option, put option, covered call, strike, strike price, greeks, straddle, strangle, iron condor, derivative, fno",
    answer: "Options are not simulated: no strikes, premiums or expiry.",
    sentence: "Prices of type OPTIONS run as those of shares do: no lots, margin, exercise or expiry.",
    instead: null,
  },
  {
    title: "Futures",
    words: "future, futures trading, future contract, lot, lot size, rollover, expiry, expiry date",
    answer: "Futures run like shares: no lots, margin, rolls or expiry.",
    sentence: "What a future costs is paid in full when it is bought, as for a share.",
    instead: "Import one continuous series for each future.",
  },
  {
    title: "Trading within a day",
    words:
      "intraday, intra day, intraday trading, day trading, day trade, day trader, minute, minute bar, minute candle, 1 minute, 5 minute, 15 minute, hourly, hourly bar, tick, tick data, scalping, scalp",
    answer: "Decisions are made once a day, at the close: no intraday trading.",
    sentence:
      "No position is bought and sold on the same day, and files of minutes or hours become daily bars.",
    instead: "Stops can rest in the market and sell within a day.",
  },
  {
    title: "Dividends as cash",
    words:
      "dividend, dividend income, dividend payment, dividend payout, cash dividend, dividend reinvestment, reinvest dividends, drip",
    answer: "Dividends are not paid into the account; adjusted prices have them in.",
    sentence:
      "On adjusted prices a position grows as if dividends were reinvested; on prices as traded they are missing.",
    instead: "Choose adjusted prices under Data and costs.",
  },
  {
    title: "Borrowed money",
    words:
      "leverage, leveraged, leveraging, margin, margin trading, margin call, margin loan, mtf, borrow, borrowing, borrowed money, loan",
    answer: "Nothing is bought with borrowed money: no leverage, no margin trading.",
    sentence:
      "Positions are paid in full from the account's cash; the initial margin is the money that a run begins with.",
    instead: null,
  },
  {
    title: "Taxes on gains",
    words:
      "tax, taxes, taxation, income tax, capital gain, capital gains tax, gains tax, after tax, post tax, tax loss harvesting, ltcg, stcg",
    answer: "Taxes on gains are not worked out.",
    sentence: "Every result is before income tax and tax on capital gains.",
    instead: "The commission can hold what each trade costs, a transaction tax included.",
  },
  {
    title: "A part bought or sold by a rule",
    words:
      "pyramiding, pyramid, scale in, scaling in, scale out, scaling out, add to position, add to winners, averaging down, average down, partial exit, partial sale, partial profit, sell half",
    answer: "No rule adds to a position or sells a part of it: only weights and withdrawals do.",
    sentence: "A buy rule opens a position and a sell rule closes it whole; each instrument has at most one.",
    instead: "Positions that are sized by weights are set back to their plan in parts.",
  },
  {
    title: "Currency trading",
    words: "forex, forex trading, fx, currency pair, currency trading, foreign exchange, pip",
    answer: "Currency trading is not simulated: no lots, leverage or overnight interest.",
    sentence: "Daily prices of a pair of currencies run as those of a share do.",
    instead: null,
  },
  {
    title: "Several currencies in one run",
    words:
      "currency conversion, convert currency, multi currency, multiple currencies, several currencies, exchange rate",
    answer: "Money is not converted: a run has one currency.",
    sentence: "A run of instruments in several currencies is refused.",
    instead: "Run the exchanges of each currency by themselves.",
  },
  {
    title: "Crypto",
    words: "crypto, crypto trading, cryptocurrency, cryptocurrencies, bitcoin, ethereum, coin, perpetual",
    answer: "Coins run like shares: no short sales or leverage.",
    sentence: "Daily prices of coins can be imported; with bars of weekends a year counts 365 sessions.",
    instead: "Switch on fractional shares to buy parts of a coin.",
  },
  {
    title: "Orders to a broker",
    words:
      "live, live trading, live deployment, trade live, real trading, broker, broker api, auto trade, auto trading, automated trading, automatic trading, algo trading, place order, send order",
    answer: "No orders are sent to a broker: nothing trades live.",
    sentence: "Real orders are placed by hand.",
    instead: "A virtual deployment lists each evening's orders, as CSV or as a broker's basket file.",
  },
  {
    title: "Limit orders",
    words:
      "stop limit, stop limit order, limit, limit order, limit price, limit buy, buy limit, buy stop, stop entry, stop buy, bracket order, oco, gtt",
    answer: "Buys fill at the next open or close: no limit or stop-limit orders.",
    sentence: "A buy takes the price that it meets.",
    instead: "Stops and the profit target can rest in the market as sell orders.",
  },
];

/** Words of a question that say nothing of what is asked for. */
const FILLERS: ReadonlySet<string> = new Set(
  "a an the i we you can how do does is to it with in on my use".split(" "),
);

/** In lower case, those of names written together apart: "netMargin" has net and margin. */
export function wordsOf(text: string): readonly string[] {
  const words = text.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words.match(/[a-z0-9]+/g) ?? [];
}

/**
 * A text as its words are compared: "Short sales", "shortSale" and "how to short-sale" have one key. "" for a text
 * without words.
 */
export function keyOfWords(text: string): string {
  return wordsOf(text)
    .filter((word) => !FILLERS.has(word))
    .map((word) => (/[^s]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word))
    .join("");
}

const byKey: ReadonlyMap<string, NotPossible> = new Map(
  NOT_POSSIBLE.flatMap((entry) => entry.words.split(",").map((words) => [keyOfWords(words), entry] as const)),
);

/** What a text asks for as a whole, or a name does; null where that is nothing of the table: "short average" is not. */
export function findNotPossible(typed: string): NotPossible | null {
  return byKey.get(keyOfWords(typed)) ?? null;
}

/** In the messages of the language and of a run about a name; the first place where one begins. */
const NOT_KNOWN = /(?:^|column \d+: )([a-z][\w.]*) is not known/i;

/** The answer to the name that a message says is not known; null where it is about something else. */
export function answerToMessage(message: string): string | null {
  const name = NOT_KNOWN.exec(message)?.[1];
  return name === undefined ? null : (findNotPossible(name)?.answer ?? null);
}

/** The message with the answer behind it, where it has none yet; other messages as they are. */
export function withAnswer(message: string): string {
  const answer = answerToMessage(message);
  if (answer === null || message.includes(answer)) return message;
  return `${message}${/[.?]$/.test(message) ? "" : "."} ${answer}`;
}
