import type { ReactElement } from "react";
import { lineOf } from "#src/format/rule-text.ts";
import type { RuleText } from "#src/format/rule-text.ts";
import styles from "./rule-words.module.css";

/** A rule in plain words, and small below them as it is written. */
export function RuleWords(rule: RuleText): ReactElement {
  return (
    <span className={styles["rule"]}>
      {lineOf(rule)}
      <code className={styles["formula"]}>{rule.formula}</code>
    </span>
  );
}
