import type { ReactElement } from "react";
import { PageHeading } from "#src/ui/page-heading.tsx";
import { OfflinePanel } from "./offline-panel.tsx";
import styles from "./privacy-page.module.css";
import { RequestsPanel } from "./requests-panel.tsx";
import { StoredPanel } from "./stored-panel.tsx";

export function PrivacyPage(): ReactElement {
  return (
    <div className={styles["page"]}>
      <PageHeading
        title="Privacy"
        lead="No account, no tracking, no server that knows you. Here is what that means, as your browser counts it."
      />
      <RequestsPanel />
      <StoredPanel />
      <OfflinePanel />
    </div>
  );
}
