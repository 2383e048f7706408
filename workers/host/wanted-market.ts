/** Which market a request is about, and which of its columns: that follows from what the strategy's program looks at. */
import { needsHighAndLow } from "../engine/run-rules.ts";
import { ok } from "../model/problem.ts";
import type { Result } from "../model/problem.ts";
import type { DatasetSource } from "../model/dataset-source.ts";
import type { RunRequest, VariantsRequest } from "../model/protocol.ts";
import type { Strategy } from "../model/strategy.ts";
import { readStrategyRules } from "../rules/strategy-rules.ts";
import type { HighsAndLows, MarketWanted } from "./kept-market.ts";

/** What is known of a market before it is read, and what reading it needs to know. */
export interface WantedMarket extends MarketWanted {
  /** Exchange of the instruments that no file places. */
  readonly exchange: string;
  /** What works on it: the numbers by their own code are to be there. */
  readonly strategies?: readonly Strategy[];
}

/** Whether a strategy has code that its rules may use. */
export function hasOwnCode({ computed = [] }: Strategy): boolean {
  return computed.some(({ off }) => !off);
}

/** For a run of the strategy. Refused where its rules can't be read: before any price is. */
export function wantedBy({ strategy, source }: RunRequest): Result<WantedMarket> {
  const rules = readStrategyRules(strategy);
  if (!rules.ok) return rules;
  const { exchange } = strategy.scanner;
  const highsAndLows = needsHighAndLow(strategy, rules.value) ? "all" : "none";
  return ok({ source, exchange, highsAndLows, strategies: [strategy] });
}

/** For runs of all of them; one whose rules can't be read wants nothing, and is refused when its turn comes. */
export function wantedByAll({ strategies, source }: VariantsRequest): WantedMarket {
  const exchange = strategies[0]?.scanner.exchange ?? "";
  const highsAndLows = strategies.some(readsHighAndLow) ? "all" : "none";
  return { source, exchange, highsAndLows, strategies };
}

/** For work that no strategy has a part in, with every column; of highs and lows it looks at few. */
export function wholeMarket(source: DatasetSource): WantedMarket {
  return { source, exchange: "", highsAndLows: "few" };
}

/** For a run of the strategy that looks at some highs and lows of its own. */
export function wholeMarketFor({ strategy, source }: RunRequest): WantedMarket {
  const { exchange } = strategy.scanner;
  return { source, exchange, highsAndLows: fewOrAll(strategy), strategies: [strategy] };
}

/** What work wants that looks at a few highs and lows beside what the strategy's rules and code look at. */
export function fewOrAll(strategy: Strategy): HighsAndLows {
  return readsHighAndLow(strategy) ? "all" : "few";
}

function readsHighAndLow(strategy: Strategy): boolean {
  const rules = readStrategyRules(strategy);
  return rules.ok && needsHighAndLow(strategy, rules.value);
}
