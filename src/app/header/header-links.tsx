/** The links and buttons that the header's rows, its menu and the bar at the bottom are made of. */
import { SunMoon } from "lucide-react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { buttonClass } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { SearchIcon, icon } from "#src/ui/icons.tsx";
import { Keys } from "#src/ui/keys.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import { saveTheme, useIsDark } from "../appearance.ts";
import { shortcutKeys } from "../shortcuts.ts";
import styles from "./header.module.css";
import { currentOf } from "./links.ts";
import type { HeaderLink } from "./links.ts";

interface HeaderLinksProps {
  readonly links: readonly HeaderLink[];
  /** Where one is. */
  readonly path: string;
}

export function HeaderLinks({ links, path }: HeaderLinksProps): ReactElement[] {
  return links.map((link) =>
    link.path.startsWith("#") ? (
      <a key={link.path} href={link.path} className={styles["link"]}>
        {link.label}
      </a>
    ) : (
      <Link key={link.path} href={link.path} className={styles["link"]} aria-current={currentOf(link, path)}>
        {link.label}
      </Link>
    ),
  );
}

const PROMISED = ["Video Tutorials", "Blog Posts"];

export function Promised(): ReactElement[] {
  const showStatus = useStatus();
  return PROMISED.map((label) => (
    <button key={label} type="button" className={styles["link"]} onClick={() => showStatus("Coming soon!")}>
      {label}
    </button>
  ));
}

/** Opens the command palette. */
export function SearchButton({ onClick }: { readonly onClick: () => void }): ReactElement {
  const keys = shortcutKeys("palette");
  return (
    <button
      type="button"
      className={classNames(styles["link"], styles["tool"], styles["search"])}
      title={`Search pages, strategies, runs and commands (${keys.join("+")})`}
      onClick={onClick}
    >
      <SearchIcon />
      <span className={styles["toolText"]}>Search</span>
      <span className={styles["keys"]} aria-hidden="true">
        <Keys keys={keys} />
      </span>
    </button>
  );
}

const ThemeIcon = icon(SunMoon);

export function ThemeButton(): ReactElement {
  const showStatus = useStatus();
  const isDark = useIsDark();
  const turn = async () => {
    const saved = await saveTheme(isDark ? "light" : "dark");
    if (!saved.ok) showStatus(saved.problem.message);
  };
  const label = isDark ? "Light theme" : "Dark theme";
  return (
    <button
      type="button"
      className={classNames(styles["link"], styles["tool"])}
      aria-label={label}
      title={label}
      onClick={() => void turn()}
    >
      <ThemeIcon />
      <span className={styles["toolText"]}>{label}</span>
    </button>
  );
}

export function LastButton({ isOnLanding }: { readonly isOnLanding: boolean }): ReactElement {
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
