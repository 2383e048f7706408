import { Component } from "react";
import type { ReactNode } from "react";
import { Button } from "#src/ui/button.tsx";
import { DownloadData } from "./download-data.tsx";
import styles from "./error-boundary.module.css";

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly error: Error | null;
}

/** Shows what went wrong in place of a page that threw. Give it the path as key: another page starts afresh. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null };

  static getDerivedStateFromError(thrown: unknown): ErrorBoundaryState {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <section className={styles["screen"]} role="alert">
        <h1>This page stopped working</h1>
        <p>
          The fault is ours. Your data is safe: what you saved (strategies, results, imported data) is stored
          on this device and was not touched. What you typed in the builder is kept as a draft.
        </p>
        <p className={styles["reason"]}>{error.message}</p>
        <div className={styles["actions"]}>
          <Button kind="primary" onClick={() => globalThis.location.reload()}>
            Reload the page
          </Button>
          <DownloadData />
          <a href="/strategy">Go to your strategies</a>
        </div>
      </section>
    );
  }
}
