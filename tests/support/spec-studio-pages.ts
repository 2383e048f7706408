/** The specification's lines on the strategy list, the builder's four steps and the results. */
import { ELSEWHERE } from "./spec-rows.ts";
import type { SpecRow } from "./spec-rows.ts";

const BUILDER: readonly SpecRow[] = [
  ...ELSEWHERE,
  {
    row: "the steps stand in order",
    type: "text",
    text: /Scanner.*Buy Rules.*Sell Rules.*Simulation/,
    within: "main",
  },
  { row: "Back is there", type: "button", name: "Back" },
];

const EARLIER_STEPS: readonly SpecRow[] = [
  ...BUILDER,
  { row: "Continue is there", type: "button", name: "Continue" },
];

/** The parameters of the specification's sample strategy, as a card or a card's summary tells them. */
const SAMPLE_SUMMARY: readonly (readonly [row: string, text: RegExp])[] = [
  ["exchange NSE", /exchange:? NSE/i],
  ["instrument EQUITY", /instrument( type)?:? EQUITY/i],
  ["the scanner is an 'any of' group", /any of/i],
  ["price growth over 300 days above 0 %", /price growth over 300 days.{0,20}\b0\s?%/i],
  ["price above 99 rupees", /price.{0,20}₹\s?99\b/i],
  ["market cap rank top 10 %", /market cap rank.{0,12}top 10\s?%/i],
  [
    "90-day average daily value above 300 million",
    /90.day average daily value.{0,20}(₹\s?30\s?Cr|30,00,00,000)/i,
  ],
  [
    "last price at or above the 30-day close",
    /last price at or above the .{0,12}(30.day close|close 30 days before)/i,
  ],
  ["last price at or above the 30-day moving average", /at or above the 30.day moving average/i],
  ["10 % trailing stop", /10\s?% trailing stop/i],
  ["5-day minimum hold", /(5.day minimum hold|5 days held at least|minimum hold.{0,20}5 days)/i],
  ["initial margin 100,000 rupees", /initial margin:? ₹\s?1,00,000/i],
  ["max 20 positions", /(max 20 positions|20 positions at most|max positions:? 20)/i],
  ["period 01/01/2000 to 20/03/2025", /01\/01\/2000 (to|–|-) 20\/03\/2025/],
  ["order priority 300-day top gainers first", /300.days? top gainers first/i],
];

export const LIST: readonly SpecRow[] = [
  ...ELSEWHERE,
  { row: "the card for a new strategy", type: "text", text: "Create a Strategy", within: "main" },
  { row: "the name's placeholder", type: "placeholder", text: "Enter strategy name" },
  { row: "BEGIN is disabled while there is no name", type: "button", name: "BEGIN", disabled: true },
  { row: "the way to the samples", type: "text", text: "Or Test with Built-in strategies" },
  { row: "two samples", type: "button", name: /My Momentum Strategy/, times: 2 },
  { row: "both updated two hours ago", type: "text", text: "Last updated 2 hours ago", times: 2 },
  { row: "they are closed at first", type: "no-text", text: /initial margin/i },
];

export const OPEN_CARDS: readonly SpecRow[] = [
  { row: "one is not simulated", type: "text", text: "Not simulated yet", times: 1 },
  { row: "the other is", type: "text", text: "Simulation Complete", times: 1 },
  { row: "the other shows results", type: "button", name: "Show Results", times: 1 },
  { row: "the one starts", type: "button", name: "Start Simulation", times: 1 },
  { row: "both can be edited", type: "link", name: "Edit Strategy", to: "/simulation-steps", times: 2 },
  { row: "both can be duplicated", type: "button", name: "Duplicate Strategy", times: 2 },
  ...SAMPLE_SUMMARY.map(([row, text]): SpecRow => ({
    row: `both say: ${row}`,
    type: "text",
    text,
    times: 2,
  })),
];

export const SCANNER: readonly SpecRow[] = [
  ...EARLIER_STEPS,
  {
    row: "exchange",
    type: "choice",
    label: /^exchange/i,
    options: ["NSE", "BSE", "NYSE", "NASDAQ"],
    value: "NSE",
  },
  {
    row: "instrumentType",
    type: "choice",
    label: /^instrument type/i,
    options: ["EQUITY", "FUTURES", "OPTIONS"],
    value: "EQUITY",
  },
  { row: "priceGrowth is 0 %", type: "figure", label: /price growth(?! looks)/i, value: 0, unit: /%/ },
  { row: "the growth looks back 300 days", type: "text", text: /\b300\b.{0,10}days/, within: "main" },
  {
    row: "minPrice is 99 rupees",
    type: "figure",
    label: /min(imum)? price/i,
    value: 99,
    unit: /₹|INR|rupee/i,
  },
  { row: "marketCapRank is the top 10 %", type: "figure", label: /market cap/i, value: 10, unit: /%/ },
  {
    row: "avgDailyValue is 300,000,000 rupees",
    type: "figure",
    label: /average daily (traded )?value(?! looks)/i,
    value: 300_000_000,
    unit: /₹|INR|rupee/i,
  },
  { row: "the daily value looks back 90 days", type: "text", text: /\b90\b.{0,10}days/, within: "main" },
];

export const BUY: readonly SpecRow[] = [
  ...EARLIER_STEPS,
  { row: "lastPriceVsClose is on", type: "tick", label: /last price at or above .*30.day close/i },
  { row: "lastPriceVsMA is on", type: "tick", label: /last price at or above .*moving average/i },
  { row: "movingAverageDays is 30", type: "figure", label: /moving average/i, value: 30, unit: /days/ },
];

export const SELL: readonly SpecRow[] = [
  ...EARLIER_STEPS,
  { row: "trailingStopLoss is 10 %", type: "figure", label: /trailing stop/i, value: 10, unit: /%/ },
  { row: "minHoldingDays is 5", type: "figure", label: /min(imum)? holding/i, value: 5, unit: /days/ },
  {
    row: "the note on the minimum holding period",
    type: "text",
    text: /positions are not exited before the minimum holding period,? regardless of other conditions/i,
  },
];

export const SIMULATION: readonly SpecRow[] = [
  ...BUILDER,
  {
    row: "startMargin is 100,000 rupees",
    type: "figure",
    label: /margin/i,
    value: 100_000,
    unit: /₹|INR|rupee/i,
  },
  { row: "startDate is 2000-01-01", type: "date", label: /start date/i, value: "2000-01-01" },
  { row: "endDate is 2025-03-20", type: "date", label: /end date/i, value: "2025-03-20" },
  { row: "maxPositions is 20", type: "figure", label: /^max(imum)? positions(?! per)/i, value: 20 },
  {
    row: "maxPositionsPerInstrument is 1",
    type: "fixed",
    label: /max(imum)? positions per instrument/i,
    value: "1",
  },
  { row: "position sizing is Equal Weight", type: "fixed", label: /position sizing/i, value: "Equal Weight" },
  {
    row: "sortingType",
    type: "choice",
    label: /order priority|sort/i,
    options: ["300-days-top-gainer-first", "market-cap-desc", "volume-desc"],
    value: "300-days-top-gainer-first",
  },
  {
    row: "Save says that it saved",
    type: "status",
    button: "Save Strategy",
    says: "Strategy saved successfully!",
  },
  { row: "Start Simulation is there", type: "button", name: "Start Simulation" },
];

export const RUNNING: readonly SpecRow[] = [
  ...ELSEWHERE,
  { row: "the first text", type: "text", text: "Running backtest simulation..." },
  { row: "the second, with the run's years", type: "text", text: "Analyzing 25 years of market data" },
];

const CARDS = ["Start Value", "End Value", "Total Growth", "Total Growth %"];
const METRICS = ["CAGR", "Max Drawdown", "Sharpe Ratio", "Win Rate"];

export const RESULT: readonly SpecRow[] = [
  ...ELSEWHERE,
  { row: "the strategy's name", type: "text", text: "My Momentum Strategy", within: "main" },
  { row: "the date range", type: "text", text: /\d\d\/01\/2000 (to|–|-) \d\d\/03\/2025/, within: "main" },
  { row: "the benchmark", type: "text", text: /benchmark:? \S/i, within: "main" },
  { row: "Virtual Deployment begins one", type: "button", name: "Virtual Deployment" },
  {
    row: "Live Deployment is promised",
    type: "status",
    button: "Live Deployment",
    says: "Coming soon!",
  },
  ...[...CARDS, ...METRICS].map((card): SpecRow => ({
    row: `the card ${card}`,
    type: "text",
    text: card,
    within: "main",
  })),
  ...METRICS.map((card): SpecRow => ({ row: `${card} is explained on hover`, type: "explained", card })),
  { row: "the start value is the margin", type: "text", text: /Start Value ₹\s?1,00,000\b/, within: "main" },
  {
    row: "CAGR stands against the benchmark's",
    type: "text",
    text: /CAGR .{0,40}benchmark/i,
    within: "main",
  },
  { row: "so does Sharpe", type: "text", text: /Sharpe Ratio .{0,40}benchmark/i, within: "main" },
  { row: "the growth curve", type: "text", text: /account growth curve/i, within: "main" },
  { row: "the positions' box is 500 px high", type: "scroll-box", table: "All Positions", height: 500 },
  {
    row: "the years' box is 500 px at most",
    type: "scroll-box",
    table: "Yearly Growth Breakdown",
    height: 500,
  },
  {
    row: "the positions' columns",
    type: "columns",
    table: "All Positions",
    headings: [
      /instrument/i,
      /entry date/i,
      /exit date/i,
      /entry price/i,
      /exit price/i,
      /quantity/i,
      /^(profit|P&L)$/i,
      /profit %/i,
      /days held/i,
    ],
  },
  {
    row: "the years' columns",
    type: "columns",
    table: "Yearly Growth Breakdown",
    headings: [/^year$/i, /start value/i, /end value/i, /^growth$/i, /^growth %/i, /benchmark %/i],
  },
];

export const NO_RUN: readonly SpecRow[] = [
  ...ELSEWHERE,
  { row: "no sample numbers", type: "no-text", text: /18\.2\s?%|35\.8\s?%|68\.5\s?%/ },
  { row: "a way to the strategies", type: "link", name: /strateg/i, to: "/strategy", within: "main" },
];
