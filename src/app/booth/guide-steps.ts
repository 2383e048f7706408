/** The guided demo: one strategy of the app's own from its rules to its result, a page at a time. */

export interface GuideStep {
  readonly title: string;
  readonly text: string;
  /** Where it is shown; null for the result of the simulation that the step itself starts. */
  readonly address: string | null;
}

/** A built-in strategy, which needs no prices but the demo market's. */
export const GUIDED_STRATEGY_ID = "builtin-1";

const stepOf = (step: string) => `/simulation-steps?id=${GUIDED_STRATEGY_ID}&step=${step}`;

export const GUIDE_STEPS: readonly GuideStep[] = [
  {
    title: "What would your rules have done?",
    text: "Tidemark answers with 20 years of daily prices of a whole market. This takes two minutes and six stops.",
    address: "/",
  },
  {
    title: "1. Scanner",
    text: "Which shares does the strategy look at each day? Size, sector, price against its average: what passes goes on.",
    address: stepOf("scanner"),
  },
  {
    title: "2. Buy rules",
    text: "When is a share bought, and which first when more of them qualify than there is money for?",
    address: stepOf("buy"),
  },
  {
    title: "3. Sell rules",
    text: "When is it sold again: at a loss that is too large, at a gain that is enough, or after so many days?",
    address: stepOf("sell"),
  },
  {
    title: "4. Simulation",
    text: "With how much money, from when to when, at what costs? All of it can be changed: try another number.",
    address: stepOf("simulation"),
  },
  {
    title: "The result",
    text: "Every day of the period was walked through, with orders filled at the next day's prices. Scroll down: growth against the market, the worst falls, each trade, and how every figure was worked out.",
    address: null,
  },
];
