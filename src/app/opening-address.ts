/**
 * The address that the app begins with, made the one that its pages know. A host that knows only files opens
 * "/strategy" as "/strategy/"; a strategy's link names "/", which every host has, and belongs to the list of strategies.
 */
import { STRATEGY_HASH } from "#src/share/link-prefix.ts";
import type { PagePath } from "./page-paths.ts";

const STRATEGIES: PagePath = "/strategy";

/** Call before anything is drawn; a link that is pasted over the first page later counts too. */
export function tidyAddress(): void {
  tidy();
  globalThis.addEventListener("hashchange", tidy);
}

function tidy(): void {
  const { pathname, search, hash } = location;
  const plain = pathname === "/" ? pathname : pathname.replace(/\/+$/, "");
  const path = plain === "/" && hash.startsWith(STRATEGY_HASH) ? STRATEGIES : plain;
  if (path !== pathname) history.replaceState(history.state, "", `${path}${search}${hash}`);
}
