import { ChartLine, Database, History } from "lucide-react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { icon } from "#src/ui/icons.tsx";
import styles from "./header.module.css";
import { currentOf, DATA, RUNS, STRATEGIES } from "./links.ts";
import { MenuButton } from "./menu-button.tsx";

const PLACES = [
  { link: STRATEGIES, Icon: icon(ChartLine) },
  { link: RUNS, Icon: icon(History) },
  { link: DATA, Icon: icon(Database) },
];

/** On phones, within reach of a thumb: the app's screens and the menu. */
export function BottomBar({ path }: { readonly path: string }): ReactElement {
  return (
    <nav className={styles["bottomBar"]} aria-label="Main">
      {PLACES.map(({ link, Icon }) => (
        <Link
          key={link.path}
          href={link.path}
          className={styles["barItem"]}
          aria-current={currentOf(link, path)}
        >
          <Icon />
          {link.label}
        </Link>
      ))}
      <MenuButton path={path} label="More" onCommands={null} />
    </nav>
  );
}
