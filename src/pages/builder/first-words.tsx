/** The words at the top of the builder, which are there before the strategy has been read. */
import type { ReactElement } from "react";
import page from "#src/ui/page.module.css";
import { PageHeading } from "#src/ui/page-heading.tsx";

const LEAD =
  "Four steps: what may be held, when it is bought, when it is sold, and with how much money. What it would have done on past prices is shown as you go. Start Simulation, in the last step, works out the whole.";

interface FirstWordsProps {
  /** The strategy's name; none before it is read. */
  readonly title?: string;
  /** Whether it is saved. */
  readonly state?: string;
}

export function FirstWords({ title, state }: FirstWordsProps): ReactElement {
  return (
    <PageHeading
      title={title ?? "Strategy builder"}
      tabTitle={title === undefined ? "Strategy builder" : `${title}, builder`}
      lead={LEAD}
    >
      {state === undefined ? undefined : <p className={page["quiet"]}>{state}</p>}
    </PageHeading>
  );
}
