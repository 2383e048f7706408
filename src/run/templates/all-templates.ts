/** Every template with its strategy, in the order of the cards. */
import { strategySchema } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { TEMPLATE_CARDS } from "./template-cards.ts";
import type { TemplateCard } from "./template-cards.ts";

export interface Template {
  readonly card: TemplateCard;
  /** The strategy as the template's file says it. */
  readonly strategy: Strategy;
}

const FOLDER = "../../../datasets/templates";
const texts = import.meta.glob<string>("../../../datasets/templates/*.json", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** @throws where a card's file is missing or no strategy: both are part of the app */
export const ALL_TEMPLATES: readonly Template[] = TEMPLATE_CARDS.map((card) => {
  const text = texts[`${FOLDER}/${card.file}`];
  if (text === undefined) throw new Error(`all-templates: ${card.file} is missing beside cards.json`);
  return { card, strategy: strategySchema.parse(JSON.parse(text)) };
});
