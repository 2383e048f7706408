import type { ReactElement } from "react";
import page from "#src/ui/page.module.css";
import { NOT_POSSIBLE } from "#workers/words/not-possible.ts";
import styles from "./answer.module.css";
import { OnThisDevice } from "./claim.tsx";

export function NotPossibleAnswer(): ReactElement {
  return (
    <div className={styles["claims"]}>
      <OnThisDevice>
        None of this is simulated today. Where something comes near it, that is said beside it. The same
        answers come when you type such a word into the command palette, the search of conditions or a
        formula.
      </OnThisDevice>
      <ul className={styles["list"]} aria-label="What is not simulated">
        {NOT_POSSIBLE.map(({ title, answer, sentence, instead }) => (
          <li key={title}>
            <strong>{title}.</strong> {answer} {sentence}
            {instead !== null && <span className={page["soft"]}> {instead}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
