/** The specification's lines on the pages that need no strategy: landing, pricing, contact, FAQ, unknown address. */
import { ELSEWHERE, EMAIL, FRAME, SURVEY } from "./spec-rows.ts";
import type { SpecRow } from "./spec-rows.ts";

export const LANDING: readonly SpecRow[] = [
  ...FRAME,
  {
    row: "the header has Features, How it Works, FAQ, Contact Us, Pricing, and ends with Get Started",
    type: "header",
    links: ["Features", "How it Works", "FAQ", "Contact Us", "Pricing", "Video Tutorials", "Blog Posts"],
    last: "Get Started",
  },
  { row: "Features is an anchor in the page", type: "anchor", name: "Features" },
  { row: "How it Works is an anchor in the page", type: "anchor", name: "How it Works" },
  {
    row: "Get Started goes to /strategy",
    type: "link",
    name: "Get Started",
    to: "/strategy",
    within: "banner",
  },
  { row: "Video Tutorials are promised", type: "status", button: "Video Tutorials", says: "Coming soon!" },
  { row: "Blog Posts are promised", type: "status", button: "Blog Posts", says: "Coming soon!" },
  { row: "the hero has Start Building to /strategy", type: "link", name: "Start Building", to: "/strategy" },
  { row: "it is for investors and traders", type: "text", text: /investors and traders/i },
  { row: "20+ years of market data", type: "text", text: /20\+ years/i },
  { row: "the survey opens in a new tab, without a way back", type: "new-tab", to: SURVEY },
  { row: "the survey takes 2 minutes", type: "text", text: /2.minutes?/i, within: "main" },
  { row: "feature: create strategies", type: "text", text: /create (\w+ )?strategies/i, within: "main" },
  {
    row: "feature: save incomplete strategies to continue later",
    type: "text",
    text: /save incomplete strategies/i,
  },
  { row: "the saved ones are to continue later", type: "text", text: /continue (\w+ )?later/i },
  { row: "feature: run simulations", type: "text", text: /run simulations/i },
  { row: "feature: track execution status in real time", type: "text", text: /track execution status/i },
  { row: "the status is tracked in real time", type: "text", text: /real time/i },
  { row: "feature: view results with performance metrics", type: "text", text: /view results/i },
  { row: "the results have performance metrics", type: "text", text: /performance metrics/i },
  { row: "feature: clone strategies", type: "text", text: /clone strategies/i },
  { row: "step: smart instrument selection", type: "text", text: /smart instrument selection/i },
  { row: "step: precision entry rules", type: "text", text: /precision entry rules/i },
  { row: "step: risk-managed exits", type: "text", text: /risk-managed exits/i },
  { row: "exits: stop-loss and take-profit", type: "text", text: /stop.loss and take.profit/i },
  { row: "step: rigorous strategy testing", type: "text", text: /rigorous strategy testing/i },
  { row: "strategy templates are open source", type: "text", text: /templates are open.source/i },
  { row: "users may write their own code", type: "text", text: /write (your|their) own code/i },
  {
    row: "the closing call goes to /strategy",
    type: "link",
    name: "Create Your First Strategy",
    to: "/strategy",
  },
  {
    row: "the footer shows the current year",
    type: "text",
    text: String(new Date().getFullYear()),
    within: "contentinfo",
  },
];

const PLANS: readonly (readonly [plan: string, price: string, contents: readonly RegExp[]])[] = [
  [
    "Free",
    "$0",
    [
      /\$0\.0436 credits/i,
      /10 back-tests over 10\+ years of data/i,
      /shared CPU cores/i,
      /standard queue priority/i,
    ],
  ],
  [
    "Tier 3",
    "$9.99",
    [
      /\$5 credits plus unlimited top-ups/i,
      /dedicated CPU core/i,
      /alerts and notification subscriptions/i,
      /Tier 3 queue priority/i,
    ],
  ],
  [
    "Tier 2",
    "$30",
    [
      /\$20 credits plus unlimited top-ups/i,
      /parallel task execution/i,
      /premium dataset/i,
      /live integration support/i,
      /Tier 2 priority/i,
      /advanced compute/i,
    ],
  ],
  [
    "Tier 1",
    "$100",
    [
      /\$80 credits plus unlimited top-ups/i,
      /higher execution and storage limits/i,
      /highest queue priority/i,
      /full-scale infrastructure/i,
    ],
  ],
];

const CUSTOM = [
  "dedicated hosts",
  "custom CPU/RAM/disk",
  "highest priority queue",
  "custom credit allocation",
  "advanced security",
];
const CREDITS: readonly (readonly [resource: string, price: RegExp])[] = [
  ["physical CPU core", /physical CPU core:? \$1 per 30 days \(\$0\.00139 per hour\)/i],
  ["shared CPU core", /shared CPU core:? \$0\.55 per 30 days \(\$0\.00077 per hour\)/i],
  ["disk space", /disk space:? \$0\.2 per 30 days \(\$0\.00028 per hour\)/i],
  ["persistent storage", /persistent storage:? \$0\.01 per day/i],
];

function planRow(plan: string, text: RegExp): SpecRow {
  return { row: `${plan} has ${text.source}`, type: "text", text, within: { cardOf: plan } };
}

export const PRICING: readonly SpecRow[] = [
  ...ELSEWHERE,
  ...PLANS.map(([plan, price]): SpecRow => ({
    row: `${plan} costs ${price}`,
    type: "text",
    text: price,
    within: { cardOf: plan },
  })),
  ...PLANS.flatMap(([plan, , contents]) => contents.map((text) => planRow(plan, text))),
  { row: "one plan is the most popular", type: "text", text: /most popular/i, within: "main", times: 1 },
  { row: "it is Tier 3", type: "text", text: /most popular/i, within: { cardOf: "Tier 3" } },
  { row: "prices are monthly", type: "text", text: /month/i, within: "main" },
  {
    row: "Get Started of the free plan",
    type: "link",
    name: "Get Started",
    to: "/strategy",
    within: { cardOf: "Free" },
  },
  { row: "the other plans lead to the contact", type: "link", name: "Get Started", to: "/contact", times: 3 },
  { row: "Custom Solutions is a block", type: "text", text: "Custom Solutions", within: "main" },
  ...CUSTOM.map((what): SpecRow => ({
    row: `custom solutions: ${what}`,
    type: "text",
    text: new RegExp(what, "i"),
    within: { cardOf: "Custom Solutions" },
  })),
  {
    row: "its button leads to the contact",
    type: "link",
    name: "Contact Us for Custom Solutions",
    to: "/contact",
  },
  ...CREDITS.map(([resource, price]): SpecRow => ({
    row: `the price of a ${resource}`,
    type: "text",
    text: price,
    within: { cardOf: "Credit System Pricing" },
  })),
];

export const CONTACT: readonly SpecRow[] = [
  ...ELSEWHERE,
  { row: "the heading", type: "text", text: "Contact Us", within: "main" },
  { row: "the address", type: "link", name: EMAIL, to: `mailto:${EMAIL}`, within: "main" },
  { row: "the text", type: "text", text: "We'd love to hear from you!", within: "main" },
];

const QUESTION_TITLES: readonly RegExp[] = [
  /what is tidemark/i,
  /how (do|can) I get started/i,
  /access and manage .*previous simulations/i,
  /types of financial data|financial data types/i,
  /fundamental data points/i,
  /advanced metrics/i,
];
const FIELDS = ["adjClose", "volume", "vwap", "pe", "revenue", "netIncome", "freeCashFlow", "growthRevenue"];
const FAQ_WORDS: readonly RegExp[] = [
  /strategy explanations/i,
  /web.tool walkthrough/i,
  /code implementation/i,
  /strategy builder and charts/i,
  /over 70,000 stocks/i,
  /multiple markets/i,
  /Python, JavaScript and R\b/,
  /\bprice data/i,
  /fundamentals/i,
  /financial statements/i,
  /growth (and debt )?metrics/i,
  /debt metrics/i,
  /save strategies|strategies .*saved|save .*strateg/i,
  /earlier simulations|previous simulations/i,
  /copy and modify strategies/i,
];

export const QUESTIONS: readonly SpecRow[] = [
  ...ELSEWHERE,
  { row: "the title", type: "text", text: "Tidemark FAQ", within: "main" },
  ...[...QUESTION_TITLES, ...FAQ_WORDS].map((text): SpecRow => ({
    row: `says ${text.source}`,
    type: "text",
    text,
    within: "main",
  })),
  ...FIELDS.map((field): SpecRow => ({
    row: `names the field ${field}`,
    type: "text",
    text: new RegExp(`(?<!\\w)${field}(?!\\w)`),
    within: "main",
  })),
  ...["Video Tutorials", "Blog Posts"].map((button): SpecRow => ({
    row: `${button} in the answer go nowhere yet`,
    type: "status",
    button,
    says: "Coming soon!",
    within: "main",
  })),
];

export const UNKNOWN: readonly SpecRow[] = [
  ...ELSEWHERE,
  { row: "it says so", type: "text", text: /not found/i, within: "main" },
  { row: "a way on", type: "link", name: /strateg/i, to: "/strategy", within: "main" },
];
