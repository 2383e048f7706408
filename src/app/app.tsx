/** The frame around every page. */
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import type { ComponentType, ReactElement } from "react";
import { Link, Router, useLocation } from "wouter";
import { CONTACT_EMAIL, PRODUCT_NAME } from "#src/product.ts";
import { booth, localKey, onSessionChange } from "#src/storage/session.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { navigateGuarded } from "#src/ui/navigation.ts";
import { PageFrame } from "#src/ui/page-heading.tsx";
import page from "#src/ui/page.module.css";
import { StatusMessages, useStatus } from "#src/ui/status-messages.tsx";
import { BOTTOM_BAR, useMedia } from "#src/ui/use-media.ts";
import styles from "./app.module.css";
import { useScreenSettings } from "./appearance.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Header } from "./header/header.tsx";
import { isWorkshop } from "./header/links.ts";
import { PrototypeLine } from "./header/prototype-line.tsx";
import notices from "./notices.module.css";
import { Pages } from "./pages.tsx";
import { useShortcut } from "./shortcuts.ts";
import { loadChunk } from "./stale-chunks.ts";

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
          <LateFrame />
          <main id="main" className={styles["main"]} tabIndex={-1}>
            <ErrorBoundary key={path}>
              <Pages />
            </ErrorBoundary>
          </main>
          <Footer
            hasPrototypeLine={line.isClosed || isWorkshop(path)}
            onShortcuts={() => setOverlay("sheet")}
          />
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

const BoothStrip = lazy(async () => {
  const { BoothStrip: strip } = await loadChunk(() => import("./booth/booth-strip.tsx"));
  return { default: strip };
});

/** Keeps the page in the browser's session; in a demo session it says so, and ends it when its visitor has gone. */
function Session(): ReactElement | null {
  useEffect(() => onSessionChange(() => globalThis.location.replace("/")), []);
  if (!booth) return null;
  return (
    <Suspense>
      <BoothStrip booth={booth} />
    </Suspense>
  );
}

/** What storage needs once the app is open, after the first paint. Draws nothing itself. */
function StartupChores(): null {
  const showStatus = useStatus();
  const [, navigate] = useLocation();
  useEffect(() => {
    const tellFailure = (error: unknown) =>
      showStatus(`The storage of this device can't be read: ${String(error)}`);
    const end = new AbortController();
    const begin = async () => {
      const { doChores, keepForOffline } = await loadChunk(() => import("./chores.ts"));
      if (import.meta.env.PROD) void keepForOffline(showStatus); // a development server has no fixed set of files
      await doChores({ showStatus, navigate }, end.signal).catch(tellFailure);
    };
    const callOff = afterLoad(() => void begin()); // a failure is shown by UnexpectedErrors
    return () => {
      callOff();
      end.abort();
    };
  }, [showStatus, navigate]);
  return null;
}

/** What a person must know of the storage, above every page, and the way round; loaded after the first paint. */
function LateFrame(): ReactElement | null {
  const [Frame, setFrame] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = () => void loadChunk(loadFrame).then((frame) => setFrame(() => frame)); // UnexpectedErrors shows a failure
    return afterLoad(load);
  }, []);
  return Frame && <Frame />;
}

async function loadFrame(): Promise<ComponentType> {
  return (await import("./late-frame.tsx")).LateFrame;
}

type OverlayName = "palette" | "sheet";

interface OverlayProps {
  readonly onClose: () => void;
  /** Closes this one and opens the other. */
  readonly onSwitch: () => void;
}

type Overlay = ComponentType<OverlayProps>;

interface OverlaysProps {
  readonly open: OverlayName | null;
  readonly onChange: (name: OverlayName | null) => void;
}

/** What opens over any page by a key or a button, loaded when it is first asked for. */
function Overlays({ open, onChange }: OverlaysProps): ReactElement | null {
  const [loaded, setLoaded] = useState<Readonly<Partial<Record<OverlayName, Overlay>>>>({});
  useShortcut("palette", () => onChange("palette"));
  useShortcut("sheet", () => onChange("sheet"));
  useEffect(() => {
    if (open === null || loaded[open]) return;
    const add = (component: Overlay) => setLoaded((before) => ({ ...before, [open]: component }));
    void loadChunk(LOADERS[open]).then(add); // a failure is shown by UnexpectedErrors
  }, [open, loaded]);
  const Open = open === null ? undefined : loaded[open];
  if (!Open) return null;
  const other = open === "palette" ? "sheet" : "palette";
  return <Open onClose={() => onChange(null)} onSwitch={() => onChange(other)} />;
}

const LOADERS: Readonly<Record<OverlayName, () => Promise<Overlay>>> = {
  palette: async () => (await import("./palette/command-palette.tsx")).CommandPalette,
  sheet: async () => (await import("./shortcut-sheet.tsx")).ShortcutSheet,
};

const PROTOTYPE_LINE = localKey("prototype-line");
const CLOSED = "closed";

/** Whether the prototype's line is closed, and how to close it for good; the footer has it from then on. */
function usePrototypeLine(): { readonly isClosed: boolean; readonly close: () => void } {
  const [isClosed, setClosed] = useState(wasClosed);
  return {
    isClosed,
    close: () => {
      setClosed(true);
      try {
        localStorage.setItem(PROTOTYPE_LINE, CLOSED);
      } catch {
        // Storage is full or switched off: the line is back at the next load.
      }
    },
  };
}

function wasClosed(): boolean {
  try {
    return localStorage.getItem(PROTOTYPE_LINE) === CLOSED;
  } catch {
    return false; // switched off
  }
}

/** The first moments of a page belong to what is seen. The landing page needs no storage. */
const QUIET_MS = 1000;
const QUIET_ON_LANDING_MS = 2500;

/** Once the page has loaded, and is not busy with its first paint any more; gives the function that calls it off. */
function afterLoad(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    const quietMs = globalThis.location.pathname === "/" ? QUIET_ON_LANDING_MS : QUIET_MS;
    timer = setTimeout(work, quietMs);
  };
  if (document.readyState === "complete") begin();
  else globalThis.addEventListener("load", begin, { once: true });
  return () => {
    globalThis.removeEventListener("load", begin);
    clearTimeout(timer);
  };
}

/** Shows faults of ours that no page waits for: in an event, a timer or a promise. The page stays as it is. */
function UnexpectedErrors(): ReactElement | null {
  const [reason, setReason] = useState<string | null>(null);
  useEffect(() => {
    const noteRejection = (event: PromiseRejectionEvent) => setReason(String(event.reason));
    const noteError = ({ error, message }: ErrorEvent) => {
      if (error instanceof Error) setReason(message); // without one it is a browser's remark, e.g. on resize observers
    };
    globalThis.addEventListener("unhandledrejection", noteRejection);
    globalThis.addEventListener("error", noteError);
    return () => {
      globalThis.removeEventListener("unhandledrejection", noteRejection);
      globalThis.removeEventListener("error", noteError);
    };
  }, []);
  if (reason === null) return null;
  return (
    <div className={notices["place"]}>
      <WarningBanner message="Something went wrong that is our fault: the last action may not have been done.">
        <p>{reason}</p>
        <div className={page["actions"]}>
          <Button size="small" onClick={() => globalThis.location.reload()}>
            Reload the page
          </Button>
          <Button size="small" kind="quiet" onClick={() => setReason(null)}>
            Go on
          </Button>
        </div>
      </WarningBanner>
    </div>
  );
}

/** The year that the page was opened in. */
const YEAR = new Date().getFullYear();

interface FooterProps {
  /** Where the header has it no more. */
  readonly hasPrototypeLine: boolean;
  readonly onShortcuts: () => void;
}

function Footer({ hasPrototypeLine, onShortcuts }: FooterProps): ReactElement {
  return (
    <footer className={styles["footer"]}>
      <div className={styles["bar"]}>
        <div className={styles["words"]}>
          <p>
            © {YEAR} {PRODUCT_NAME}. Everything you make here stays on this device.
          </p>
          {hasPrototypeLine && <PrototypeLine />}
        </div>
        <nav className={styles["links"]} aria-label="Footer">
          <Link href="/functions">Rule language</Link>
          <Link href="/api">API</Link>
          <Link href="/about">About and licences</Link>
          <Link href="/privacy">Privacy</Link>
          <Link href="/settings">Storage and backup</Link>
          <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a>
          <button type="button" className={styles["button"]} onClick={onShortcuts}>
            Keyboard shortcuts
          </button>
        </nav>
      </div>
    </footer>
  );
}
