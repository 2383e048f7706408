/**
 * Asks before the page is left while what was typed could not be kept anywhere. Links, the browser's Back and closing
 * the tab are held; steps of the same strategy are not leaving.
 */
import { useCallback, useEffect, useState } from "react";
import { useLocation } from "wouter";

export interface LeaveGuard {
  /** Where the person wanted to go; null while nobody asks. */
  readonly asked: string | null;
  readonly stay: () => void;
  readonly leave: () => void;
  /** Goes there, or asks first. */
  readonly goTo: (address: string) => void;
}

export function useLeaveGuard(isOn: boolean): LeaveGuard {
  const [asked, setAsked] = useState<string | null>(null);
  const [, navigate] = useLocation();
  useEffect(() => (isOn ? holdPage(setAsked) : undefined), [isOn]);
  return {
    asked,
    stay: useCallback(() => setAsked(null), []),
    leave: () => {
      if (asked !== null) navigate(asked);
    },
    goTo: (address) => {
      if (isOn) setAsked(address);
      else navigate(address);
    },
  };
}

function holdPage(ask: (address: string) => void): () => void {
  const here = addressOf(location);
  const holdLink = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
    if (!link || opensElsewhere || link.target === "_blank" || isSameForm(link)) return;
    if (link.origin !== location.origin) return; // beforeunload asks
    event.preventDefault();
    event.stopPropagation();
    ask(addressOf(link));
  };
  const holdHistory = (event: PopStateEvent) => {
    if (isSameForm(location)) return;
    event.stopImmediatePropagation();
    const wanted = addressOf(location);
    history.pushState(null, "", here);
    ask(wanted);
  };
  const strategyHere = new URLSearchParams(location.search).get("id");
  const isSameForm = ({ pathname, search }: HTMLAnchorElement | Location) =>
    pathname === "/simulation-steps" && new URLSearchParams(search).get("id") === strategyHere;
  document.addEventListener("click", holdLink, { capture: true });
  globalThis.addEventListener("popstate", holdHistory, { capture: true });
  globalThis.addEventListener("beforeunload", holdTab);
  return () => {
    document.removeEventListener("click", holdLink, { capture: true });
    globalThis.removeEventListener("popstate", holdHistory, { capture: true });
    globalThis.removeEventListener("beforeunload", holdTab);
  };
}

function holdTab(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function addressOf({ pathname, search, hash }: HTMLAnchorElement | Location): string {
  return `${pathname}${search}${hash}`;
}
