/** The rules of a day with their values: fixed conditions as a table, own rules as a tree. */
import type { ReactElement } from "react";
import type { Strategy } from "#workers/model/strategy.ts";
import type { HeldPosition, Why } from "#workers/model/why.ts";
import { RuleTree } from "./rule-tree.tsx";
import { SellTable, VerdictTable } from "./verdict-tables.tsx";

interface DayRulesProps {
  readonly why: Why;
  readonly strategy: Strategy;
}

export function ScannerRules({ why, strategy }: DayRulesProps): ReactElement {
  const { scanner, scannerRules } = why;
  const lead = why.match === "any" ? "any one is enough" : "all must hold";
  return (
    <>
      <VerdictTable title={`Scanner: ${lead}`} verdicts={scanner} why={why} strategy={strategy} />
      <RuleTree title={`Own scanner rules: ${lead}`} rules={scannerRules} />
    </>
  );
}

/** With what decides who comes first, and how much is bought. */
export function BuyRules({ why, strategy }: DayRulesProps): ReactElement {
  const { buy, buyRules, sortBy, riskDistance, weights } = why;
  return (
    <>
      <VerdictTable title="Buy rules: all must hold" verdicts={buy} why={why} strategy={strategy} />
      <RuleTree title="Own buy rules: all must hold" rules={buyRules} />
      <RuleTree title="Order priority: the highest comes first" rules={sortBy ? [sortBy] : []} />
      <RuleTree title="Risk distance, money a share" rules={riskDistance ? [riskDistance] : []} />
      <RuleTree title="Weight" rules={weights?.line ? [weights.line] : []} />
    </>
  );
}

interface SellRulesProps {
  readonly position: HeldPosition;
  readonly currency: string;
}

export function SellRules({ position, currency }: SellRulesProps): ReactElement {
  return (
    <>
      <SellTable position={position} currency={currency} />
      <RuleTree title="Own sell rules: any one sells" rules={position.ownRules} />
    </>
  );
}
