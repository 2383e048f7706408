/**
 * The conditions that people choose by their words. One entry is one line: its group, what the list calls it, the
 * formula that it begins with, and how its row reads. Every number of the formula is a field of the row, in the same
 * order: `{name}` stands for it and names the field; a name that is no word of the language is a field too, for a
 * fact; `{how}` is the choice of the first comparison. `also` holds what people might search for instead.
 */

export type ConditionGroup =
  | "trend"
  | "momentum"
  | "breakout"
  | "volatility"
  | "volume"
  | "rank"
  | "market"
  | "fundamentals"
  | "calendar"
  | "position";

/** What a row may choose of, by sign or "crosses above" and "crosses below": the words in the row. */
export type Hows = Readonly<Record<string, string>>;

export interface ConditionEntry {
  readonly group: ConditionGroup;
  readonly words: string;
  readonly formula: string;
  /** The row's first field. */
  readonly what: string;
  readonly row: string;
  readonly also?: string;
  /** Without them: HOWS. With FIXED the comparison is no field. */
  readonly hows?: Hows;
}

export const GROUP_TITLES: Readonly<Record<ConditionGroup, string>> = {
  trend: "Trend",
  momentum: "Momentum",
  breakout: "Breakout",
  volatility: "Volatility",
  volume: "Volume and price",
  rank: "Rank",
  market: "Market",
  fundamentals: "Fundamentals",
  calendar: "Calendar",
  position: "Position",
};

const STEADY: Hows = {
  ">": "is above",
  "<": "is below",
  ">=": "is at least",
  "<=": "is at most",
  "=": "is",
  "!=": "is not",
};
/** How a figure that has a value on every bar may be compared. */
export const HOWS: Hows = { ...STEADY, "crosses above": "crosses above", "crosses below": "crosses below" };
const RANKED: Hows = { "<": "is among the first", ">=": "is not among the first" };
const PLACED: Hows = { "<=": "is among the first", ">": "is not among the first" };
const FIXED: Hows = {};

const AVERAGE = { what: "Price and its average", row: "{how} its {days}-day average" };
const RSI = { what: "RSI", row: "over {days} days {how} {level}" };
const GROWTH = { what: "Growth", row: "over {days} days {how} {percent} %" };
const RUN = { what: "Days up in a row", row: "{how} {days} (days down count below 0)" };
const AVERAGES = { what: "Average and average", row: "of {days} days {how} that of {other days} days" };
const MACD_LINE = { what: "MACD", row: "{how} its signal line" };
const FACT = { what: "A fact of the data", row: "{name} {how} {value}" };
const GROWTH_RANK = {
  what: "Rank by growth",
  row: "over {days} days {how} {percent} % from the top",
  hows: RANKED,
};
const FACT_RANK = {
  what: "Rank by a fact, lowest first",
  row: "{name} {how} {percent} % from the lowest",
  hows: RANKED,
};
const PROFIT = { what: "Profit", row: "{how} {percent} %", hows: STEADY };

export const CONDITIONS: readonly ConditionEntry[] = [
  // prettier-ignore
  ...entries("trend", [
    { words: "above its 200-day average", formula: "close > sma(200)", ...AVERAGE, also: "sma moving average dma uptrend long-term" },
    { words: "below its 50-day average", formula: "close < sma(50)", ...AVERAGE, also: "sma moving average dma downtrend" },
    { words: "crosses above its 50-day average", formula: "close crosses above sma(50)", ...AVERAGE, also: "sma moving average breaks over" },
    { words: "above its exponential average (EMA)", formula: "close > ema(50)", what: "Price and its EMA", row: "{how} its {days}-day EMA", also: "ema moving average" },
    { words: "golden cross: 50-day average crosses above the 200-day", formula: "sma(50) crosses above sma(200)", ...AVERAGES, also: "sma moving average bullish" },
    { words: "death cross: 50-day average crosses below the 200-day", formula: "sma(50) crosses below sma(200)", ...AVERAGES, also: "sma moving average bearish" },
    { words: "its average is rising", formula: "rising(sma(200), 20)", what: "Rising average", row: "of {average days} days, up {days} days in a row", also: "slope upward trend" },
    { words: "its average is falling", formula: "falling(sma(200), 20)", what: "Falling average", row: "of {average days} days, down {days} days in a row", also: "slope downward trend" },
    { words: "strong trend (ADX)", formula: "adx(14) > 25", what: "ADX", row: "over {days} days {how} {level}", also: "directional movement strength" },
    { words: "rises outweigh falls (+DI above −DI)", formula: "plusDI(14) > minusDI(14)", what: "+DI", row: "over {days} days {how} −DI over {other days} days", also: "directional movement dmi" },
    { words: "above its Supertrend", formula: "close > supertrend(10, 3)", what: "Price and its Supertrend", row: "{how} the Supertrend of {days} days and {ranges} ranges", also: "trailing line" },
    { words: "above its 10-month average", formula: "monthly(close > sma(10))", what: "Month's close and its average", row: "{how} its {months}-month average", also: "faber timing monthly bars moving average uptrend long-term" },
    { words: "above its 40-week average", formula: "weekly(close > sma(40))", what: "Week's close and its average", row: "{how} its {weeks}-week average", also: "weinstein stage weekly bars moving average uptrend long-term" },
    { words: "since a new high, until a new low", formula: "latch(close > highest(high, 50)[1], close < lowest(low, 25)[1])", what: "From a new high until a new low", row: "from above the highest price of {days} days until below the lowest of {other days}", hows: FIXED, also: "latch state hysteresis turtle donchian regime" },
    { words: "steep and steady rise", formula: "trend(90) > 20", what: "Steady rise", row: "over {days} days {how} {percent} % a year", also: "regression slope r2 clenow stocks on the move" },
  ]),
  // prettier-ignore
  ...entries("momentum", [
    { words: "oversold (RSI)", formula: "rsi(14) < 30", ...RSI, also: "weak relative strength index dip" },
    { words: "overbought (RSI)", formula: "rsi(14) > 70", ...RSI, also: "strong relative strength index" },
    { words: "pullback: 2-day RSI below 10", formula: "rsi(2) < 10", ...RSI, also: "oversold connors dip mean reversion short-term" },
    { words: "up over the past year", formula: "growth(252) > 0", ...GROWTH, also: "12-month return gain performance rate of change roc momentum" },
    { words: "fell over the past week", formula: "growth(5) < -5", ...GROWTH, also: "loss drop return dip" },
    { words: "up three days in a row", formula: "streak >= 3", ...RUN, also: "consecutive rises green" },
    { words: "down three days in a row", formula: "streak <= -3", ...RUN, also: "consecutive falls red dip" },
    { words: "MACD crosses above its signal line", formula: "macd crosses above macdSignal", ...MACD_LINE, also: "buy bullish" },
    { words: "MACD crosses below its signal line", formula: "macd crosses below macdSignal", ...MACD_LINE, also: "sell bearish" },
    { words: "MACD above zero", formula: "macd > 0", what: "MACD line", row: "{how} {level}" },
    { words: "oversold (stochastic)", formula: "stochK(14) < 20", what: "Stochastic %K", row: "over {days} days {how} {level}", also: "slow fast overbought" },
    { words: "oversold (Williams %R)", formula: "williamsR(14) < -80", what: "Williams %R", row: "over {days} days {how} {level}", also: "overbought" },
    { words: "far below its usual price (CCI)", formula: "cci(20) < -100", what: "CCI", row: "over {days} days {how} {level}", also: "commodity channel index oversold overbought" },
    { words: "closed near its low of the day", formula: "(close - low) / (high - low) < 0.2", what: "Close within the day's range", row: "{how} {part} (0 is the low, 1 the high)", also: "ibs internal bar strength dip" },
  ]),
  // prettier-ignore
  ...entries("breakout", [
    { words: "new 52-week high", formula: "close >= highest(close, 252)", what: "Price and its highest close", row: "{how} its highest close of {days} days", also: "yearly record 1-year high" },
    { words: "new 52-week low", formula: "close <= lowest(close, 252)", what: "Price and its lowest close", row: "{how} its lowest close of {days} days", also: "yearly 1-year low" },
    { words: "breaks above the highest price of 55 days", formula: "close > highest(high, 55)[1]", what: "Price and the high before", row: "{how} the highest price of the {days} days before", also: "donchian turtle channel breakout resistance" },
    { words: "breaks below the lowest price of 20 days", formula: "close < lowest(low, 20)[1]", what: "Price and the low before", row: "{how} the lowest price of the {days} days before", also: "donchian turtle channel breakdown support" },
    { words: "within a quarter of its 52-week high", formula: "close > 0.75 * highest(high, 252)", what: "Price and a part of its high", row: "{how} {part} times its {days}-day high", also: "near high distance drawdown" },
    { words: "opens above yesterday's high (gap up)", formula: "open > high[1]", what: "Open and yesterday's high", row: "{how} yesterday's high", also: "gap" },
    { words: "opens below yesterday's low (gap down)", formula: "open < low[1]", what: "Open and yesterday's low", row: "{how} yesterday's low", also: "gap" },
  ]),
  // prettier-ignore
  ...entries("volatility", [
    { words: "calm: volatility under 25 % a year", formula: "volatility(60) < 25", what: "Volatility", row: "over {days} days {how} {percent} % a year", also: "low risk standard deviation" },
    { words: "below its lower Bollinger band", formula: "close < bollingerLower(20, 2)", what: "Price and the lower band", row: "{how} the lower Bollinger band of {days} days and {deviations} deviations", also: "oversold dip" },
    { words: "above its upper Bollinger band", formula: "close > bollingerUpper(20, 2)", what: "Price and the upper band", row: "{how} the upper Bollinger band of {days} days and {deviations} deviations", also: "overbought breakout" },
    { words: "narrow Bollinger bands (squeeze)", formula: "bandwidth(20, 2) < 10", what: "Width of the bands", row: "of {days} days and {deviations} deviations {how} {percent} % of the average", also: "bollinger bandwidth contraction quiet" },
    { words: "daily range (ATR) above 2 % of the price", formula: "atr(14) > 0.02 * close", what: "Average true range", row: "over {days} days {how} {part} times the price", also: "atr moves" },
    { words: "unusually low price (z-score)", formula: "zscore(20) < -2", what: "z-score", row: "over {days} days {how} {deviations} deviations", also: "standard deviations mean reversion" },
  ]),
  // prettier-ignore
  ...entries("volume", [
    { words: "volume twice its average", formula: "volume > 2 * sma(volume, 20)", what: "Volume", row: "{how} {times} times its {days}-day average", also: "surge spike shares traded heavy unusual" },
    { words: "volume rising three days in a row", formula: "rising(volume, 3)", what: "Rising volume", row: "{days} days in a row", also: "shares traded" },
    { words: "much money traded each day", formula: "sma(value, 20) > 10m", what: "Money traded a day", row: "over {days} days {how} {money}", also: "liquidity turnover value liquid" },
    { words: "price above 50", formula: "close > 50", what: "Price", row: "{how} {money}", also: "penny stocks close level" },
    { words: "money flows out (MFI)", formula: "mfi(14) < 20", what: "Money flow index", row: "over {days} days {how} {level}", also: "oversold overbought" },
    { words: "on-balance volume above its average", formula: "obv > sma(obv, 20)", what: "On-balance volume", row: "{how} its {days}-day average", also: "obv accumulation" },
  ]),
  // prettier-ignore
  ...entries("rank", [
    { words: "among the 10 shares with the highest 12-month growth", formula: "place(growth(252)) <= 10", what: "Place by growth", row: "over {days} days {how} {shares} from the top", hows: PLACED, also: "top 10 by 12-month momentum best strongest winners number of" },
    { words: "among the 20 shares with the lowest volatility", formula: "place(-volatility(252)) <= 20", what: "Place by low volatility", row: "over {days} days {how} {shares} from the calmest", hows: PLACED, also: "top 20 low volatility risk number of" },
    { words: "among the 50 most traded shares", formula: "place(sma(value, 90)) <= 50", what: "Place by money traded", row: "over {days} days {how} {shares} from the top", hows: PLACED, also: "top 50 liquidity turnover liquid number of" },
    { words: "among the 100 largest shares by market cap", formula: "place(marketCap) <= 100", what: "Place by market cap", row: "{how} {shares} from the largest", hows: PLACED, also: "top 100 large cap size big company number of" },
    { words: "among the top 10 % by 12-month growth", formula: "rank(growth(252)) < 10", ...GROWTH_RANK, also: "best strongest momentum winners relative strength percentile" },
    { words: "among the top 10 % by 6-month growth", formula: "rank(growth(126)) < 10", ...GROWTH_RANK, also: "best strongest momentum winners relative strength percentile" },
    { words: "among the worst 10 % of the past week", formula: "rank(-growth(5)) < 10", what: "Rank by past loss", row: "over {days} days {how} {percent} % from the weakest", hows: RANKED, also: "losers reversal weakest" },
    { words: "among the top fifth of its sector by growth", formula: 'rank(growth(126), "sector") < 20', what: "Rank by growth in its sector", row: "over {days} days {how} {percent} % from the top", hows: RANKED, also: "industry best relative" },
    { words: "among the 10 % with the lowest volatility", formula: "rank(-volatility(252)) < 10", what: "Rank by low volatility", row: "over {days} days {how} {percent} % from the calmest", hows: RANKED, also: "low volatility risk" },
    { words: "among the largest 10 % by market cap", formula: "rank(marketCap) < 10", what: "Rank by market cap", row: "{how} {percent} % from the largest", hows: RANKED, also: "large cap size big company" },
    { words: "among the most traded 20 %", formula: "rank(sma(value, 90)) < 20", what: "Rank by money traded", row: "over {days} days {how} {percent} % from the top", hows: RANKED, also: "liquidity turnover liquid" },
    { words: "among the 10 % nearest to their 52-week high", formula: "rank(close / highest(high, 252)) < 10", what: "Rank by nearness to the high", row: "of {days} days {how} {percent} % from the nearest", hows: RANKED, also: "yearly high" },
  ]),
  // prettier-ignore
  ...entries("market", [
    { words: "index in an uptrend", formula: "market(close > sma(200))", what: "Index and its average", row: "{how} its {days}-day average", also: "benchmark bull market regime filter nifty" },
    { words: "index in a downtrend", formula: "market(close < sma(200))", what: "Index and its average", row: "{how} its {days}-day average", also: "benchmark bear market regime filter nifty" },
    { words: "index up over six months", formula: "market(growth(126)) > 0", what: "Growth of the index", row: "over {days} days {how} {percent} %", also: "benchmark bull market regime" },
    { words: "grew more than the index", formula: "growth(126) > market(growth(126))", what: "Growth and that of the index", row: "over {days} days {how} the index over {other days} days", also: "benchmark outperforms relative strength beats" },
    { words: "most shares above their average (breadth)", formula: "breadth(close > sma(50)) > 50", what: "Shares above their average", row: "of {days} days {how} {percent} %", also: "breadth participation regime" },
  ]),
  // prettier-ignore
  ...entries("fundamentals", [
    { words: "quarterly revenue up", formula: "revenue.yoy > 0", ...FACT, also: "sales growth fact year on year" },
    { words: "earnings up by a fifth", formula: "eps.yoy > 20", ...FACT, also: "profit growth fact year on year" },
    { words: "cheap by its earnings (P/E)", formula: "pe < 15", ...FACT, also: "price earnings ratio value fact" },
    { words: "cheap by its book value (P/B)", formula: "pb < 1.5", ...FACT, also: "price book ratio value fact" },
    { words: "financially sound (F-score)", formula: "fScore >= 8", ...FACT, also: "piotroski quality fact" },
    { words: "among the cheapest 20 % by P/B", formula: "rank(-pb) < 20", ...FACT_RANK, also: "value price book fact" },
    { words: "among the best 20 % by return on capital", formula: "rank(roic) < 20", what: "Rank by a fact, highest first", row: "{name} {how} {percent} % from the highest", hows: RANKED, also: "quality roic roe fact" },
  ]),
  // prettier-ignore
  ...entries("calendar", [
    { words: "first three sessions of the month", formula: "sessionOfMonth <= 3", what: "Session of the month", row: "{how} {number}", hows: STEADY, also: "turn of the month beginning" },
    { words: "last days of the month", formula: "day >= 26", what: "Day of the month", row: "{how} {number}", hows: STEADY, also: "turn of the month end date" },
    { words: "on a Monday", formula: "weekday = 1", what: "Weekday", row: "{how} {number} (1 is Monday)", hows: STEADY, also: "tuesday wednesday thursday friday day of the week" },
    { words: "in January", formula: "month = 1", what: "Month", row: "{how} {number} (1 is January)", hows: STEADY, also: "season december" },
    { words: "November to April", formula: "month >= 11 or month <= 4", what: "Winter months", row: "from {first month} on, or up to {last month}", hows: FIXED, also: "halloween sell in may season" },
  ]),
  // prettier-ignore
  ...entries("position", [
    { words: "profit of 20 % or more", formula: "profit >= 20", ...PROFIT, also: "take profit target gain" },
    { words: "loss of 8 % or more", formula: "profit <= -8", ...PROFIT, also: "stop loss" },
    { words: "held for 20 days", formula: "held >= 20", what: "Days held", row: "{how} {days}", hows: STEADY, also: "time stop exit after holding sessions" },
    { words: "15 % below its highest close", formula: "fall >= 15", what: "Fall from the peak", row: "{how} {percent} %", hows: STEADY, also: "trailing stop drawdown" },
    { words: "2 ranges (ATR) below the entry price", formula: "close < entryPrice - 2 * atr(20)", what: "Price and a stop by its range", row: "{how} the entry price less {times} times the {days}-day ATR", hows: STEADY, also: "atr stop loss volatility" },
    { words: "3 ranges (ATR) below its peak", formula: "close < peak - 3 * atr(20)", what: "Price and a trailing stop by its range", row: "{how} the peak less {times} times the {days}-day ATR", hows: STEADY, also: "chandelier atr trailing stop" },
  ]),
];

function entries(
  group: ConditionGroup,
  own: readonly Omit<ConditionEntry, "group">[],
): readonly ConditionEntry[] {
  return own.map((entry) => ({ group, ...entry }));
}
