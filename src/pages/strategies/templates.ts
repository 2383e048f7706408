/**
 * Three of the templates in datasets/templates, of three kinds: what is strong, what trends and what is calm. All three
 * need prices alone, which the demo market has; they were not chosen for their results.
 */
import goldenCross from "../../../datasets/templates/golden-cross.json?raw";
import lowVolatility from "../../../datasets/templates/low-volatility.json?raw";
import yearHigh from "../../../datasets/templates/fifty-two-week-high.json?raw";
import { onFairTerms } from "#workers/model/fair-terms.ts";
import { strategySchema } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { TEMPLATE_CARDS } from "#src/run/templates/template-cards.ts";
import type { TemplateCard } from "#src/run/templates/template-cards.ts";

export interface Template {
  readonly card: TemplateCard;
  /** On fair terms, under the template's name. */
  readonly strategy: Strategy;
}

const FILES = [
  { id: "fifty-two-week-high", text: yearHigh },
  { id: "golden-cross", text: goldenCross },
  { id: "low-volatility", text: lowVolatility },
] as const;

export const TEMPLATES: readonly Template[] = FILES.flatMap(({ id, text }) => {
  const card = TEMPLATE_CARDS.find((one) => one.id === id);
  return card ? [{ card, strategy: onFairTerms(strategySchema.parse(JSON.parse(text))) }] : [];
});
