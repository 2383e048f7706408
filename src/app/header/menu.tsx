/** Where the header has not all links: the one menu, the app's screens first. */
import { useEffect } from "react";
import type { ReactElement, ReactNode, RefObject } from "react";
import { classNames } from "#src/ui/class-names.ts";
import { HeaderLinks, LastButton, Promised, SearchButton, ThemeButton } from "./header-links.tsx";
import styles from "./header.module.css";
import { APP_LINKS, SETTINGS, siteLinks } from "./links.ts";

interface HeaderMenuProps {
  readonly path: string;
  /** From the bar at the bottom; then the header has no room for its last button. */
  readonly opensUpwards: boolean;
  /** Holds the menu and its button. */
  readonly around: RefObject<HTMLElement | null>;
  /** Opens the command palette; null where the header has a button for it. */
  readonly onCommands: (() => void) | null;
  /** Called at an outside tap, at Esc, and when something in it was chosen. */
  readonly onClose: () => void;
}

export function HeaderMenu(props: HeaderMenuProps): ReactElement {
  const { path, opensUpwards, around, onCommands, onClose } = props;
  useCloseFromOutside(around, onClose);
  return (
    <nav
      aria-label="All pages"
      data-own-stops=""
      className={classNames(styles["menu"], opensUpwards && styles["upwards"])}
    >
      <Group onChoose={onClose}>
        <HeaderLinks links={APP_LINKS} path={path} />
        <HeaderLinks links={[SETTINGS]} path={path} />
        <ThemeButton />
        {onCommands && <SearchButton onClick={onCommands} />}
      </Group>
      <Group onChoose={onClose}>
        <HeaderLinks links={siteLinks(path)} path={path} />
        <Promised />
      </Group>
      {opensUpwards && (
        <Group onChoose={onClose}>
          <LastButton isOnLanding={path === "/"} />
        </Group>
      )}
    </nav>
  );
}

interface GroupProps {
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

function Group({ onChoose, children }: GroupProps): ReactElement {
  return (
    // Only hears of what its links and buttons, which have keys of their own, were used for.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div className={styles["group"]} onClick={onChoose}>
      {children}
    </div>
  );
}

function useCloseFromOutside(around: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    const closeOnTap = (event: PointerEvent) => {
      if (event.target instanceof Node && !around.current?.contains(event.target)) close();
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      close();
      around.current?.querySelector<HTMLElement>("[aria-expanded]")?.focus(); // not on a link that is gone
    };
    document.addEventListener("pointerdown", closeOnTap);
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      document.removeEventListener("pointerdown", closeOnTap);
      document.removeEventListener("keydown", closeOnEscape);
    };
  }, [around, close]);
}
