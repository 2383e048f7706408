/** The two invented economies: what their markets go through, and what their listed companies look like. */
import { americanHolidays, indianHolidays, type HolidayRule } from "./sessions.ts";

/** A stretch of the market with a character of its own. */
export interface Regime {
  /** ISO date of its last day. */
  readonly until: string;
  /** What the common factor gains over the whole stretch, in percent. */
  readonly changePct: number;
  /** Volatility of the common factor in percent a year. */
  readonly volatilityPct: number;
}

/** Prices under `below` (in currency) move in steps of `step` (in hundredths of the currency). */
export interface TickBand {
  readonly below: number;
  readonly step: number;
}

/** Word stems for company names: any head goes with any tail, and their first letters make the symbol. */
interface NameStems {
  readonly heads: readonly string[];
  readonly tails: readonly string[];
  /** Letters of head and tail in a symbol; no two heads (tails) share their first ones. */
  readonly headLetters: number;
  readonly tailLetters: number;
  /** What stands behind every name. */
  readonly ending: string;
}

export interface Country {
  readonly id: string;
  /** ISO 4217 code. */
  readonly currency: string;
  readonly holidays: HolidayRule;
  readonly regimes: readonly Regime[];
  /** Ascending by `below`. */
  readonly ticks: readonly TickBand[];
  readonly names: NameStems;
  /** Price at which an ordinary company lists, in currency: lowest and highest. */
  readonly listingPrice: readonly [number, number];
  /** Price of the few dear companies at their listing, in currency: lowest and highest. */
  readonly dearPrice: readonly [number, number];
  /** A listing ends with the first close under this, in currency. */
  readonly ruinPrice: number;
  /** Price above which an ordinary company splits its shares, in currency: lowest and highest. */
  readonly splitPrice: readonly [number, number];
}

/** What a company can be in; the word is also a part of its name. */
export const SECTORS = [
  "Banking",
  "Software",
  "Pharma",
  "Energy",
  "Metals",
  "Motors",
  "Foods",
  "Cement",
  "Telecom",
] as const;

export const INDIA: Country = {
  id: "india",
  currency: "INR",
  holidays: indianHolidays,
  regimes: [
    { until: "2000-03-08", changePct: 16, volatilityPct: 26 },
    { until: "2001-10-04", changePct: -40, volatilityPct: 28 },
    { until: "2003-05-09", changePct: 14, volatilityPct: 18 },
    { until: "2004-02-03", changePct: 72, volatilityPct: 20 },
    { until: "2004-06-11", changePct: -20, volatilityPct: 28 },
    { until: "2006-04-21", changePct: 86, volatilityPct: 17 },
    { until: "2006-07-05", changePct: -20, volatilityPct: 32 },
    { until: "2007-12-20", changePct: 46, volatilityPct: 21 },
    { until: "2008-11-14", changePct: -43, volatilityPct: 32 },
    { until: "2009-03-26", changePct: 4, volatilityPct: 34 },
    { until: "2010-10-19", changePct: 96, volatilityPct: 22 },
    { until: "2011-12-07", changePct: -25, volatilityPct: 20 },
    { until: "2013-09-12", changePct: 18, volatilityPct: 15 },
    { until: "2015-02-17", changePct: 60, volatilityPct: 13 },
    { until: "2016-03-11", changePct: -20, volatilityPct: 17 },
    { until: "2018-01-12", changePct: 48, volatilityPct: 11 },
    { until: "2018-11-09", changePct: -10, volatilityPct: 14 },
    { until: "2020-02-07", changePct: 15, volatilityPct: 13 },
    { until: "2020-04-03", changePct: -36, volatilityPct: 58 },
    { until: "2021-11-02", changePct: 122, volatilityPct: 19 },
    { until: "2022-07-01", changePct: -16, volatilityPct: 18 },
    { until: "2024-09-06", changePct: 68, volatilityPct: 12 },
    { until: "2025-03-20", changePct: -11, volatilityPct: 14 },
  ],
  ticks: [
    { below: 100, step: 5 },
    { below: 250, step: 10 },
    { below: 1000, step: 50 },
    { below: 5000, step: 200 },
    { below: 20_000, step: 1000 },
    { below: Infinity, step: 5000 },
  ],
  names: {
    heads: words(
      "Ambari Barsha Chandri Dhruvi Elaya Falgun Girija Hamsa Induja Jalaja Kesari Lavani Madhuk " +
        "Nirjal Ojasi Pallav Quamar Rohini Shyama Tamasi Ujjval Vasudha Yashti Zarina Arghya Bhramar " +
        "Chitral Devaki Ekanta Gauhar Himani Ishani Jyotsna Kuhoo Lohita Mrinal Nalika Padmaja Rudrak " +
        "Sarika",
    ),
    tails: words("vahi kunda rekha talav dweep nabha marga shikar"),
    headLetters: 4,
    tailLetters: 3,
    ending: "Ltd",
  },
  listingPrice: [22, 900],
  dearPrice: [2500, 9000],
  ruinPrice: 5,
  splitPrice: [1500, 8000],
};

export const AMERICA: Country = {
  id: "america",
  currency: "USD",
  holidays: americanHolidays,
  regimes: [
    { until: "2000-08-18", changePct: 7, volatilityPct: 20 },
    { until: "2002-10-24", changePct: -38, volatilityPct: 24 },
    { until: "2004-03-05", changePct: 52, volatilityPct: 17 },
    { until: "2007-07-30", changePct: 42, volatilityPct: 12 },
    { until: "2007-12-28", changePct: -4, volatilityPct: 18 },
    { until: "2008-11-28", changePct: -40, volatilityPct: 38 },
    { until: "2009-03-18", changePct: -5, volatilityPct: 36 },
    { until: "2011-05-13", changePct: 104, volatilityPct: 18 },
    { until: "2011-10-14", changePct: -18, volatilityPct: 29 },
    { until: "2015-06-05", changePct: 98, volatilityPct: 12 },
    { until: "2016-02-22", changePct: -13, volatilityPct: 18 },
    { until: "2018-10-05", changePct: 64, volatilityPct: 10 },
    { until: "2018-12-28", changePct: -17, volatilityPct: 24 },
    { until: "2020-02-06", changePct: 40, volatilityPct: 11 },
    { until: "2020-04-01", changePct: -32, volatilityPct: 58 },
    { until: "2021-12-16", changePct: 98, volatilityPct: 15 },
    { until: "2022-10-21", changePct: -24, volatilityPct: 22 },
    { until: "2024-11-22", changePct: 66, volatilityPct: 12 },
    { until: "2025-03-20", changePct: -6, volatilityPct: 15 },
  ],
  ticks: [
    { below: 25, step: 1 },
    { below: 100, step: 5 },
    { below: 500, step: 25 },
    { below: Infinity, step: 100 },
  ],
  names: {
    heads: words(
      "Amber Bramble Cinder Dapple Elder Fennel Gannet Heron Ivory Juniper Kestrel Larch Marrow " +
        "Nettle Osprey Plover Quince Russet Sorrel Thistle Umber Vetch Willow Yarrow",
    ),
    tails: words("wick moor mere combe hollow garth"),
    headLetters: 4,
    tailLetters: 2,
    ending: "Inc",
  },
  listingPrice: [18, 120],
  dearPrice: [300, 900],
  ruinPrice: 4,
  splitPrice: [200, 900],
};

function words(text: string): readonly string[] {
  return text.split(" ");
}
