/** Single keys that work anywhere on a page: off while a person types, with Ctrl, Alt or Cmd, and under a dialog. */
import { useEffect, useRef } from "react";

/** What each key does, by the `key` of the keyboard event. */
type PageKeys = Readonly<Record<string, () => void>>;

export function usePageKeys(keys: PageKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  }, [keys]);
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      const action = latest.current[event.key];
      if (!action || isTyping(event.target) || isUnderDialog()) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", act);
    return () => document.removeEventListener("keydown", act);
  }, []);
}

/** Whether a key pressed there belongs to a field. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.closest(TYPED) !== null);
}

export function isUnderDialog(): boolean {
  return document.querySelector("dialog[open]") !== null;
}

const TYPED = "input, textarea, select, [contenteditable='true']";
