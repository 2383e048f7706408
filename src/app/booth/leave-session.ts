import { askToClear } from "#src/storage/session.ts";

/** Clears the session and begins at the first page. Nobody is there to be asked about changes, so no page may hold it. */
export function leaveSession(): void {
  askToClear();
  globalThis.addEventListener("beforeunload", letGo, { capture: true });
  globalThis.location.replace("/");
}

function letGo(event: Event): void {
  event.stopImmediatePropagation();
}
