/**
 * Asks before the page is left while what was typed could not be kept anywhere. Links, commands, the browser's Back and
 * closing the tab are held; steps of the same strategy are not leaving.
 */
import { useCallback, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { guardNavigation } from "#src/ui/navigation.ts";

const FORM = "/simulation-steps";

export interface LeaveGuard {
  /** Where the person wanted to go; null while nobody asks. */
  readonly asked: string | null;
  readonly stay: () => void;
  readonly leave: () => void;
}

export function useLeaveGuard(isOn: boolean): LeaveGuard {
  const [asked, setAsked] = useState<string | null>(null);
  const [hasLeft, setHasLeft] = useState(false);
  const [, navigate] = useLocation();
  useEffect(() => (isOn && !hasLeft ? holdPage(setAsked) : undefined), [isOn, hasLeft]);
  useEffect(() => {
    if (hasLeft && asked !== null) navigate(asked);
  }, [hasLeft, asked, navigate]);
  return {
    asked,
    stay: useCallback(() => setAsked(null), []),
    leave: useCallback(() => setHasLeft(true), []),
  };
}

function holdPage(ask: (address: string) => void): () => void {
  let here = addressOf(location);
  const strategyHere = new URLSearchParams(location.search).get("id");
  const isSameForm = ({ pathname, search }: URL | Location) =>
    pathname === FORM && new URLSearchParams(search).get("id") === strategyHere;
  const release = guardNavigation((address, isReplacement) => {
    const wanted = new URL(address, location.href);
    const isForm = isSameForm(wanted) || (isReplacement && wanted.pathname === FORM);
    if (isForm) here = addressOf(wanted);
    else ask(address);
    return isForm;
  });
  const holdHistory = (event: PopStateEvent) => {
    if (isSameForm(location)) return;
    event.stopImmediatePropagation();
    const wanted = addressOf(location);
    history.pushState(null, "", here);
    ask(wanted);
  };
  globalThis.addEventListener("popstate", holdHistory, { capture: true });
  globalThis.addEventListener("beforeunload", holdTab);
  return () => {
    release();
    globalThis.removeEventListener("popstate", holdHistory, { capture: true });
    globalThis.removeEventListener("beforeunload", holdTab);
  };
}

function holdTab(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function addressOf({ pathname, search, hash }: URL | Location): string {
  return `${pathname}${search}${hash}`;
}
