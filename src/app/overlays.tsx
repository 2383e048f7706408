/** What opens over any page by a key or a button: the command palette and the sheet of shortcuts. Loaded when first asked for. */
import { useEffect, useState } from "react";
import type { ComponentType, ReactElement } from "react";
import { useShortcut } from "./shortcuts.ts";
import { loadChunk } from "./stale-chunks.ts";

export type OverlayName = "palette" | "sheet";

interface OverlayProps {
  readonly onClose: () => void;
  /** Closes this one and opens the other. */
  readonly onSwitch: () => void;
}

export type Overlay = ComponentType<OverlayProps>;

interface OverlaysProps {
  readonly open: OverlayName | null;
  readonly onChange: (name: OverlayName | null) => void;
}

export function Overlays({ open, onChange }: OverlaysProps): ReactElement | null {
  const [loaded, setLoaded] = useState<Readonly<Partial<Record<OverlayName, Overlay>>>>({});
  useShortcut("palette", () => onChange("palette"));
  useShortcut("sheet", () => onChange("sheet"));
  useEffect(() => {
    if (open === null || loaded[open]) return;
    const add = (component: Overlay) => setLoaded((before) => ({ ...before, [open]: component }));
    void loadChunk(LOADERS[open]).then(add); // a failure is shown by UnexpectedErrors
  }, [open, loaded]);
  const Open = open === null ? undefined : loaded[open];
  if (!Open) return null;
  const other = open === "palette" ? "sheet" : "palette";
  return <Open onClose={() => onChange(null)} onSwitch={() => onChange(other)} />;
}

const LOADERS: Readonly<Record<OverlayName, () => Promise<Overlay>>> = {
  palette: async () => (await import("./palette/command-palette.tsx")).CommandPalette,
  sheet: async () => (await import("./shortcut-sheet.tsx")).ShortcutSheet,
};
