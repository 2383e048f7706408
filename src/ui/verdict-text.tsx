import type { ReactElement } from "react";
import type { Tone, Verdict } from "#workers/words/verdict.ts";
import { classNames } from "./class-names.ts";
import styles from "./verdict-text.module.css";

/** Colour never says it alone. */
const TONE_SIGNS: Readonly<Record<Tone, string>> = { ahead: "▲", behind: "▼", mixed: "" };

interface VerdictTextProps {
  readonly verdict: Verdict;
}

/** All that a verdict says, with the part that the run fails first marked. */
export function VerdictSentence({ verdict: { tone, pieces } }: VerdictTextProps): ReactElement {
  return (
    <span className={classNames(styles["sentence"], styles[tone])}>
      <Sign tone={tone} />
      {pieces.map(({ words, isMarked }, place) =>
        isMarked ? (
          // oxlint-disable-next-line react/no-array-index-key -- pieces stay where they are
          <mark key={place} className={styles["marked"]}>
            {words}
          </mark>
        ) : (
          words
        ),
      )}
    </span>
  );
}

/** A verdict in a line of a list. */
export function VerdictPhrase({ verdict: { tone, phrase, sentence } }: VerdictTextProps): ReactElement {
  return (
    <span className={styles[tone]} title={sentence}>
      <Sign tone={tone} />
      {phrase}
    </span>
  );
}

function Sign({ tone }: { readonly tone: Tone }): ReactElement | null {
  const sign = TONE_SIGNS[tone];
  return sign === "" ? null : <span aria-hidden="true">{sign} </span>;
}
