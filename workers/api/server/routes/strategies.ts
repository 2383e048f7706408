/** What is wrong with a strategy, and what it says. */
import { parseStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { exchangesOf } from "#workers/model/universe.ts";
import { fixedBuyRules, fixedScannerRules } from "#workers/rules/fixed-fields.ts";
import {
  cashWords,
  flowWords,
  planWords,
  restWords,
  scheduleWords,
  setBackWords,
  weightWords,
} from "#workers/words/portfolio.ts";
import type { PortfolioWriter } from "#workers/words/portfolio.ts";
import { sentenceOfLine, sentenceOfRule } from "#workers/words/sentences.ts";
import { checkWhole } from "../../check-strategy.ts";
import { checkAnswer, checkBody, refusals } from "../schemas.ts";
import type { App } from "../reply.ts";
import type { Services } from "../services.ts";

export function addStrategyRoutes(app: App, { datasets, keys }: Services): void {
  app.post(
    "/v1/strategies/check",
    {
      schema: {
        operationId: "checkStrategy",
        summary: "Everything that is wrong with a strategy",
        body: checkBody,
        response: { 200: checkAnswer, ...refusals },
      },
    },
    async (request, reply) => {
      const { strategy, dataset } = request.body;
      const outlineNow = () => (dataset === undefined ? null : datasets.ready(dataset).outline);
      return keys.once({
        request,
        reply,
        async act() {
          outlineNow(); // a refusal keeps no key
          return "";
        },
        async tell() {
          const checked = checkWhole(strategy, outlineNow());
          return reply.send({
            problems: checked.ok ? [] : [...checked.problems],
            words: strategyWords(strategy),
          });
        },
      });
    },
  );
}

/**
 * A strategy in plain words, one sentence a rule.
 * "" for what is no strategy.
 */
export function strategyWords(value: unknown): string {
  const read = parseStrategy(value);
  if (!read.ok) return "";
  const { name, scanner, buy, sell, simulation } = read.value;
  const fixed = fixedScannerRules(read.value).map(({ text }) => sentenceOfLine(text));
  const own = (scanner.rules ?? []).map((rule) => sentenceOfRule(rule));
  const buys = [
    ...fixedBuyRules(read.value).map(({ text }) => sentenceOfLine(text)),
    ...(buy.rules ?? []).map((rule) => sentenceOfRule(rule)),
  ];
  const sells = [
    ...percentRule(sell.trailingStopLoss, "it is", "% below its highest close since it was bought"),
    ...percentRule(sell.stopLoss, "it is", "% below its entry price"),
    ...percentRule(sell.takeProfit, "it is", "% above its entry price"),
    ...(sell.maxHoldingDays === null ? [] : [`it was held for ${sell.maxHoldingDays} sessions`]),
    ...(sell.rules ?? []).map((rule) => sentenceOfRule(rule, "position")),
  ];
  const { startDate, endDate, maxPositions, startMargin } = simulation;
  return [
    `${name}: ${exchangesOf(scanner).join(" and ")} ${scanner.instrumentType}, ${startDate} to ${endDate}, at most ${maxPositions} positions, from ${startMargin}.`,
    sentence(`Scan for ${scanner.match} of these`, fixed),
    sentence("Of these all", own),
    sentence("Buy when all of these hold", buys),
    sentence("Sell when any of these holds", sells),
    ...portfolioSentences(simulation),
  ]
    .filter((line) => line !== "")
    .join("\n");
}

const WRITE: PortfolioWriter = {
  money: String,
  percent: (value) => `${value}%`,
  number: String,
  day: (date) => date,
};

/** How much of each, when that is decided, and what comes in, goes out and is earned; "" for what it has not. */
function portfolioSentences(simulation: Strategy["simulation"]): string[] {
  const { positionSizing, weights = [], flows = [], cash, fillAt } = simulation;
  const schedule = scheduleWords(simulation);
  const held = [...weights.map(weightWords), restWords(simulation)].filter((words) => words !== "");
  const isByWeights = positionSizing === "weights";
  return [
    isByWeights ? sentence(`How much of each, ${planWords(simulation)}`, held) : "",
    isByWeights ? `${upperFirst(setBackWords(simulation, WRITE))}.` : "",
    schedule === "" ? "" : `Buys and sell rules are decided ${schedule}.`,
    sentence(
      "Money",
      flows.map((flow) => flowWords(flow, WRITE)),
    ),
    cash ? `Idle money earns ${cashWords(cash, WRITE)}.` : "",
    fillAt === "same-close"
      ? "Orders fill at the very close that gave the signal, as papers do and nobody can."
      : "",
  ];
}

function upperFirst(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function percentRule(percent: number | null, before: string, after: string): string[] {
  return percent === null ? [] : [`${before} ${percent} ${after}`];
}

function sentence(opening: string, parts: readonly string[]): string {
  return parts.length === 0 ? "" : `${opening}: ${parts.join("; ")}.`;
}
