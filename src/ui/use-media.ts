import { useCallback, useSyncExternalStore } from "react";

/** Whether a media query holds, drawn again when that changes. */
export function useMedia(query: string): boolean {
  const listen = useCallback(
    (changed: () => void) => {
      const list = globalThis.matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(
    listen,
    () => globalThis.matchMedia(query).matches,
    () => false, // in a file that is saved, whatever it is opened on
  );
}

/** On paper too a table stays a table. */
const PHONE = "screen and (max-width: 47.99rem)";

/** Whether the screen is narrower than 768 px: tables are rows of two lines there, and no part of a page scrolls. */
export function useIsPhone(): boolean {
  return useMedia(PHONE);
}

/** The narrowest screens, with the bar of the app's screens at their end; as in tokens.css, which has the bar's height. */
export const BOTTOM_BAR = "(width < 480px)";
