/** What the app is: the words at the top of the first page. */
import type { ReactElement, ReactNode } from "react";
import { PRODUCT_NAME } from "#src/product.ts";
import { PageHeading } from "#src/ui/page-heading.tsx";
import styles from "./landing-page.module.css";

/** @param children - what stands below them */
export function FirstWords({ children }: { readonly children?: ReactNode }): ReactElement {
  return (
    <div className={styles["words"]}>
      <PageHeading
        title="See what your rules would have done"
        tabTitle="Strategy studio"
        lead={`${PRODUCT_NAME} is a strategy studio for investors and traders. Write a stock trading strategy as scanner, buy rules and sell rules. Simulate it on a whole market over 20+ years of daily prices, right in this browser.`}
      />
      {children}
    </div>
  );
}

/** The page with these words alone, each where it stands on the whole page. */
export function WordsAlone(): ReactElement {
  return (
    <div className={styles["page"]}>
      <div className={styles["hero"]}>
        <FirstWords />
      </div>
    </div>
  );
}
