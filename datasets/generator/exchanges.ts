/** The four exchanges of the demo market. Their names are the product's; everything listed on them is invented. */
import { AMERICA, INDIA, type Country } from "./countries.ts";

export interface Exchange {
  readonly id: string;
  readonly country: Country;
  /** Companies that are listed at some time. */
  readonly companies: number;
  /** Part of them that is listed on the first session, as a fraction; the dear ones always are. */
  readonly founders: number;
  /** How many of them let their shares grow dear instead of splitting. */
  readonly dearCompanies: number;
  /** Market cap at a listing in 2000, in currency: lowest and highest. */
  readonly listingCap: readonly [number, number];
  /** Part of a company's market cap that is traded a session in 2000, as a fraction: lowest and highest. */
  readonly turnover: readonly [number, number];
  readonly indexSymbol: string;
  readonly indexName: string;
  /** True for the one on which the funds are listed, beside consumer prices. */
  readonly listsFunds?: true;
}

/** Exchanges of one country stand together and share its sessions, factors and name stems. */
export const EXCHANGES: readonly Exchange[] = [
  {
    id: "NSE",
    country: INDIA,
    companies: 120,
    founders: 0.25,
    dearCompanies: 9,
    listingCap: [1.5e10, 1.5e11],
    turnover: [0.0006, 0.0024],
    indexSymbol: "TIDAL120",
    indexName: "Tidal 120",
    listsFunds: true,
  },
  {
    id: "BSE",
    country: INDIA,
    companies: 40,
    founders: 0.34,
    dearCompanies: 3,
    listingCap: [1e10, 1e11],
    turnover: [0.0008, 0.004],
    indexSymbol: "ESTUARY40",
    indexName: "Estuary 40",
  },
  {
    id: "NYSE",
    country: AMERICA,
    companies: 40,
    founders: 0.34,
    dearCompanies: 3,
    listingCap: [8e9, 8e10],
    turnover: [0.002, 0.007],
    indexSymbol: "HARBOUR40",
    indexName: "Harbour 40",
  },
  {
    id: "NASDAQ",
    country: AMERICA,
    companies: 40,
    founders: 0.34,
    dearCompanies: 3,
    listingCap: [5e9, 6e10],
    turnover: [0.003, 0.01],
    indexSymbol: "SPINDRIFT40",
    indexName: "Spindrift 40",
  },
];
