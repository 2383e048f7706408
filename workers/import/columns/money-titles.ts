/** Titles of volumes that count money in place of shares or coins, `Volume USDT`, `quote_volume`, `Umsatz (€)`, and who has such volumes under other titles. */

const CODES =
  "usdt?|usdc|busd|tusd|fdusd|eur|gbp|inr|rs|jpy|cny|rmb|krw|chf|czk|pln|huf|sek|nok|dkk|brl|rub|try|hkd|sgd|twd|aud|cad|quote|currency|fiat";
const SIGNS = "[$€£¥₹₩₽₺]|us\\$|r\\$|kč|zł|ft|rs\\.|euro|dollars?|руб\\.?";
const VOLUME = "volume|vol|volumen|volym|volum|wolumen|objem|forgalom|объем|объём|hacim|成交量";
/** As plainName() gives it. */
const PLAIN = new RegExp(
  `^(?:(?:total|trading|traded)?(?:${VOLUME})(?:in)?(?:${CODES}|quoteasset|quotecurrency)|quote(?:asset|currency)?vol(?:ume)?|volumeto|volccyquote)$`,
);
const IN_BRACKETS = new RegExp(
  `^(?:(?:total|trading|traded)[ _])?(?:${VOLUME}|umsatz|handelsvolumen|turnover)[._ ]*[([](?:in\\s*)?(?:${CODES}|${SIGNS})[)\\]]$`,
);
const BEFORE_SIGN = new RegExp(`^(?:${VOLUME}|umsatz)[._ ]*(?:in\\s*)?(?:${SIGNS})$`);

/** @param plain - the title as plainName() gives it */
export function isMoneyTitle(title: string, plain: string): boolean {
  const text = title.trim().toLowerCase();
  return PLAIN.test(plain) || IN_BRACKETS.test(text) || BEFORE_SIGN.test(text);
}

export interface MoneySource {
  readonly vendor: string;
  /** The volume's title, as plainName() gives it. */
  readonly title: string;
  /** True where nothing is taken from it. */
  readonly isLeftOut: boolean;
  /** @param names - of the header, as plainName() gives them; @param symbol - of the file's first instrument, "" for none */
  readonly isIt: (names: ReadonlySet<string>, symbol: string) => boolean;
}

/** `BTC-USD`: how Yahoo writes a coin and the money that it is priced in. */
const COIN_OF_YAHOO = /^[A-Z0-9]{2,14}-(?:USD|EUR|GBP|JPY|INR|AUD|CAD|CHF|CNY|HKD|KRW|BRL|BTC|ETH)$/;

/** What is beside a volume in Yahoo's files, and in those of yfinance. */
const OF_YAHOO = [["adjclose"], ["dividends", "stocksplits"], ["price", "close", "open"]] as const;

/** Who counts the volume of a coin in money. */
const SOURCES: readonly MoneySource[] = [
  {
    vendor: "CoinGecko",
    title: "totalvolume",
    isLeftOut: true,
    isIt: (names) => names.has("snappedat"),
  },
  {
    vendor: "CoinMarketCap",
    title: "volume",
    isLeftOut: false,
    isIt: (names) => ["timeopen", "timeclose", "marketcap", "volume"].every((name) => names.has(name)),
  },
  {
    vendor: "Yahoo",
    title: "volume",
    isLeftOut: false,
    isIt: (names, symbol) =>
      COIN_OF_YAHOO.test(symbol) && OF_YAHOO.some((titles) => titles.every((title) => names.has(title))),
  },
];

export function moneySource(names: ReadonlySet<string>, symbol: string): MoneySource | undefined {
  return SOURCES.find(({ isIt }) => isIt(names, symbol));
}
