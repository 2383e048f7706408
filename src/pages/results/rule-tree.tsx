/** Rules of a day as a list within a list: each part of a line with what it was worth. */
import type { ReactElement } from "react";
import { formatWith } from "#src/format/number.ts";
import { shown, shownName, shownSource } from "#src/format/shown.ts";
import type { RulePart, RuleState, Worth } from "#workers/model/why.ts";
import styles from "./rule-tree.module.css";

interface RuleTreeProps {
  readonly title: string;
  readonly rules: readonly RulePart[];
}

/** Nothing where there are no rules. */
export function RuleTree({ title, rules }: RuleTreeProps): ReactElement | null {
  if (rules.length === 0) return null;
  return (
    <div className={styles["tree"]}>
      <p className={styles["title"]}>{title}</p>
      <PartList label={title} parts={rules} />
    </div>
  );
}

function PartList({ label, parts }: { readonly label: string; readonly parts: readonly RulePart[] }) {
  return (
    <ul className={styles["parts"]} aria-label={label}>
      {numbered(parts).map(({ key, part }) => (
        <li key={key}>
          <p className={styles["part"]}>
            <span className={styles["text"]}>
              {part.label !== "" && `${shownName(part.label)}: `}
              <code>{shownSource(part.text)}</code>
            </span>
            <span className={styles["worth"]}>
              {worthText(part.worth)}
              {part.note !== "" && ` (${shown(part.note)})`}
            </span>
          </p>
          {part.parts.length > 0 && (
            <PartList label={`Parts of ${shownName(part.text)}`} parts={part.parts} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** The same part may stand there twice. */
function numbered(parts: readonly RulePart[]): readonly { readonly key: string; readonly part: RulePart }[] {
  return parts.map((part, at) => ({ key: String(at), part }));
}

const STATES: Readonly<Record<RuleState, string>> = {
  true: "✓ true",
  false: "✗ false",
  unknown: "? unknown",
};

export function worthText(worth: Worth): string {
  switch (worth.type) {
    case "rule":
      return STATES[worth.state];
    case "number":
      return worth.value === null ? STATES.unknown : figureText(worth.value);
    case "off":
      return "off";
  }
}

/** Six digits tell a price from a price; a large sum is written out. */
function figureText(value: number): string {
  const digits = Math.abs(value) >= 1e6 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 6 };
  return formatWith(value, "en", digits);
}
