/** Which cards are shown. */
import type { TemplateCard, TemplateKind } from "#src/run/templates/template-cards.ts";

export const KIND_NAMES: Readonly<Record<TemplateKind, string>> = {
  portfolio: "Portfolio",
  momentum: "Momentum",
  trend: "Trend",
  breakout: "Breakout",
  "mean-reversion": "Mean reversion",
  "low-risk": "Low risk",
  calendar: "Calendar",
  fundamentals: "Fundamentals",
  benchmark: "Benchmark",
};

/** Those of a kind ("" for all) whose card has every word that was typed. */
export function isShown(card: TemplateCard, kind: string, query: string): boolean {
  if (kind !== "" && card.kind !== kind) return false;
  const { name, idea, why, fails, source, needs, trades, facts } = card;
  const text = [name, KIND_NAMES[card.kind], idea, why, fails, source, needs, trades, ...facts]
    .join(" ")
    .toLowerCase();
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => text.includes(word));
}
