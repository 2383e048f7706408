/** The rules of a run as they differ from those of the first: lines with a sign and a word, words within them marked. */
import type { ReactElement } from "react";
import { lineOf } from "#src/format/rule-text.ts";
import type { RuleText } from "#src/format/rule-text.ts";
import { shown, shownSource } from "#src/format/shown.ts";
import { lineDifference, textDifference } from "#src/format/text-difference.ts";
import type { LineChange, TextPart } from "#src/format/text-difference.ts";
import { RuleWords } from "#src/ui/rule-words.tsx";
import { VisuallyHidden } from "#src/ui/visually-hidden.tsx";
import styles from "./rule-difference.module.css";

interface RuleDifferenceProps {
  readonly before: readonly RuleText[];
  readonly after: readonly RuleText[];
}

export function RuleDifference({ before, after }: RuleDifferenceProps): ReactElement {
  const changes = lineDifference(before, after, ({ formula }) => formula).map((change, at) => ({
    key: String(at), // a run may have the same rule twice
    change,
  }));
  return (
    <ul className={styles["lines"]}>
      {changes.map(({ key, change }) => (
        <li key={key} className={styles["line"]}>
          <Line change={change} />
        </li>
      ))}
    </ul>
  );
}

const NAMES = { added: "Added", removed: "Not there", changed: "Changed" } as const;

function Line({ change }: { readonly change: LineChange<RuleText> }): ReactElement {
  if (change.kind === "same") return <RuleWords {...change.line} />;
  if (change.kind === "changed") {
    const { before, after } = change;
    return (
      <>
        <Mark name={NAMES.changed} />
        <Parts parts={textDifference(lineText(before), lineText(after))} />
        <code className={styles["formula"]}>
          <Parts parts={textDifference(shownSource(before.formula), shownSource(after.formula))} />
        </code>
      </>
    );
  }
  const rule = <RuleWords {...change.line} />;
  return (
    <>
      <Mark name={NAMES[change.kind]} />
      {change.kind === "added" ? <ins>{rule}</ins> : <del>{rule}</del>}
    </>
  );
}

function lineText({ words, formula }: RuleText): string {
  return shown(lineOf(words, formula));
}

function Mark({ name }: { readonly name: string }): ReactElement {
  return <span className={styles["mark"]}>{name}</span>;
}

function Parts({ parts }: { readonly parts: readonly TextPart[] }): ReactElement {
  const placed = parts.map((part, at) => ({ key: String(at), part }));
  return (
    <span>
      {placed.map(({ key, part: { kind, text } }) => {
        if (kind === "same") return <span key={key}>{text}</span>;
        const Tag = kind === "added" ? "ins" : "del";
        return (
          <Tag key={key}>
            <VisuallyHidden>{kind === "added" ? "now " : "before "}</VisuallyHidden>
            {text}
          </Tag>
        );
      })}
    </span>
  );
}
