/** The demo market as a whole: four exchanges of two countries, as CSV files ready to be packed. */
import { parseIsoDay, toEpochDay } from "#workers/model/day.ts";
import { compareSymbols } from "#workers/model/market.ts";
import { tradeCompany, type Bars, type MarketPlace } from "./bars.ts";
import { CONSUMER_PRICES, drawConsumerPrices } from "./consumer-prices.ts";
import { dealNames, foundCompanies, type Company, type CompanyName } from "./companies.ts";
import {
  BARS_HEADER,
  FACTS_HEADER,
  writeBars,
  writeConsumerPrices,
  writeFacts,
  writeInstruments,
  writePrices,
  type InstrumentRow,
} from "./csv.ts";
import { AMERICA, SECTORS, type Country } from "./countries.ts";
import { EXCHANGES, type Exchange } from "./exchanges.ts";
import { drawFactors } from "./factors.ts";
import { tradeFunds } from "./funds.ts";
import { chainIndex, totalReturns } from "./index-series.ts";
import { publishReports } from "./reports.ts";
import { listSessions } from "./sessions.ts";

/** The bars of one exchange. */
export interface ExchangeFile {
  readonly exchange: string;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Rows without the header. */
  readonly rows: number;
  /** ISO dates of the first and the last row. */
  readonly firstDate: string;
  readonly lastDate: string;
  readonly instruments: readonly InstrumentRow[];
  /** Rows by symbol (code-unit order), then date. */
  readonly csv: string;
  /** What became known of its companies. */
  readonly facts: readonly CompanyFacts[];
}

/** Rows of facts.csv, without a header. */
interface CompanyFacts {
  readonly symbol: string;
  readonly text: string;
}

export interface Dataset {
  readonly files: readonly ExchangeFile[];
  /** instruments.csv: all exchanges, by symbol. */
  readonly instrumentsCsv: string;
  /** facts.csv in its wide form: all exchanges, by symbol, then day. */
  readonly factsCsv: string;
}

const FIRST_DAY = toEpochDay(2000, 1, 3);
const LAST_DAY = toEpochDay(2025, 3, 20);

/** Makes the demo market; the same text on every platform, every time. */
export function generateDataset(): Dataset {
  const countries = [...new Set(EXCHANGES.map(({ country }) => country))];
  const files = countries.flatMap(generateCountry);
  const instruments = bySymbol(files.flatMap((file) => file.instruments));
  const facts = bySymbol(files.flatMap((file) => file.facts));
  return {
    files,
    instrumentsCsv: writeInstruments(instruments),
    factsCsv: FACTS_HEADER + facts.map(({ text }) => text).join(""),
  };
}

function bySymbol<T extends { readonly symbol: string }>(items: readonly T[]): T[] {
  return items.toSorted((left, right) => compareSymbols(left.symbol, right.symbol));
}

function generateCountry(country: Country): ExchangeFile[] {
  const dates = listSessions(FIRST_DAY, LAST_DAY, country.holidays);
  const place: MarketPlace = { country, dates, factors: drawFactors(country, dates) };
  const exchanges = EXCHANGES.filter((exchange) => exchange.country === country);
  const names = dealNames(
    country,
    exchanges.map(({ companies }) => companies),
  );
  return exchanges.map((exchange, row) => generateExchange(exchange, names[row] ?? [], place));
}

function generateExchange(
  exchange: Exchange,
  names: readonly CompanyName[],
  place: MarketPlace,
): ExchangeFile {
  const { dates } = place;
  const companies = foundCompanies(exchange, names, dates.length);
  const listings = companies.map((company) => ({ company, bars: tradeCompany(company, place) }));
  const members = listings.map(({ bars }) => bars);
  const index = chainIndex(members, dates.length, exchange.country.ticks);
  const sections: Section[] = listings.map(({ company: { symbol, name, sector }, bars }) => ({
    instrument: describe(exchange, {
      symbol,
      name,
      instrumentType: "EQUITY",
      sector: SECTORS[sector] ?? "",
    }),
    rows: bars.session.length,
    text: writeBars(symbol, bars, dates),
  }));
  const { indexSymbol: symbol, indexName: name } = exchange;
  sections.push({
    instrument: describe(exchange, { symbol, name, instrumentType: "INDEX" }),
    rows: dates.length,
    text: writePrices(symbol, index, dates),
  });
  if (exchange.listsFunds) sections.push(...listFunds(exchange, place, members));
  sections.sort((left, right) => compareSymbols(left.instrument.symbol, right.instrument.symbol));
  return {
    exchange: exchange.id,
    currency: exchange.country.currency,
    rows: sections.reduce((sum, { rows }) => sum + rows, 0),
    firstDate: dates[0] ?? "",
    lastDate: dates.at(-1) ?? "",
    instruments: sections.map(({ instrument }) => instrument),
    csv: BARS_HEADER + sections.map(({ text }) => text).join(""),
    facts: listings.map(({ company, bars }) => writeCompanyFacts(company, bars, dates)),
  };
}

/** The funds, and the consumer prices of their country. */
function listFunds(exchange: Exchange, place: MarketPlace, members: readonly Bars[]): Section[] {
  const { country, dates } = place;
  const funds = tradeFunds({
    ...place,
    market: totalReturns(members, dates.length),
    foreignDates: listSessions(FIRST_DAY, LAST_DAY, AMERICA.holidays),
  });
  const consumerPrices = drawConsumerPrices(country.id, dates);
  return [
    ...funds.map(({ symbol, name, bars }) => ({
      instrument: describe(exchange, { symbol, name, instrumentType: "FUND" }),
      rows: dates.length,
      text: writePrices(symbol, bars, dates),
    })),
    {
      instrument: describe(exchange, { ...CONSUMER_PRICES, instrumentType: "INDEX" }),
      rows: consumerPrices.dates.length,
      text: writeConsumerPrices(CONSUMER_PRICES.symbol, consumerPrices),
    },
  ];
}

function writeCompanyFacts(company: Company, bars: Bars, dates: readonly string[]): CompanyFacts {
  const days = Array.from(bars.session, (session) => parseIsoDay(dates[session] ?? "") ?? 0);
  const { symbol } = company;
  return { symbol, text: writeFacts(symbol, publishReports({ company, bars, days })) };
}

/** The part of a file that belongs to one instrument. */
interface Section {
  readonly instrument: InstrumentRow;
  readonly rows: number;
  readonly text: string;
}

function describe(
  { id, country }: Exchange,
  instrument: Pick<InstrumentRow, "symbol" | "name" | "instrumentType"> &
    Partial<Pick<InstrumentRow, "sector">>,
): InstrumentRow {
  return { sector: "", ...instrument, exchange: id, currency: country.currency };
}
