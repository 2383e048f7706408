/** The top of a page: its h1, the document's title, and where focus goes after a navigation. */
import { createContext, useContext, useEffect, useRef } from "react";
import type { ReactElement, ReactNode } from "react";
import { shownName, shownNode } from "#src/format/shown.ts";
import { classNames } from "./class-names.ts";
import styles from "./page-heading.module.css";

interface PageFrameValue {
  /** Ends the document's title. */
  readonly productName: string;
  /** True once the reader has left the page that was opened first: from then on headings take the focus. */
  readonly hasNavigated: boolean;
}

export const PageFrame = createContext<PageFrameValue>({ productName: "", hasNavigated: false });

interface PageHeadingProps {
  /** null before it is known: its place is kept. */
  readonly title: string | null;
  /** What the browser's tab says before the product's name; the title where not given. */
  readonly tabTitle?: string;
  readonly lead?: ReactNode;
  /** What can be done with the whole page. */
  readonly children?: ReactNode;
  /** In as little height as it can be: what can be done beside the title, the lead in two lines. */
  readonly isCompact?: boolean;
}

export function PageHeading(props: PageHeadingProps): ReactElement {
  const { title, tabTitle = title ?? "", lead, children, isCompact = false } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const { productName, hasNavigated } = useContext(PageFrame);
  useEffect(() => {
    document.title = `${shownName(tabTitle)} · ${productName}`;
  }, [tabTitle, productName]);
  useEffect(() => {
    if (!hasNavigated) return undefined;
    // Focus needs the page laid out, which the next frame does anyway; who has moved the focus on meanwhile keeps it.
    const focused = document.activeElement;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === focused) heading.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [hasNavigated]);
  return (
    <div className={classNames(styles["row"], isCompact && styles["compact"])}>
      <div className={styles["text"]}>
        {title === null ? (
          <div className={styles["noTitle"]} />
        ) : (
          <h1 ref={heading} tabIndex={-1}>
            {shownName(title)}
          </h1>
        )}
        {lead !== undefined && <div className={styles["lead"]}>{shownNode(lead)}</div>}
      </div>
      {children !== undefined && <div className={styles["actions"]}>{children}</div>}
    </div>
  );
}
