import type { ReactElement } from "react";
import { Link } from "wouter";
import { buttonClass } from "#src/ui/button.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import styles from "./not-found-page.module.css";

export function NotFoundPage(): ReactElement {
  return (
    <div className={styles["page"]}>
      <PageHeading title="Page not found" />
      <EmptyState
        title="There is nothing at this address"
        text="The link may be old or mistyped. Your strategies and results are safe: they are on this device, where you left them."
      >
        <Link href="/strategy" className={buttonClass("primary")}>
          Go to your strategies
        </Link>
        <Link href="/" className={buttonClass()}>
          Go to the start
        </Link>
      </EmptyState>
    </div>
  );
}
