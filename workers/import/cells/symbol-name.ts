/** The instrument that a file's name names, by the patterns of vendors. */
import { baseName } from "#workers/market/layout.ts";
import { sheetOf } from "#workers/model/place.ts";

export interface NamedSymbol {
  readonly symbol: string;
  /** False for a guess that only helps a person to answer. */
  readonly isSure: boolean;
  /** True where the name is a vendor's pattern or nothing but a ticker: then another symbol in the rows contradicts it. */
  readonly isExact: boolean;
}

const EXTENSIONS =
  /\.(?:gz|zip|csv|txt|tsv|tab|asc|prn|dat|data|dly|mst|xls[xmb]?|xlt[xm]|o[dt]s|parquet|parq|pq|last|jsonl?|ndjson)$/i;
/** What spreadsheets call a sheet that nobody named, in the languages that have their own word; and what people do. */
const NO_SHEET_NAME =
  /^(?:(?:sheet|tabelle|feuil|feuille|hoja|foglio|blad|ark|arkusz|planilha|plan|list|munka|taul|taulukko|лист|аркуш|sayfa|工作表|シート|시트|data sheet|worksheet|query|eod|raw|temp|dump|output)[ _-]?\d*)$/iu;
const DATES =
  /(?<!\d)(?:\d{4}[-._]\d{1,2}[-._]\d{1,2}|\d{1,2}[-._]\d{1,2}[-._]\d{2,4}|(?:19|20)\d{6}(?:\d{4}|\d{6})?)(?!\d)/g;
/** `202101` behind other words: a year and a month. */
const MONTHS = /(?<=[-_ ])(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?!\d)/g;
/** Words that say nothing of an instrument, compared in lower case. */
const WORDS = new Set(
  (
    "daily day days d d1 1d w w1 1w m m1 weekly week monthly month yearly intraday data dataset stock stocks share shares historical history hist " +
    "historicaldata historicalquotes historicalprices historicalprice price prices quote quotes yahoo yahoofinance finance google googlefinance " +
    "quandl stooq nasdaq investing tiingo alphavantage eodhd barchart barchartdotcom coindesk binance kraken coinbase csv export download downloads sheet1 sheet " +
    "ohlc ohlcv adjusted unadjusted adj eod candle candles candlestick bars bar kline klines tick ticks table test sample example file all max to from final new old copy " +
    "updated clean cleaned raw full complete output input result results train bid ask time series timeseries chart charts market volume us usa xlsx " +
    "asx polygon poly simfin sharadar sep kaggle tv trades excel book1 mt4 mt5 metatrader paste screen tradingview akshare tushare " +
    "krx tpex twse hkex sgx jpx tse tsx bmv jse moex euronext upstox fyers zerodha histdata dukascopy " +
    "1m 5m 15m 30m 60m 1h 4h h1 h4 m5 m15 m30 1min 5min 15min 30min 60min 1mo 1wk 1y 2y 3y 5y 10y ytd year years"
  ).split(" "),
);
/** The same in other languages: prices, shares, data, history, daily. */
const FOREIGN_WORDS = new Set(
  (
    "preise foglio kurse kurs kursdaten mappe1 classeur1 libro1 cartel1 pasta1 zeszyt1 sesit1 книга1 feuille1 feuil1 hoja1 foglio1 plan1 planilha1 blad1 arkusz1 лист1 kursverlauf tageskurse aktie aktien aktienkurse wertpapier wertpapiere historie historisch historische taeglich täglich woechentlich wöchentlich monatlich daten datei tabelle verlauf " +
    "diario diaria diarios diarias diariamente cotizacion cotización cotizaciones precio precios accion acción acciones historico histórico historicos históricos datos semanal mensual " +
    "cotacao cotação cotacoes cotações preco preço precos preços acao ação acoes ações dados " +
    "quotazione quotazioni prezzo prezzi azione azioni storico storici dati giornaliero giornalieri titoli " +
    "cours cotation cotations bourse historique historiques donnees données quotidien quotidiens journalier prix titre titres " +
    "koers koersen aandeel aandelen dagelijks gegevens prijs prijzen beurs slotkoersen " +
    "kurser aktier aktiekurser dagligt priser historik historia kurssit osakkeet osake hinnat hinta paivittain " +
    "wykres tabela tabla tabella tableau tablo tablica результат результаты notowania notowanie kursy akcje akcja dane dzienne dzienny ceny cena ceník kurzy akcie denni " +
    "arfolyam árfolyam arfolyamok árfolyamok reszveny részvény adatok napi fiyat fiyatlar hisse hisseler veri veriler gunluk günlük gecmis " +
    "harga saham harian giá gia cophieu lichsu kotirovki kotirovky tseny dannye istoriya цены котировки акции данные история " +
    "shujuku lishi hangqing gupiao rixian jiage 行情 股票 数据 历史 日线 株価 データ 時系列 주가 시세 데이터"
  ).split(" "),
);
/** Words of files and tables in small letters; a share may be called so in capitals. */
const FILE_WORDS = new Set(
  (
    "df dfs frame dataframe pd px spot real live open close high low value values ts series feed list panel wide long pivot rates rate coin coins crypto token fx " +
    "ticker tickers symbol asset assets company companies instrument security main my mydata demo app src db base log out in foo tos ohlcs prc stk stks mkt mktdata stockdata pricedata"
  ).split(" "),
);
/** Words that a share may be called and a file more often is: its name is suggested, and asked. */
const DOUBTFUL = new Set(
  (
    "query queries bolsa borsa boerse merged merge combined joined sina okx tencent upbit huobi htx kucoin bybit bitstamp bitfinex gateio finnhub fmp marketstack eastmoney baostock split records temp tmp report reports master dump index indices eod portfolio watchlist universe symbols " +
    "nse bse nyse amex lse bats xetra mcx ncdex cboe otc backup archive latest untitled unknown workbook equity equities etf etfs " +
    "funds crypto forex futures"
  ).split(" "),
);
/** Nothing but a day: `20210118`. */
const DAY = /^(?:(?:19|20)\d{6}|\d{4}(?:19|20)\d{2}|\d{4}[-._]\d{2}[-._]\d{2})$/;
/** `AAPL.US`, `aapg.us`, `0700.HK`: an instrument and where it trades. */
const WITH_MARKET = /^[A-Za-z0-9^&-]{1,12}\.[A-Za-z]{1,4}$/;
/** `brk-a.us`, `rds_b.uk`: a class of shares, and where it trades. */
const CLASS_WITH_MARKET = /^([a-z]{1,6})[-_]([a-z]{1,2})\.(us|uk|de|jp|hk|pl|hu|l|to|v|st|co|ol|he)$/i;
const SYMBOL = /^[\^$]?[A-Za-z0-9][A-Za-z0-9.&^=%!]{0,19}$/;
const WHOLE = /^[\^$]?[A-Z0-9][A-Z0-9.&^=-]{0,19}$/;
const LONGEST_LOWER = 6;

interface Pattern {
  readonly match: RegExp;
  readonly symbol: (groups: readonly string[]) => string;
}

const PATTERNS: readonly Pattern[] = [
  { match: /^Quote-Equity-(.+?)-(?:[A-Z]{2}|[A-Z]\d)-\d/i, symbol: ([one = ""]) => one },
  {
    match: /^(?:time_series_)?(?:daily|weekly|monthly|intraday)(?:_adjusted)?_([^_]+)$/i,
    symbol: ([one = ""]) => one,
  },
  {
    match: /^([\^a-z0-9-]+)_([a-z]{2})_[dwm]$/i,
    symbol: ([one = "", two = ""]) => `${one}.${two}`.toUpperCase(),
  },
  { match: /^(\^[a-z0-9]+|[a-z0-9]{1,8})_[dwm]$/, symbol: ([one = ""]) => one.toUpperCase() },
  { match: /(?:STOCK|FUND|INDEX|ETF|FUTURE)_[A-Z]{2}_[A-Z]+_([A-Z0-9.]+)$/, symbol: ([one = ""]) => one },
  {
    match:
      /^(.+?)[ _](?:- )?(?:historical data|historical prices|historische daten|historische koersen|dati storici|dados históricos|données historiques|datos históricos|geçmiş verileri|dane historyczne|stock price history|price history|etf stock price history)(?: ?\(\d+\))?$/i,
    symbol: ([one = ""]) => one,
  },
  { match: /^(.+?)_Candlestick_/i, symbol: ([one = ""]) => one },
  {
    match: /^(.+?)_(?:daily|weekly|monthly|intraday[^_]*|price-history)[-_](?:historical|price|nearby)/i,
    symbol: ([one = ""]) => one.toUpperCase(),
  },
  { match: /^[A-Z]{2,10}_([A-Z0-9.!&_-]+), \w+/, symbol: ([one = ""]) => one },
  {
    match: /^([A-Za-z]{6})(?:Daily|1440|10080|43200|240|60|30|15|5|1)$/,
    symbol: ([one = ""]) => one.toUpperCase(),
  },
];
/** What stands in front of a symbol, `NSE-TCS`, by the exchange's code; under "" vendors, and exchanges of no one place. */
const IN_FRONT: Readonly<Record<string, string>> = {
  NSE: "NSE XNSE",
  BSE: "BSE XBOM BOM",
  NYSE: "NYSE XNYS",
  ARCA: "NYSEARCA",
  NASDAQ: "NASDAQ XNAS",
  AMEX: "AMEX",
  LSE: "LSE",
  JSE: "JSE",
  XETRA: "XETRA XETR",
  FRA: "FWB",
  TSX: "TSX",
  B3: "BMFBOVESPA",
  MOEX: "MOEX",
  ASX: "ASX",
  HKEX: "HKEX",
  SGX: "SGX",
  KRX: "KRX",
  TWSE: "TWSE",
  "": "TSE EURONEXT WIKI EOD FRED BATS MCX NCDEX COMEX NYMEX CBOE OTC",
};
/** The same of words that stay in the symbol. */
const STAYING: Readonly<Record<string, string>> = {
  LSE: "LON XLON",
  JSE: "XJSE",
  TASE: "TASE TLV XTAE",
  TADAWUL: "TADAWUL",
};
const codeOfWords = (words: Readonly<Record<string, string>>): readonly (readonly [string, string])[] =>
  Object.entries(words).flatMap(([code, names]) => names.split(" ").map((name) => [name, code] as const));
const EXCHANGES = new Map([...codeOfWords(IN_FRONT), ...codeOfWords(STAYING)]);
const PREFIX = new RegExp(`^(?:${Object.values(IN_FRONT).join(" ").replaceAll(" ", "|")})[-_](?=.)`);
/** An exchange in brackets behind a symbol: `JPM (NYSE)`. */
const EXCHANGE_BEHIND =
  /(?<=.)\s*[([](?:NSE|BSE|LSE|NYSE|NASDAQ|AMEX|ASX|TSX|XETRA|HKEX|TSE|SGX|KRX|TWSE|JSE|MCX|CBOE|OTC)[)\]]$/i;
/** Adjusted forward, backward or not at all, as China writes it: `600036_qfq`, `600036前复权`. */
const CHINESE_ADJUSTMENT = /(?<=.)[-_ (（]*(?:[前后後不未][复復][权權]|[qhb]fq)[)）]?$/i;
/** The moment of a download behind a symbol, in seconds or thousandths: `AAPL-1704200000000`. */
const MOMENT = /(?<=.)[-_ ]\d{10,}$/;
/** `AAPL-2020-2024`: the years that a file spans are not part of its instrument. */
const YEARS = /(?<=.)[-_ ](?:19|20)\d\d[-_ ]?(?:to)?[-_ ]?(?:19|20)\d\d$/;
/** `ACME-2024-02-26`, `ACME_20240102_20240226`: neither are the days. */
const DAYS_BEHIND =
  /(?<=.)(?:[-_ ]+(?:from[-_ ]+|to[-_ ]+)?(?:\d{4}[-._]\d{1,2}[-._]\d{1,2}|\d{1,2}[-._]\d{1,2}[-._]\d{4}|(?:19|20)\d{6})(?!\d)){1,2}$/i;
/** An index whose number says how many it holds: `S&P 500`, `nifty_50`. */
const NUMBERED_INDEX =
  /^(nifty(?:[ _-]?(?:midcap|smallcap|largemidcap|microcap|next))?|s&p(?:[ _-](?:midcap|smallcap|asx|tsx|bse))?|sp|bse|sensex|russell|nasdaq|dow(?: jones)?|cac|dax|m-?dax|s-?dax|tec-?dax|ftse|ftse mib|stoxx|euro ?stoxx|msci|nikkei|topix|kospi|kosdaq|csi|ibex|asx|tsx|omx|omxs|smi|bel|aex|atx|psi|wig|klci|vn|hang seng|wilshire|tidal)[ _-]?(\d{2,4})(?![\d.])/i;
/** An index of India by its sector: `NIFTY BANK`, `NIFTY_IT`. */
const NAMED_INDEX = /^nifty[ _-]([a-z]+(?:[ _-][a-z]+)?)$/i;
/** A word and a number that isn't a year: an index, likely, or a copy's number. */
const WORD_AND_NUMBER = /^([A-Za-z&]{2,12}) (\d{2,4})$/;

/**
 * What a file's name says of its instrument, or a sheet's and its book's; null where they say nothing.
 *
 * @param isOnlySheet - true for the only one of its book: then the book is no collection, and its name counts as much
 */
export function symbolFromFileName(file: string, isOnlySheet = false): NamedSymbol | null {
  const found = sheetOf(file);
  if (!found) return symbolFromOneName(file);
  const { book, sheet } = found;
  const ofSheet = NO_SHEET_NAME.test(sheet.trim()) ? null : symbolFromOneName(sheet);
  const ofBook = symbolFromOneName(book);
  if (ofSheet === null || ofBook === null) return ofSheet ?? ofBook;
  const areRivals =
    isOnlySheet && ofSheet.isExact && ofBook.isExact && contradicts(ofSheet.symbol, ofBook.symbol);
  if (areRivals) return { ...ofBook, isSure: false, isExact: false };
  // The book is of one instrument, or of many with a sheet for each: the name that is a ticker says which.
  return ofSheet.isSure || !ofBook.isSure ? ofSheet : ofBook;
}

/** Without what says of the file how it is written. */
function plainFileName(file: string): string {
  let base = baseName(file);
  while (EXTENSIONS.test(base)) base = base.replace(EXTENSIONS, "");
  return decode(base).trim();
}

/** The code of the exchange in front of a symbol in a file's name, or in brackets behind it; "" for none. */
export function exchangeInFileName(file: string): string {
  const base = plainFileName(sheetOf(file)?.book ?? file);
  const words = [/^([A-Z]+)[-_]./, /.\s*[([]([A-Z]+)[)\]]$/].map((place) => place.exec(base)?.[1] ?? "");
  return words.map((word) => EXCHANGES.get(word) ?? "").find((code) => code !== "") ?? "";
}

function symbolFromOneName(file: string): NamedSymbol | null {
  const base = plainFileName(file);
  for (const { match, symbol } of PATTERNS) {
    const found = match.exec(base);
    const named = found ? tidy(symbol(found.slice(1))) : "";
    if (named !== "" && isName(named)) return { symbol: named, isSure: true, isExact: true };
  }
  const bare = [PREFIX, EXCHANGE_BEHIND, CHINESE_ADJUSTMENT, MOMENT, DAYS_BEHIND, YEARS].reduce(
    (rest, pattern) => rest.replace(pattern, ""),
    base,
  );
  if (/^\d{4,6}$/.test(bare) && !isYear(bare)) {
    return { symbol: bare, isSure: true, isExact: true };
  }
  if (DAY.test(bare)) return null;
  const index = NUMBERED_INDEX.exec(base);
  if (index) {
    const [whole, name = "", number = ""] = index;
    const symbol = /[ _-]\d+$/.test(whole) ? `${name.toUpperCase()} ${number}` : whole.toUpperCase();
    return { symbol: symbol.replaceAll("_", " "), isSure: true, isExact: false };
  }
  const sector = NAMED_INDEX.exec(bare)?.[1];
  if (sector !== undefined && sector.split(/[ _-]/).every(isName)) {
    return { symbol: bare.toUpperCase().replaceAll(/[_-]/g, " "), isSure: true, isExact: false };
  }
  const [, word = "", number = ""] = WORD_AND_NUMBER.exec(bare) ?? [];
  if (isName(word) && word !== "" && !isYear(number)) {
    return { symbol: bare.toUpperCase(), isSure: false, isExact: false };
  }
  if (isDoubtful(bare)) return { symbol: bare.toUpperCase(), isSure: false, isExact: false };
  const [, stem = "", shareClass = "", market = ""] = CLASS_WITH_MARKET.exec(bare) ?? [];
  if (stem !== "" && isName(stem))
    return { symbol: `${stem}-${shareClass}.${market}`.toUpperCase(), isSure: true, isExact: true };
  if (WHOLE.test(bare) && isName(bare)) return { symbol: bare, isSure: true, isExact: true };
  return fromWords(bare);
}

function fromWords(base: string): NamedSymbol | null {
  const words = base
    .replaceAll(DATES, " ")
    .replaceAll(MONTHS, " ")
    .replaceAll(/\(\d+\)/g, " ")
    .split(/[\s_,()[\]+-]+/)
    .filter((word) => word !== "" && isName(word));
  const [word, second] = words;
  if (word === undefined) return loneNumber(base);
  if (words.length === 2 && words.every((one) => /^[A-Z0-9]{2,5}$/.test(one))) {
    return { symbol: `${word}_${second ?? ""}`, isSure: true, isExact: false };
  }
  const own = words.filter((one) => !isDoubtful(one));
  if (words.length > 1 && own.length < words.length && own.length < 2) {
    return { symbol: own[0] ?? words.join(" ").slice(0, 40), isSure: false, isExact: false };
  }
  if (isDoubtful(word)) return { symbol: word.toUpperCase(), isSure: false, isExact: false };
  if (words.length > 1 || !SYMBOL.test(word))
    return { symbol: words.join(" ").slice(0, 40), isSure: false, isExact: false };
  const stem = word.replace(/(?:Daily|Hist)$/, "");
  const isLower = stem === stem.toLowerCase();
  const isSure =
    stem === stem.toUpperCase() || (isLower && lettersOf(stem) <= LONGEST_LOWER) || stem.includes(".");
  const isExact = WITH_MARKET.test(stem) && isName(stem.split(".")[0] ?? "");
  return { symbol: isLower ? stem.toUpperCase() : stem, isSure, isExact };
}

/** `STOCK_DAY_2330_202101`: what Asia's exchanges call a share, likely. */
function loneNumber(base: string): NamedSymbol | null {
  const numbers = base.split(/[\s_-]+/).filter((word) => /^\d{4}$/.test(word) && !/^(?:19|20)/.test(word));
  const [symbol, ...others] = numbers;
  return symbol === undefined || others.length > 0 ? null : { symbol, isSure: false, isExact: false };
}

function isDoubtful(word: string): boolean {
  const lower = word.toLowerCase();
  return DOUBTFUL.has(lower) || (FILE_WORDS.has(lower) && word !== word.toUpperCase());
}

function lettersOf(text: string): number {
  return text.replaceAll(/[^a-z]/g, "").length;
}

/** Neither a common word, nor a year, a span of years, a counter, a time of download or a month. */
function isName(word: string): boolean {
  return (
    !WORDS.has(word.toLowerCase()) &&
    !FOREIGN_WORDS.has(word.toLowerCase()) &&
    !/^(?:v?\d{1,4}|\d{10,}|\d+(?:y|yr|yrs|years|mo|d))$/i.test(word) &&
    !/^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\d{2,4}$/i.test(word)
  );
}

function isYear(digits: string): boolean {
  return /^(?:19|20)\d\d$/.test(digits);
}

function decode(base: string): string {
  try {
    return decodeURIComponent(base);
  } catch {
    return base; // a percent sign that encodes nothing
  }
}

function tidy(symbol: string): string {
  return symbol.trim() === symbol.trim().toLowerCase() ? symbol.trim().toUpperCase() : symbol.trim();
}

/** Codes of an exchange that several vendors write in other ways. */
const SAME_PLACE = new Map([
  ["SS", "SH"],
  ["SSE", "SH"],
  ["XSHG", "SH"],
  ["SZSE", "SZ"],
  ["XSHE", "SZ"],
  ["LON", "L"],
  ["NSE", "NS"],
  ["BSE", "BO"],
]);

/** Digits of China's codes. */
const LONG_CODE = 6;

/** Letters and numbers of a symbol, in any order: `sh.600036` and `600036.SS` have the same. */
function partsOf(symbol: string): ReadonlySet<string> {
  const bare = symbol.toUpperCase().replace(/^[01]\.(?=\d{6}$)/, "");
  const parts = bare.match(/[A-Z]+|\d+/g) ?? [];
  return new Set(parts.map((part) => SAME_PLACE.get(part) ?? part));
}

/** True where a column's symbol and the file's contradict each other: neither is part of the other, nor made of the same. */
export function contradicts(fromColumn: string, fromName: string): boolean {
  const [own, named] = [partsOf(fromColumn), partsOf(fromName)];
  const [few, many] = own.size < named.size ? [own, named] : [named, own];
  const areSame = [...few].every((part) => many.has(part));
  // `1.600036`: a vendor's number for the exchange.
  if (areSame && [...few].some((part) => part.length >= LONG_CODE || few.size > 1)) return false;
  const one = fromColumn.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  const other = fromName.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  return one !== "" && other !== "" && !one.includes(other) && !other.includes(one);
}
