import type { ReactElement } from "react";
import { lineOf } from "#src/format/rule-text.ts";
import type { GroupText } from "#src/format/rule-text.ts";
import { shown, shownSource } from "#src/format/shown.ts";
import styles from "./rule-words.module.css";

interface RuleWordsProps {
  readonly words: string;
  readonly formula: string;
  readonly group: GroupText | null;
}

/** A rule in plain words, and small below them as it is written; a group as a list of its members. */
export function RuleWords({ words, formula, group }: RuleWordsProps): ReactElement {
  if (!group) {
    return (
      <span className={styles["rule"]}>
        {shown(lineOf(words, formula))}
        <code className={styles["formula"]}>{shownSource(formula)}</code>
      </span>
    );
  }
  const members = group.members.map((member, at) => ({ key: String(at), member })); // one may stand there twice
  return (
    <>
      {shown(lineOf(group.heading, formula))}
      <ul className={styles["members"]}>
        {members.map(({ key, member }) => (
          <li key={key}>
            <RuleWords {...member} />
          </li>
        ))}
      </ul>
    </>
  );
}
