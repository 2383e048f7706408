import type { ReactElement, ReactNode } from "react";
import styles from "./claim.module.css";

interface ClaimProps {
  /** What is said of the product as a whole. */
  readonly says: ReactNode;
  /** What holds here and now. */
  readonly children: ReactNode;
}

export function Claim({ says, children }: ClaimProps): ReactElement {
  return (
    <div className={styles["claim"]}>
      <p>{says}</p>
      <OnThisDevice>{children}</OnThisDevice>
    </div>
  );
}

export function OnThisDevice({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <p className={styles["device"]}>
      <strong>On this device:</strong> {children}
    </p>
  );
}
