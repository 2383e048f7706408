/** Brings what the address' hash names into view, also when the page comes later than the address. */
import { useEffect } from "react";
import { useLocationProperty } from "wouter/use-browser-location";

/** @param isReady - whether what it may name is drawn */
export function useHashTarget(isReady = true): void {
  const hash = useLocationProperty(readHash);
  useEffect(() => {
    const id = hash.slice(1);
    if (id === "" || !isReady) return undefined;
    // A frame later, because a page that was just navigated to jumps to its top first.
    const frame = requestAnimationFrame(() => {
      const target = document.getElementById(id);
      target?.scrollIntoView();
      target?.querySelector("a")?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [hash, isReady]);
}

function readHash(): string {
  return location.hash;
}
