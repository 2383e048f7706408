import type { ReactElement } from "react";
import { PageHeading } from "#src/ui/page-heading.tsx";
import page from "#src/ui/page.module.css";
import { OfflinePanel } from "./offline-panel.tsx";
import { RequestsPanel } from "./requests-panel.tsx";
import { StoredPanel } from "./stored-panel.tsx";

export function PrivacyPage(): ReactElement {
  return (
    <div className={page["article"]}>
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
