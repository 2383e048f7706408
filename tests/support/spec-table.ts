/**
 * What the specification promises, screen by screen. Written from spec/product-spec.md and, where that is silent,
 * design/product.md; never from the code. `tests/walk/specification.test.ts` reads every screen for it.
 *
 * A string is the specification's own wording and must appear as it is. A pattern is for what the specification
 * describes without quoting.
 */
import { CONTACT, LANDING, PRICING, QUESTIONS, UNKNOWN } from "./spec-public-pages.ts";
import type { SpecRow } from "./spec-rows.ts";
import {
  BUY,
  LIST,
  NO_RUN,
  OPEN_CARDS,
  RESULT,
  RUNNING,
  SCANNER,
  SELL,
  SIMULATION,
} from "./spec-studio-pages.ts";

/** A screen in one state; `tests/support/screens.ts` says how it is reached. */
export type ScreenName =
  | "landing"
  | "pricing"
  | "strategy list"
  | "strategy list, cards open"
  | "builder, scanner"
  | "builder, buy rules"
  | "builder, sell rules"
  | "builder, simulation"
  | "running"
  | "result"
  | "result without a run"
  | "contact"
  | "questions, all open"
  | "unknown address";

export interface SpecScreen {
  readonly screen: ScreenName;
  readonly rows: readonly SpecRow[];
}

export const SPECIFICATION: readonly SpecScreen[] = [
  { screen: "landing", rows: LANDING },
  { screen: "pricing", rows: PRICING },
  { screen: "strategy list", rows: LIST },
  { screen: "strategy list, cards open", rows: OPEN_CARDS },
  { screen: "builder, scanner", rows: SCANNER },
  { screen: "builder, buy rules", rows: BUY },
  { screen: "builder, sell rules", rows: SELL },
  { screen: "builder, simulation", rows: SIMULATION },
  { screen: "running", rows: RUNNING },
  { screen: "result", rows: RESULT },
  { screen: "result without a run", rows: NO_RUN },
  { screen: "contact", rows: CONTACT },
  { screen: "questions, all open", rows: QUESTIONS },
  { screen: "unknown address", rows: UNKNOWN },
];
