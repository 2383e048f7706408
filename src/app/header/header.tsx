/**
 * The shared header. On wide screens it has two rows: a small one, which scrolls away, and a large one, which stays. In
 * the app the large one has the app's screens and the small one the site's pages; on the site's pages it is the other
 * way round. The builder has one row, with the site's pages and a menu of all links. Under 900 px (1024 px on the landing
 * page) all links are in that menu; under 480 px it opens from the bar at the bottom.
 */
import { lazy, Suspense } from "react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { PRODUCT_NAME } from "#src/product.ts";
import { useRunStore } from "#src/run/run-store.ts";
import { classNames } from "#src/ui/class-names.ts";
import { CloseIcon, LogoMark } from "#src/ui/icons.tsx";
import { Toolbar } from "#src/ui/toolbar.tsx";
import { BOTTOM_BAR, useMedia } from "#src/ui/use-media.ts";
import { HeaderLinks, LastButton, Promised, SearchButton, ThemeButton } from "./header-links.tsx";
import styles from "./header.module.css";
import { APP_LINKS, isSitePage, isWorkshop, SETTINGS, siteLinks } from "./links.ts";
import { loadChunk } from "../stale-chunks.ts";
import { MenuButton } from "./menu-button.tsx";
import { PrototypeLine } from "./prototype-line.tsx";

const TWO_ROWS = "(width >= 900px)";
/** The landing page links to its own parts besides. */
const TWO_ROWS_OF_LANDING = "(width >= 1024px)";

const RunIndicator = lazy(async () => {
  const { RunIndicator: indicator } = await loadChunk(() => import("./run-indicator.tsx"));
  return { default: indicator };
});

export interface HeaderProps {
  readonly path: string;
  /** Opens the command palette. */
  readonly onCommands: () => void;
  /** null where the prototype's line was closed. */
  readonly onCloseLine: (() => void) | null;
}

export function Header(props: HeaderProps): ReactElement {
  const { path, onCommands, onCloseLine } = props;
  const isSite = isSitePage(path);
  const isOneRow = isWorkshop(path);
  const isWide = useMedia(path === "/" ? TWO_ROWS_OF_LANDING : TWO_ROWS);
  const hasBottomBar = useMedia(BOTTOM_BAR);
  const hasRuns = useRunStore(
    ({ runs, elsewhere }) => Object.keys(runs).length + Object.keys(elsewhere).length > 0,
  );
  const hasPages = isSite || isOneRow;
  const isInMenu = isWide && isOneRow; // what other pages have as tools in the row
  const hasMenu = !hasBottomBar && (!isWide || isOneRow);
  const hasSmallRow = !isOneRow && (isWide || onCloseLine !== null);
  return (
    <header className={classNames(styles["header"], hasSmallRow && styles["tall"])}>
      {hasSmallRow && <SmallRow {...props} isWide={isWide} />}
      <div className={classNames(styles["bar"], path === "/" && styles["ofLanding"])}>
        <Link href="/" className={styles["title"]}>
          <LogoMark />
          {PRODUCT_NAME}
        </Link>
        {isWide && (
          <nav aria-label="Main">
            <Toolbar label={hasPages ? "Pages" : "Screens"} className={styles["links"]}>
              <HeaderLinks links={hasPages ? siteLinks(path) : APP_LINKS} path={path} />
              {hasPages && <Promised />}
            </Toolbar>
          </nav>
        )}
        <Toolbar label="Tools" className={classNames(styles["links"], styles["tools"])}>
          {hasRuns && (
            <Suspense>
              <RunIndicator key={path} />
            </Suspense>
          )}
          {!isInMenu && <SearchButton onClick={onCommands} />}
          {isWide && !isInMenu && (
            <>
              <ThemeButton />
              {!isSite && <HeaderLinks links={[SETTINGS]} path={path} />}
            </>
          )}
          {hasMenu && <MenuButton path={path} label="Menu" onCommands={isInMenu ? onCommands : null} />}
          {!hasBottomBar && <LastButton isOnLanding={path === "/"} />}
        </Toolbar>
      </div>
    </header>
  );
}

interface SmallRowProps extends HeaderProps {
  readonly isWide: boolean;
}

/** The prototype's line and, on wide screens, the links of the other room. */
function SmallRow({ path, onCloseLine, isWide }: SmallRowProps): ReactElement {
  const isSite = isSitePage(path);
  return (
    <div className={styles["small"]}>
      <Toolbar label="About this version, and further pages" className={styles["smallBar"]}>
        {onCloseLine && (
          <>
            <PrototypeLine />
            <button
              type="button"
              className={styles["close"]}
              aria-label="Close this line"
              onClick={onCloseLine}
            >
              <CloseIcon />
            </button>
          </>
        )}
        {isWide && (
          <nav aria-label={isSite ? "Screens" : "Site"} className={styles["smallLinks"]}>
            <HeaderLinks links={isSite ? [...APP_LINKS, SETTINGS] : siteLinks(path)} path={path} />
            {!isSite && <Promised />}
          </nav>
        )}
      </Toolbar>
    </div>
  );
}
