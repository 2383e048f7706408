import type { ReactElement } from "react";
import { CONTACT_EMAIL } from "#src/product.ts";
import styles from "./prototype-banner.module.css";

export function PrototypeBanner(): ReactElement {
  return (
    <aside className={styles["banner"]} aria-label="About this version">
      <p>
        Early prototype, alpha launch coming: write to <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a>{" "}
        for updates.
      </p>
    </aside>
  );
}
