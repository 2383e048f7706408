/** Which market a request is about, and which of its columns: that follows from what the strategy's program looks at. */
import { needsHighAndLow } from "../engine/run-rules.ts";
import { ok } from "../model/problem.ts";
import type { Result } from "../model/problem.ts";
import type { DatasetSource, RunRequest, VariantsRequest } from "../model/protocol.ts";
import type { Strategy } from "../model/strategy.ts";
import { readStrategyRules } from "../rules/strategy-rules.ts";
import type { MarketWanted } from "./kept-market.ts";

/** What is known of a market before it is read, and what reading it needs to know. */
export interface WantedMarket extends MarketWanted {
  /** Of instruments that no file places. */
  readonly exchange: string;
}

/** For a run of the strategy. Refused where its rules can't be read: before any price is. */
export function wantedBy({ strategy, source }: RunRequest): Result<WantedMarket> {
  const rules = readStrategyRules(strategy);
  if (!rules.ok) return rules;
  const { exchange } = strategy.scanner;
  return ok({ source, exchange, highAndLow: needsHighAndLow(strategy, rules.value) });
}

/** For runs of all of them; one whose rules can't be read wants nothing, and is refused when its turn comes. */
export function wantedByAll({ strategies, source }: VariantsRequest): WantedMarket {
  const exchange = strategies[0]?.scanner.exchange ?? "";
  return { source, exchange, highAndLow: strategies.some(readsHighAndLow) };
}

/** With all its columns. */
export function wholeMarket(source: DatasetSource, exchange = ""): WantedMarket {
  return { source, exchange, highAndLow: true };
}

function readsHighAndLow(strategy: Strategy): boolean {
  const rules = readStrategyRules(strategy);
  return rules.ok && needsHighAndLow(strategy, rules.value);
}
