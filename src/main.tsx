import "./app/first-page.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { followAppearance } from "./app/appearance.ts";
import { mustClear } from "./storage/session.ts";
import "./ui/base.css";
import "./ui/print.css";
import "./ui/tokens.css";

/** Milliseconds after which the app is there to show what went wrong. */
const TELL_AFTER_MS = 1000;

followAppearance();
void begin();

async function begin(): Promise<void> {
  if (mustClear(Date.now())) await clear();
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
