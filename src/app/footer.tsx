import type { ReactElement } from "react";
import { Link } from "wouter";
import { CONTACT_EMAIL, PRODUCT_NAME } from "#src/product.ts";
import styles from "./footer.module.css";
import { PrototypeLine } from "./header/prototype-line.tsx";

/** The year that the page was opened in. */
const YEAR = new Date().getFullYear();

interface FooterProps {
  /** Where the header has it no more. */
  readonly hasPrototypeLine: boolean;
  readonly onShortcuts: () => void;
}

export function Footer({ hasPrototypeLine, onShortcuts }: FooterProps): ReactElement {
  return (
    <footer className={styles["footer"]}>
      <div className={styles["bar"]}>
        <div className={styles["words"]}>
          <p>
            © {YEAR} {PRODUCT_NAME}. Everything you make here stays on this device.
          </p>
          {hasPrototypeLine && <PrototypeLine />}
        </div>
        <nav className={styles["links"]} aria-label="Footer">
          <Link href="/functions">Rule language</Link>
          <Link href="/api">API</Link>
          <Link href="/about">About and licences</Link>
          <Link href="/privacy">Privacy</Link>
          <Link href="/settings">Storage and backup</Link>
          <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a>
          <button type="button" className={styles["button"]} onClick={onShortcuts}>
            Keyboard shortcuts
          </button>
        </nav>
      </div>
    </footer>
  );
}
