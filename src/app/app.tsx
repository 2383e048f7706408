/** The frame around every page. */
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import type { ReactElement } from "react";
import { Router, useLocation } from "wouter";
import { PRODUCT_NAME } from "#src/product.ts";
import { PageFrame } from "#src/ui/page-heading.tsx";
import { navigateGuarded } from "#src/ui/navigation.ts";
import { StatusMessages } from "#src/ui/status-messages.tsx";
import { useMedia } from "#src/ui/use-media.ts";
import styles from "./app.module.css";
import { useScreenSettings } from "./appearance.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Footer } from "./footer.tsx";
import { BOTTOM_BAR } from "./header/bottom-bar-media.ts";
import { Header } from "./header/header.tsx";
import { usePrototypeLine } from "./header/use-prototype-line.ts";
import { Overlays } from "./overlays.tsx";
import type { OverlayName } from "./overlays.tsx";
import { Pages } from "./pages.tsx";
import { Session } from "./session.tsx";
import { loadChunk } from "./stale-chunks.ts";
import { StartupChores } from "./startup-chores.tsx";
import { StorageNotices } from "./storage-notices.tsx";
import { UnexpectedErrors } from "./unexpected-errors.tsx";
import { UpdatePrompt } from "./update-prompt.tsx";

const BottomBar = lazy(async () => {
  const { BottomBar: bar } = await loadChunk(() => import("./header/bottom-bar.tsx"));
  return { default: bar };
});

export function App(): ReactElement {
  const [path] = useLocation();
  const hasNavigated = useHasNavigated(path);
  const frame = useMemo(() => ({ productName: PRODUCT_NAME, hasNavigated }), [hasNavigated]);
  const [overlay, setOverlay] = useState<OverlayName | null>(null);
  const hasBottomBar = useMedia(BOTTOM_BAR);
  const line = usePrototypeLine();
  useScreenSettings(); // figures and dates are written anew when a person changes how
  return (
    <Router aroundNav={navigateGuarded}>
      <PageFrame value={frame}>
        <StatusMessages>
          <StartupChores />
          <a className={styles["skip"]} href="#main">
            Skip to the content
          </a>
          <Session />
          <Header
            path={path}
            onCommands={() => setOverlay("palette")}
            onCloseLine={line.isClosed ? null : line.close}
          />
          <UnexpectedErrors />
          <UpdatePrompt />
          <StorageNotices />
          <main id="main" className={styles["main"]} tabIndex={-1}>
            <ErrorBoundary key={path}>
              <Pages />
            </ErrorBoundary>
          </main>
          <Footer hasPrototypeLine={line.isClosed} onShortcuts={() => setOverlay("sheet")} />
          {hasBottomBar && (
            <Suspense>
              <BottomBar path={path} />
            </Suspense>
          )}
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
