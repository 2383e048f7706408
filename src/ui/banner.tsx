import type { ReactElement, ReactNode } from "react";
import { shown } from "#src/format/shown.ts";
import styles from "./banner.module.css";
import { classNames } from "./class-names.ts";

interface BannerProps {
  readonly message: string;
  /** Details and what to do about it. */
  readonly children?: ReactNode;
}

/** The red banner for what a person must know; read out at once. */
export function WarningBanner({ message, children }: BannerProps): ReactElement {
  return (
    <div className={classNames(styles["banner"], styles["danger"])} role="alert">
      <p className={styles["message"]}>⚠ {shown(message)}</p>
      {children !== undefined && <div className={styles["more"]}>{children}</div>}
    </div>
  );
}

/** The amber note for what is good to know; in the flow of the page. */
export function NoteBanner({ message, children }: BannerProps): ReactElement {
  return (
    <div className={styles["banner"]} role="note">
      <p className={styles["message"]}>{shown(message)}</p>
      {children !== undefined && <div className={styles["more"]}>{children}</div>}
    </div>
  );
}
