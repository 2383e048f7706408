/** What datasets/templates/cards.json says of each template; tests hold its shape and that its words are true. */
import cardsText from "../../../datasets/templates/cards.json?raw";

export type TemplateKind =
  | "portfolio"
  | "momentum"
  | "trend"
  | "breakout"
  | "mean-reversion"
  | "low-risk"
  | "calendar"
  | "fundamentals"
  | "benchmark";

export interface TemplateCard {
  readonly id: string;
  /** Name of the strategy's file beside the cards. */
  readonly file: string;
  readonly name: string;
  readonly kind: TemplateKind;
  /** Two sentences. */
  readonly idea: string;
  readonly why: string;
  readonly fails: string;
  readonly source: string;
  /** What it needs, in words. */
  readonly needs: string;
  /** Names of the facts that its rules use. */
  readonly facts: readonly string[];
  /** What its rules look at that not every dataset has. */
  readonly reads: readonly ("high-low" | "index" | "volume")[];
  /** "Monthly: a few changes each time." */
  readonly trades: string;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the file is ours, and tests hold its shape
export const { cards: TEMPLATE_CARDS } = JSON.parse(cardsText) as { readonly cards: readonly TemplateCard[] };
