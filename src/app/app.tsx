/** The frame around every page. */
import { Suspense, useEffect, useMemo, useState } from "react";
import type { ReactElement } from "react";
import { Router, useLocation } from "wouter";
import { PRODUCT_NAME } from "#src/product.ts";
import { PageFrame } from "#src/ui/page-heading.tsx";
import { navigateGuarded } from "#src/ui/navigation.ts";
import { StatusMessages } from "#src/ui/status-messages.tsx";
import styles from "./app.module.css";
import { useScreenSettings } from "./appearance.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { Overlays } from "./overlays.tsx";
import type { OverlayName } from "./overlays.tsx";
import { Pages } from "./pages.tsx";
import { PrototypeBanner } from "./prototype-banner.tsx";
import { Session } from "./session.tsx";
import { StartupChores } from "./startup-chores.tsx";
import { StorageNotices } from "./storage-notices.tsx";
import { UnexpectedErrors } from "./unexpected-errors.tsx";
import { UpdatePrompt } from "./update-prompt.tsx";

export function App(): ReactElement {
  const [path] = useLocation();
  const hasNavigated = useHasNavigated(path);
  const frame = useMemo(() => ({ productName: PRODUCT_NAME, hasNavigated }), [hasNavigated]);
  const [overlay, setOverlay] = useState<OverlayName | null>(null);
  useScreenSettings(); // figures and dates are written anew when a person changes how
  return (
    <Router aroundNav={navigateGuarded}>
      <PageFrame value={frame}>
        <StatusMessages>
          <StartupChores />
          <a className={styles["skip"]} href="#main">
            Skip to the content
          </a>
          <PrototypeBanner />
          <Session />
          <Header path={path} onCommands={() => setOverlay("palette")} />
          <UnexpectedErrors />
          <UpdatePrompt />
          <StorageNotices />
          <main id="main" className={styles["main"]} tabIndex={-1}>
            <ErrorBoundary key={path}>
              <Suspense fallback={<p className={styles["loading"]}>Loading…</p>}>
                <Pages />
              </Suspense>
            </ErrorBoundary>
          </main>
          <Footer onShortcuts={() => setOverlay("sheet")} />
          <Overlays open={overlay} onChange={setOverlay} />
        </StatusMessages>
      </PageFrame>
    </Router>
  );
}

/** True once the path has changed; each change begins at the page's top. */
function useHasNavigated(path: string): boolean {
  const [firstPath] = useState(path);
  const [hasNavigated, setHasNavigated] = useState(false);
  if (!hasNavigated && path !== firstPath) setHasNavigated(true);
  useEffect(() => {
    if (path !== firstPath) window.scrollTo(0, 0);
  }, [path, firstPath]);
  return hasNavigated;
}
