/** Rules that are shown and not edited: each line and group with the instruments that it lets pass. */
import type { ReactElement } from "react";
import { countOf } from "#src/format/number.ts";
import { groupWords, lineOf, ruleFormula, ruleText } from "#src/format/rule-text.ts";
import type { RuleGroup } from "#src/format/rule-text.ts";
import { RuleWords } from "#src/ui/rule-words.tsx";
import { groupOf } from "#workers/model/rule-lines.ts";
import type { Rule } from "#workers/model/rule.ts";
import { RulePassCount } from "./pass-count.tsx";
import styles from "./step.module.css";

interface RuleListProps {
  readonly rules: readonly Rule[];
  /** Where they stand, as "buy.rules". */
  readonly place: string;
}

export function RuleList({ rules, place }: RuleListProps): ReactElement {
  const title = countOf(rules.length, "rule");
  return (
    <div>
      <p className={styles["rowTitle"]}>{title}</p>
      <Rules rules={rules} place={place} title={title} />
    </div>
  );
}

function Rules({ rules, place, title }: RuleListProps & { readonly title: string }): ReactElement {
  return (
    <ul className={styles["rules"]} aria-label={title}>
      {placed(rules, place).map(({ rule, at }) => (
        <li key={at}>
          <p>{isGroup(rule) ? headingOf(rule) : <RuleWords {...ruleText(rule)} />}</p>
          <RulePassCount place={at} />
          {isGroup(rule) && <Members group={rule} at={at} />}
        </li>
      ))}
    </ul>
  );
}

interface MembersProps {
  readonly group: RuleGroup;
  readonly at: string;
}

function Members({ group, at }: MembersProps): ReactElement {
  const { kind, members } = groupOf(group);
  return <Rules rules={members} place={`${at}.${kind}`} title={headingOf(group)} />;
}

function headingOf(group: RuleGroup): string {
  return lineOf(groupWords(group), ruleFormula(group));
}

function isGroup(rule: Rule): rule is RuleGroup {
  return typeof rule !== "string" && !("off" in rule);
}

interface PlacedRule {
  readonly rule: Rule;
  /** As "buy.rules[2]": the same rule may stand there twice. */
  readonly at: string;
}

function placed(rules: readonly Rule[], place: string): readonly PlacedRule[] {
  return rules.map((rule, number) => ({ rule, at: `${place}[${number}]` }));
}
