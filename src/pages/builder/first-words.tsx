/** The words at the top of the builder, which are there before the strategy has been read. */
import type { ReactElement } from "react";
import { PageHeading } from "#src/ui/page-heading.tsx";
import styles from "./first-words.module.css";

const LEAD =
  "Four steps: what may be held, when it is bought, when it is sold, and with how much money. What it would have done on past prices is shown as you go.";

interface FirstWordsProps {
  /** The strategy's name; null before it is read. */
  readonly title: string | null;
  /** Whether it is saved. */
  readonly state?: string;
}

export function FirstWords({ title, state }: FirstWordsProps): ReactElement {
  return (
    <PageHeading
      title={title}
      tabTitle={title === null ? "Strategy builder" : `${title}, builder`}
      lead={LEAD}
    >
      {state === undefined ? undefined : <p className={styles["state"]}>{state}</p>}
    </PageHeading>
  );
}
