/**
 * The keyboard shortcuts: the list that the sheet (?) shows, and the hook by which a page answers one.
 *
 *     useShortcut("save", () => void builder.save());            // Ctrl/Cmd+S while the page is open
 *     useShortcut("start", isReady ? () => void start() : null); // null: the key does nothing for now
 *
 * Plain keys and Alt are off while a person types; no shortcut acts under an open dialog. A key that nobody answers
 * keeps what the browser does with it. Where two answer the same key, the first one mounted does.
 */
import { useEffect, useRef } from "react";
import { isTyping, isUnderDialog } from "#src/ui/page-keys.ts";

interface Shortcut {
  /** `key` of the keyboard event. */
  readonly key: string;
  /** mod is Ctrl, or Cmd on a Mac. */
  readonly modifier: "mod" | "alt" | null;
  /** What it does, for the sheet. */
  readonly text: string;
  /** Where it works. */
  readonly place: "Everywhere" | "Strategy builder" | "Results";
}

export const SHORTCUTS = {
  palette: { key: "k", modifier: "mod", text: "Open the command palette", place: "Everywhere" },
  sheet: { key: "?", modifier: null, text: "Show the keyboard shortcuts", place: "Everywhere" },
  save: { key: "s", modifier: "mod", text: "Save the strategy", place: "Strategy builder" },
  start: { key: "Enter", modifier: "mod", text: "Start the simulation", place: "Strategy builder" },
  "previous-step": { key: "ArrowLeft", modifier: "alt", text: "Previous step", place: "Strategy builder" },
  "next-step": { key: "ArrowRight", modifier: "alt", text: "Next step", place: "Strategy builder" },
  search: { key: "/", modifier: null, text: "Search in the table", place: "Results" },
  "previous-position": { key: "[", modifier: null, text: "Previous position", place: "Results" },
  "next-position": { key: "]", modifier: null, text: "Next position", place: "Results" },
} as const satisfies Readonly<Record<string, Shortcut>>;

export type ShortcutId = keyof typeof SHORTCUTS;

/** Answers a shortcut for as long as the component is mounted; null leaves the key alone. */
export function useShortcut(id: ShortcutId, handler: (() => void) | null): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  }, [handler]);
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      if (!latest.current || event.defaultPrevented || !isMeant(SHORTCUTS[id], event)) return;
      if (isUnderDialog()) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", act);
    return () => document.removeEventListener("keydown", act);
  }, [id]);
}

/** The keys as caps to show: ["Ctrl", "K"], or with ⌘ on a Mac. */
export function shortcutKeys(id: ShortcutId): readonly string[] {
  const { key, modifier }: Shortcut = SHORTCUTS[id];
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  const cap = CAPS[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  if (modifier === null) return [cap];
  if (modifier === "alt") return [isMac ? "⌥" : "Alt", cap];
  return [isMac ? "⌘" : "Ctrl", cap];
}

const CAPS: Readonly<Record<string, string>> = { ArrowLeft: "←", ArrowRight: "→" };

function isMeant({ key, modifier }: Shortcut, event: KeyboardEvent): boolean {
  if (event.key !== key && event.key.toLowerCase() !== key) return false;
  const hasMod = event.ctrlKey || event.metaKey;
  if (modifier === "mod") return hasMod && !event.altKey && !event.shiftKey;
  if (isTyping(event.target)) return false;
  if (modifier === "alt") return event.altKey && !hasMod && !event.shiftKey;
  return event.getModifierState("AltGraph") || (!hasMod && !event.altKey);
}
