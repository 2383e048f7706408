/** What the landing page says the app does. Titles are the specification's; each text must be true of the app. */
import type { ReactElement } from "react";
import {
  ChartIcon,
  ClockIcon,
  CopyIcon,
  CreateIcon,
  EntryIcon,
  FilterIcon,
  RunIcon,
  SaveIcon,
  ShieldIcon,
  TestIcon,
} from "#src/ui/icons.tsx";

export interface Point {
  readonly icon: () => ReactElement;
  readonly title: string;
  readonly text: string;
}

export const FEATURES: readonly Point[] = [
  {
    icon: CreateIcon,
    title: "Create strategies",
    text: "Four steps from the scanner to the simulation, with a sentence beside each that says what your rules mean.",
  },
  {
    icon: SaveIcon,
    title: "Save incomplete strategies to continue later",
    text: "Half-typed forms are kept as drafts on this device while you work. Close the tab; come back when you like.",
  },
  {
    icon: RunIcon,
    title: "Run simulations",
    text: "A whole exchange, day by day, in a background worker. The page stays quick, and so does the answer.",
  },
  {
    icon: ClockIcon,
    title: "Track execution status in real time",
    text: "Stage, percent, the date reached and the positions so far. Cancel stops it within a second.",
  },
  {
    icon: ChartIcon,
    title: "View results with performance metrics",
    text: "CAGR, max drawdown, Sharpe ratio and win rate against a benchmark, with every position and every year.",
  },
  {
    icon: CopyIcon,
    title: "Clone strategies",
    text: "Duplicate one of yours or a built-in one, change a single rule, and compare what it does to the result.",
  },
];

export const STEPS: readonly Point[] = [
  {
    icon: FilterIcon,
    title: "Smart instrument selection",
    text: "The scanner narrows a market by price growth, price, market cap rank and daily traded value: any or all of them.",
  },
  {
    icon: EntryIcon,
    title: "Precision entry rules",
    text: "Buy only what closes at or above its earlier close and its moving average, over the days you set.",
  },
  {
    icon: ShieldIcon,
    title: "Risk-managed exits (stop-loss and take-profit)",
    text: "A trailing stop, a fixed stop, a profit target, and the shortest and longest time to hold.",
  },
  {
    icon: TestIcon,
    title: "Rigorous strategy testing",
    text: "Orders fill on the day after the signal, in whole shares, with the costs you enter. No rule sees tomorrow.",
  },
];
