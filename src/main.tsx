import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { STRATEGY_HASH } from "#src/share/link-prefix.ts";
import { App } from "./app/app.tsx";
import { followAppearance } from "./app/appearance.ts";
import type { PagePath } from "./app/page-paths.ts";
import { preparePage } from "./app/pages.tsx";
import { mustClear } from "./storage/session.ts";
import "./ui/base.css";
import "./ui/print.css";
import "./ui/tokens.css";

/** Milliseconds after which the app is there to show what went wrong. */
const TELL_AFTER_MS = 1000;

const STRATEGIES: PagePath = "/strategy";

followAppearance();
tidyAddress();
void begin();

async function begin(): Promise<void> {
  if (mustClear(Date.now())) await clear();
  preparePage(globalThis.location.pathname);
  const root = document.querySelector("#root");
  if (!root) throw new Error("index.html has no #root to draw into");
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

/** Before anything opens the session's database or files. A failure is shown by the app, and tried again at the next load. */
async function clear(): Promise<void> {
  try {
    const { clearSession } = await import("./storage/clear-session.ts");
    await clearSession();
  } catch (error) {
    setTimeout(() => reportError(error), TELL_AFTER_MS);
  }
}

/**
 * Makes the address that the app begins with the one that its pages know. A host that knows only files opens "/strategy"
 * as "/strategy/"; a strategy's link names "/", which every host has, and belongs to the list of strategies. A link that
 * is pasted over the first page later counts too.
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
