/** The shared header. On small screens its links fold into a menu that an outside tap, Esc and navigation close. */
import { useEffect, useRef, useState } from "react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { PRODUCT_NAME } from "#src/product.ts";
import { buttonClass } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { CloseIcon, LogoMark, MenuIcon, SearchIcon } from "#src/ui/icons.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import styles from "./header.module.css";
import { RunIndicator } from "./run-indicator.tsx";
import { shortcutKeys } from "./shortcuts.ts";

interface HeaderLink {
  /** A route, or "#id" of a part of the page. */
  readonly path: string;
  readonly label: string;
}

/** The specification's links, in its order on the landing page and elsewhere; our own come after them. */
const ON_LANDING: readonly HeaderLink[] = [
  { path: "#features", label: "Features" },
  { path: "#how-it-works", label: "How it Works" },
  { path: "/questions", label: "FAQ" },
  { path: "/contact", label: "Contact Us" },
  { path: "/price", label: "Pricing" },
];
const ELSEWHERE: readonly HeaderLink[] = [
  { path: "/price", label: "Pricing" },
  { path: "/questions", label: "FAQ" },
  { path: "/contact", label: "Contact Us" },
];
const OUR_OWN: readonly HeaderLink[] = [
  { path: "/data", label: "Data" },
  { path: "/settings", label: "Settings" },
];
/** On the landing page Get Started goes there. */
const STRATEGIES: HeaderLink = { path: "/strategy", label: "Strategies" };
const PROMISED = ["Video Tutorials", "Blog Posts"];

interface HeaderProps {
  readonly path: string;
  /** Opens the command palette. */
  readonly onCommands: () => void;
}

export function Header({ path, onCommands }: HeaderProps): ReactElement {
  const [openOn, setOpenOn] = useState<string | null>(null);
  const header = useRef<HTMLElement>(null);
  const isOpen = openOn === path; // so that going to another page closes the menu
  const close = () => setOpenOn(null);
  useCloseFromOutside(header, isOpen, close);
  return (
    <header className={styles["header"]} ref={header}>
      <div className={styles["bar"]}>
        <Link href="/" className={styles["title"]}>
          <LogoMark />
          {PRODUCT_NAME}
        </Link>
        <RunIndicator key={path} />
        <button
          type="button"
          className={styles["menuButton"]}
          aria-expanded={isOpen}
          aria-controls="site-menu"
          aria-label="Menu"
          onClick={() => setOpenOn(isOpen ? null : path)}
        >
          {isOpen ? <CloseIcon /> : <MenuIcon />}
        </button>
        <nav id="site-menu" aria-label="Main" className={classNames(styles["nav"], isOpen && styles["open"])}>
          <NavLinks links={path === "/" ? ON_LANDING : ELSEWHERE} path={path} onFollow={close} />
          <Promised />
          {path !== "/" && <NavLinks links={[STRATEGIES]} path={path} onFollow={close} />}
          <NavLinks links={OUR_OWN} path={path} onFollow={close} />
          <CommandsButton
            onClick={() => {
              close();
              onCommands();
            }}
          />
          <LastButton isOnLanding={path === "/"} />
        </nav>
      </div>
    </header>
  );
}

function Promised(): ReactElement[] {
  const showStatus = useStatus();
  return PROMISED.map((label) => (
    <button key={label} type="button" className={styles["link"]} onClick={() => showStatus("Coming soon!")}>
      {label}
    </button>
  ));
}

function CommandsButton({ onClick }: { readonly onClick: () => void }): ReactElement {
  const keys = shortcutKeys("palette").join("+");
  return (
    <button
      type="button"
      className={classNames(styles["link"], styles["commands"])}
      aria-label="Commands"
      title={`Commands (${keys})`}
      onClick={onClick}
    >
      <SearchIcon />
      <span className={styles["commandsText"]}>Commands</span>
    </button>
  );
}

function LastButton({ isOnLanding }: { readonly isOnLanding: boolean }): ReactElement {
  if (isOnLanding) {
    return (
      <Link href="/strategy" className={buttonClass("primary", "small")}>
        Get Started
      </Link>
    );
  }
  return (
    <Link href="/" className={buttonClass("secondary", "small")} title="Your work stays on this device">
      Logout
    </Link>
  );
}

interface NavLinksProps {
  readonly links: readonly HeaderLink[];
  readonly path: string;
  readonly onFollow: () => void;
}

function NavLinks({ links, path, onFollow }: NavLinksProps): ReactElement[] {
  return links.map((link) =>
    link.path.startsWith("#") ? (
      <a key={link.path} href={link.path} className={styles["link"]} onClick={onFollow}>
        {link.label}
      </a>
    ) : (
      <Link
        key={link.path}
        href={link.path}
        className={styles["link"]}
        aria-current={path === link.path ? "page" : undefined}
        onClick={onFollow}
      >
        {link.label}
      </Link>
    ),
  );
}

function useCloseFromOutside(
  inside: React.RefObject<HTMLElement | null>,
  isOpen: boolean,
  close: () => void,
): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const closeOnTap = (event: PointerEvent) => {
      if (event.target instanceof Node && !inside.current?.contains(event.target)) close();
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      close();
      inside.current?.querySelector<HTMLElement>("[aria-controls]")?.focus(); // not on a link that is gone
    };
    document.addEventListener("pointerdown", closeOnTap);
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      document.removeEventListener("pointerdown", closeOnTap);
      document.removeEventListener("keydown", closeOnEscape);
    };
  }, [inside, isOpen, close]);
}
