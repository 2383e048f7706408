import { lazy, Suspense, useRef, useState } from "react";
import type { ReactElement } from "react";
import { classNames } from "#src/ui/class-names.ts";
import { CloseIcon, MenuIcon } from "#src/ui/icons.tsx";
import { loadChunk } from "../stale-chunks.ts";
import styles from "./header.module.css";

const HeaderMenu = lazy(async () => {
  const { HeaderMenu: menu } = await loadChunk(() => import("./menu.tsx"));
  return { default: menu };
});

interface MenuButtonProps {
  readonly path: string;
  /** Menu, or More where it opens upwards from the bar at the bottom. */
  readonly label: "Menu" | "More";
  /** Opens the command palette; null where the header has a button for it. */
  readonly onCommands: (() => void) | null;
}

/** The button of the one menu that narrow screens have, and the builder. Going to another page closes it. */
export function MenuButton({ path, label, onCommands }: MenuButtonProps): ReactElement {
  const [openOn, setOpenOn] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const isOpen = openOn === path;
  return (
    <div ref={box} className={classNames(label === "More" && styles["more"])}>
      <button
        type="button"
        className={label === "More" ? styles["barItem"] : styles["menuButton"]}
        aria-expanded={isOpen}
        aria-label={label}
        onClick={() => setOpenOn(isOpen ? null : path)}
      >
        {isOpen ? <CloseIcon /> : <MenuIcon />}
        {label === "More" && <span>More</span>}
      </button>
      {isOpen && (
        <Suspense>
          <HeaderMenu
            path={path}
            opensUpwards={label === "More"}
            around={box}
            onCommands={onCommands}
            onClose={() => setOpenOn(null)}
          />
        </Suspense>
      )}
    </div>
  );
}
