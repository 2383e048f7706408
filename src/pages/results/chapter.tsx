import type { ReactElement, ReactNode } from "react";
import { useIsPhone } from "#src/ui/use-media.ts";
import { Disclosure } from "#src/ui/disclosure.tsx";
import page from "#src/ui/page.module.css";
import { titleOf } from "./chapter-list.ts";
import type { ChapterId } from "./chapter-list.ts";
import styles from "./chapter.module.css";

interface ChapterProps {
  readonly id: ChapterId;
  /** What its figures say, in a sentence or two. */
  readonly finding?: string | undefined;
  /** Stands beside the heading: what the chapter is of. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
  /** Figures beside the children where there is room; folded away with the rest on a phone. */
  readonly side?: ReactNode;
  /** What is folded away at first. */
  readonly rest?: { readonly names: string; readonly renderContent: () => ReactNode } | undefined;
}

/** A chapter of the result: a finding in words, a picture, and the rest for those who open it. */
export function Chapter({ id, finding, note, children, side, rest }: ChapterProps): ReactElement {
  const headingId = `${id}-heading`;
  const isPhone = useIsPhone();
  const isFolded = isPhone && side !== undefined;
  return (
    <section id={id} className={styles["chapter"]} aria-labelledby={headingId} data-chapter="">
      <div className={styles["head"]}>
        <h2 id={headingId} tabIndex={-1}>
          {titleOf(id)}
        </h2>
        {finding !== undefined && <p className={styles["finding"]}>{finding}</p>}
        {note !== undefined && <div className={page["soft"]}>{note}</div>}
      </div>
      {side === undefined || isPhone ? (
        children
      ) : (
        <div className={styles["wide"]}>
          <div className={styles["column"]}>{children}</div>
          <div className={styles["column"]}>{side}</div>
        </div>
      )}
      {(rest || isFolded) && (
        <Disclosure
          summary={`Show all: ${[isFolded ? "figures" : "", rest?.names ?? ""].filter(Boolean).join(", ")}`}
        >
          {() => (
            <div className={styles["column"]}>
              {isFolded && side}
              {rest?.renderContent()}
            </div>
          )}
        </Disclosure>
      )}
    </section>
  );
}

interface OpeningProps {
  readonly children: ReactNode;
}

/** The first chapter: it needs no frame and no heading that is seen. */
export function OpeningChapter({ children }: OpeningProps): ReactElement {
  return (
    <section id="overview" className={styles["opening"]} aria-labelledby="overview-heading" data-chapter="">
      <h2 id="overview-heading" tabIndex={-1} className={styles["unseen"]}>
        {titleOf("overview")}
      </h2>
      {children}
    </section>
  );
}
