/** The well-known exchanges: what they are called here, the money their prices are in, and how vendors end their symbols. */

export interface Exchange {
  /** The code by which strategies and datasets name it. */
  readonly code: string;
  readonly place: string;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Behind the point of a symbol, as Yahoo writes it; "" where a symbol ends in none that is sure. */
  readonly ending: string;
  /** What hundredths of the currency are called where prices come in them, too: then only a file's source can say which. */
  readonly hundredths: string | null;
}

/** A market that has no name here, as of funds, rates and coins: its currency is a question. */
export const OTHER_EXCHANGE = "OTHER";

export const WELL_KNOWN_EXCHANGES: readonly Exchange[] = [
  row("NSE", "India", "INR"),
  row("BSE", "India", "INR"),
  row("NYSE", "New York", "USD"),
  row("NASDAQ", "New York", "USD"),
  row("AMEX", "NYSE American", "USD"),
  row("ARCA", "NYSE Arca", "USD"),
  row("TSX", "Toronto", "CAD", "TO"),
  row("TSXV", "TSX Venture", "CAD"),
  row("BMV", "Mexico", "MXN", "MX"),
  row("B3", "São Paulo", "BRL", "SA"),
  row("LSE", "London", "GBP", "L", "GBX"),
  row("XETRA", "Frankfurt, electronic", "EUR", "DE"),
  row("FRA", "Frankfurt, floor", "EUR", "F"),
  row("EPA", "Paris", "EUR", "PA"),
  row("AMS", "Amsterdam", "EUR", "AS"),
  row("BRU", "Brussels", "EUR", "BR"),
  row("LIS", "Lisbon", "EUR", "LS"),
  row("DUB", "Dublin", "EUR", "IR"),
  row("MIL", "Milan", "EUR", "MI"),
  row("BME", "Madrid", "EUR", "MC"),
  row("VIE", "Vienna", "EUR", "VI"),
  row("HEL", "Helsinki", "EUR", "HE"),
  row("STO", "Stockholm", "SEK", "ST"),
  row("OSL", "Oslo", "NOK", "OL"),
  row("CPH", "Copenhagen", "DKK", "CO"),
  row("SIX", "Zurich", "CHF", "SW"),
  row("WSE", "Warsaw", "PLN", "WA"),
  row("PSE", "Prague", "CZK", "PR"),
  row("BUD", "Budapest", "HUF", "BD"),
  row("BIST", "Istanbul", "TRY", "IS"),
  row("MOEX", "Moscow", "RUB", "ME"),
  row("TADAWUL", "Riyadh", "SAR", "SR"),
  row("TASE", "Tel Aviv", "ILS", "TA", "ILA"),
  row("JSE", "Johannesburg", "ZAR", "JO", "ZAC"),
  row("TSE", "Tokyo", "JPY", "T"),
  row("HKEX", "Hong Kong", "HKD", "HK"),
  row("SSE", "Shanghai", "CNY", "SS"),
  row("SZSE", "Shenzhen", "CNY", "SZ"),
  row("TWSE", "Taipei", "TWD", "TW"),
  row("TPEX", "Taipei", "TWD", "TWO"),
  row("KRX", "Seoul", "KRW", "KS"),
  row("KOSDAQ", "Seoul", "KRW", "KQ"),
  row("SGX", "Singapore", "SGD", "SI"),
  row("SET", "Bangkok", "THB", "BK"),
  row("IDX", "Jakarta", "IDR", "JK"),
  row("KLSE", "Kuala Lumpur", "MYR", "KL"),
  row("HOSE", "Ho Chi Minh City", "VND", "VN"),
  row("ASX", "Sydney", "AUD", "AX"),
  row("NZX", "Wellington", "NZD", "NZ"),
];

function row(
  ...[code, place, currency, ending = "", hundredths = null]: readonly [
    code: string,
    place: string,
    currency: string,
    ending?: string,
    hundredths?: string | null,
  ]
): Exchange {
  return { code, place, currency, ending, hundredths };
}
