/**
 * The words of the rule language, in lower case: no fact or signal can be called so, in whatever case of letters. A test of
 * the language holds the list against its table of functions.
 */

const KEYWORDS = "and or not between crosses above below";

/** Directly behind a number. */
const SUFFIXES = "k m bn lakh cr";

const NUMBERS =
  "open high low close rawclose volume value marketcap weekday month day year sessionofmonth profit held entryprice peak fall";

const FUNCTIONS =
  "sma wma highest lowest sum stdev zscore percentrank growth change slope trend volatility streak ema rma rsi macd macdsignal macdhistogram truerange atr plusdi minusdi adx stochk stochd williamsr cci mfi obv bollingerupper bollingerlower percentb bandwidth supertrend barssince count once always latch rising falling min max abs sqrt ln if weekly monthly rank place breadth market of";

export const RESERVED_NAMES: ReadonlySet<string> = new Set(
  [KEYWORDS, SUFFIXES, NUMBERS, FUNCTIONS].flatMap((words) => words.split(" ")),
);
