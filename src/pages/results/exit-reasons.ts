/** Why positions ended, in words: by the row of the strategy's own sell rules where one of them sold. */
import { EXIT_REASON_NAMES } from "#src/format/exit-reason-names.ts";
import { ruleText } from "#src/format/rule-text.ts";
import { shownName } from "#src/format/shown.ts";
import type { EndKey, RuleKey, Trace } from "#workers/model/analysis.ts";
import { rowOf } from "#workers/model/end-keys.ts";
import type { ExitReason, Position } from "#workers/model/report.ts";
import type { Rule } from "#workers/model/rule.ts";
import { isInUse } from "#workers/model/rule-lines.ts";
import type { Strategy } from "#workers/model/strategy.ts";

/** The ends of a run's positions. */
export interface Exits {
  /** Of a position of the report; "rule" while it is not known which row it was. */
  readonly keyOf: (position: Position) => EndKey;
  /** Likewise of an open position that is to be sold next. */
  readonly nextKeyOf: (instrument: string, reason: ExitReason) => EndKey;
  /** "Trailing stop"; "Rule: the close is above its 5-day average". */
  readonly nameOf: (key: EndKey) => string;
}

/** @param trace - says which of several rows sold; null while it is worked out, or where it can't be */
export function exitsOf({ sell }: Strategy, positions: readonly Position[], trace: Trace | null): Exits {
  const { rules = [] } = sell;
  const only = onlyRule(rules);
  const ends = new Map(positions.map((position, at) => [position, trace?.ends[at]]));
  const toSell = new Map(trace?.toSell.map(({ instrument, key }) => [instrument, key]));
  const named = (reason: ExitReason, key: EndKey | undefined) =>
    reason === "rule" ? (key ?? only ?? reason) : reason;
  return {
    keyOf: (position) => named(position.exitReason, ends.get(position)),
    nextKeyOf: (instrument, reason) => named(reason, toSell.get(instrument)),
    nameOf: (key) => {
      if (!isRuleKey(key)) return EXIT_REASON_NAMES[key];
      const rule = rules[rowOf(key)];
      return rule === undefined ? EXIT_REASON_NAMES.rule : `${EXIT_REASON_NAMES.rule}: ${sellRuleName(rule)}`;
    },
  };
}

/** Its label or, without one, what it says. */
export function sellRuleName(rule: Rule): string {
  const label = typeof rule === "string" ? "" : (rule.label ?? "").trim();
  return shownName(label === "" ? ruleText(rule, "position").words : label);
}

/** The only row that can have sold; undefined where there are several, or none. */
function onlyRule(rules: readonly Rule[]): RuleKey | undefined {
  const used = rules.flatMap((rule, at) => (isInUse(rule) ? [at] : []));
  return used.length === 1 ? `rule ${used[0] ?? 0}` : undefined;
}

function isRuleKey(key: EndKey): key is RuleKey {
  return rowOf(key) >= 0;
}
