/** A strategy in plain words, one sentence a rule. */
import { parseStrategy } from "#workers/model/strategy.ts";
import { fixedBuyRules, fixedScannerRules } from "#workers/rules/fixed-fields.ts";
import { sentenceOfLine, sentenceOfRule } from "#workers/words/sentences.ts";

/** "" for what is no strategy. */
export function strategyWords(value: unknown): string {
  const read = parseStrategy(value);
  if (!read.ok) return "";
  const { name, scanner, buy, sell, simulation } = read.value;
  const fixed = fixedScannerRules(read.value).map(({ text }) => sentenceOfLine(text));
  const own = (scanner.rules ?? []).map(sentenceOfRule);
  const buys = [
    ...fixedBuyRules(read.value).map(({ text }) => sentenceOfLine(text)),
    ...(buy.rules ?? []).map(sentenceOfRule),
  ];
  const sells = [
    ...percentRule(sell.trailingStopLoss, "it is", "% below its highest close since it was bought"),
    ...percentRule(sell.stopLoss, "it is", "% below its entry price"),
    ...percentRule(sell.takeProfit, "it is", "% above its entry price"),
    ...(sell.maxHoldingDays === null ? [] : [`it was held for ${sell.maxHoldingDays} sessions`]),
    ...(sell.rules ?? []).map(sentenceOfRule),
  ];
  const { startDate, endDate, maxPositions, startMargin } = simulation;
  return [
    `${name}: ${scanner.exchange} ${scanner.instrumentType}, ${startDate} to ${endDate}, at most ${maxPositions} positions, from ${startMargin}.`,
    sentence(`Scan for ${scanner.match} of these`, fixed),
    sentence("Of these all", own),
    sentence("Buy when all of these hold", buys),
    sentence("Sell when any of these holds", sells),
  ]
    .filter((line) => line !== "")
    .join("\n");
}

function percentRule(percent: number | null, before: string, after: string): string[] {
  return percent === null ? [] : [`${before} ${percent} ${after}`];
}

function sentence(opening: string, parts: readonly string[]): string {
  return parts.length === 0 ? "" : `${opening}: ${parts.join("; ")}.`;
}
