/** The plans and prices of the hosted service, word for word as the specification lists them. */

export interface Plan {
  readonly id: string;
  readonly title: string;
  readonly price: string;
  readonly duration: string;
  readonly forWhom: string;
  /** At most six. */
  readonly features: readonly string[];
  readonly mostPopular: boolean;
  readonly buttonText: string;
  /** Where the button leads. */
  readonly path: string;
}

/** The cheapest first. */
export const PLANS: readonly Plan[] = [
  {
    id: "free",
    title: "Free",
    price: "$0",
    duration: "per month",
    forWhom: "For a first look at backtesting",
    features: [
      "$0.0436 credits",
      "10 back-tests over 10+ years of data",
      "Shared CPU cores",
      "Standard queue priority",
    ],
    mostPopular: false,
    buttonText: "Get Started",
    path: "/strategy",
  },
  {
    id: "tier-3",
    title: "Tier 3",
    price: "$9.99",
    duration: "per month",
    forWhom: "For investors who test ideas often",
    features: [
      "$5 credits plus unlimited top-ups",
      "Dedicated CPU core",
      "Alerts and notification subscriptions",
      "Tier 3 queue priority",
    ],
    mostPopular: true,
    buttonText: "Get Started",
    path: "/contact",
  },
  {
    id: "tier-2",
    title: "Tier 2",
    price: "$30",
    duration: "per month",
    forWhom: "For traders with several strategies",
    features: [
      "$20 credits plus unlimited top-ups",
      "Parallel task execution",
      "Premium dataset",
      "Live integration support",
      "Tier 2 priority",
      "Advanced compute",
    ],
    mostPopular: false,
    buttonText: "Get Started",
    path: "/contact",
  },
  {
    id: "tier-1",
    title: "Tier 1",
    price: "$100",
    duration: "per month",
    forWhom: "For professionals and research teams",
    features: [
      "$80 credits plus unlimited top-ups",
      "Higher execution and storage limits",
      "Highest queue priority",
      "Full-scale infrastructure",
    ],
    mostPopular: false,
    buttonText: "Get Started",
    path: "/contact",
  },
];

export const CUSTOM_SOLUTIONS: readonly string[] = [
  "Dedicated hosts",
  "Custom CPU/RAM/disk",
  "Highest priority queue",
  "Custom credit allocation",
  "Advanced security",
];

export interface CreditPrice {
  readonly resource: string;
  readonly price: string;
}

export const CREDIT_PRICES: readonly CreditPrice[] = [
  { resource: "Physical CPU core", price: "$1 per 30 days ($0.00139 per hour)" },
  { resource: "Shared CPU core", price: "$0.55 per 30 days ($0.00077 per hour)" },
  { resource: "Disk space", price: "$0.2 per 30 days ($0.00028 per hour)" },
  { resource: "Persistent storage", price: "$0.01 per day" },
];
