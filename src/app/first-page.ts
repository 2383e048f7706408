/**
 * The first module of the app: makes the address that it begins with the one that its pages know, and asks for the files
 * of the page there. They come while the rest of the app is worked through. A failure is told by who draws the page.
 */
import { STRATEGY_HASH } from "#src/share/link-prefix.ts";
import { mustClear } from "#src/storage/session.ts";
import { PAGE_FILES } from "./page-files.ts";
import type { PagePath } from "./page-paths.ts";

const STRATEGIES: PagePath = "/strategy";

tidyAddress();
if (!mustClear(Date.now())) askForPage(); // a page that reads the session waits until that is cleared

/**
 * A host that knows only files opens "/strategy" as "/strategy/"; a strategy's link names "/", which every host has, and
 * belongs to the list of strategies. A link that is pasted over the first page later counts too.
 */
function tidyAddress(): void {
  tidy();
  globalThis.addEventListener("hashchange", tidy);
}

function tidy(): void {
  const { pathname, search, hash } = location;
  const plain = pathname === "/" ? pathname : pathname.replace(/\/+$/, "");
  const path = plain === "/" && hash.startsWith(STRATEGY_HASH) ? STRATEGIES : plain;
  if (path !== pathname) history.replaceState(history.state, "", `${path}${search}${hash}`);
}

function askForPage(): void {
  const found = Object.entries(PAGE_FILES).find(([path]) => path === location.pathname);
  found?.[1]().catch(() => undefined);
}
