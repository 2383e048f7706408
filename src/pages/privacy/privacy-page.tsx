import type { ReactElement } from "react";
import { formatBytes } from "#src/format/number.ts";
import { isReadyOffline, useOfflineStore } from "#src/offline/offline-store.ts";
import type { OfflineStore } from "#src/offline/offline-store.ts";
import { NoteBanner } from "#src/ui/banner.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import { ProgressBar } from "#src/ui/progress-bar.tsx";
import styles from "./privacy-page.module.css";
import { RequestsPanel } from "./requests-panel.tsx";
import { StoredPanel } from "./stored-panel.tsx";

export function PrivacyPage(): ReactElement {
  return (
    <div className={page["apart"]}>
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

/** Whether the app opens and runs without a network, and how far it is. */
function OfflinePanel(): ReactElement {
  const { app, market } = useOfflineStore();
  return (
    <Panel title="Without a network">
      <div className={styles["words"]}>
        <output>{summaryOf({ app, market })}</output>
        {market && market.bytesReady < market.bytesTotal && (
          <ProgressBar
            label="Demo market on this device"
            percent={(100 * market.bytesReady) / market.bytesTotal}
          />
        )}
        {market?.problem && (
          <NoteBanner message="The demo market is not complete on this device yet.">
            <p>Fetching it stopped ({market.problem}). It goes on when the app is opened with a network.</p>
          </NoteBanner>
        )}
        <p className={page["soft"]}>
          Your browser can install it as an app of its own. Look for "Install" in the address bar or the menu,
          or on a phone for "Add to Home Screen".
        </p>
      </div>
    </Panel>
  );
}

function summaryOf({ app, market }: Pick<OfflineStore, "app" | "market">): string {
  if (app === "off")
    return "This browser does not keep the app for use without a network: a private window, an insecure address or a setting forbids it. While it can reach the app's address, everything works.";
  if (isReadyOffline({ app, market }))
    return `Ready to work offline: the app and the demo market (${formatBytes(market?.bytesTotal ?? 0)}) are on this device.`;
  if (app === "ready")
    return `The app opens without a network. The demo market is arriving: ${formatBytes(market?.bytesReady ?? 0)} of ${formatBytes(market?.bytesTotal ?? 0)} so far.`;
  return "The app is being saved on this device, for use without a network.";
}
