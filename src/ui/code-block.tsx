import type { ReactElement } from "react";
import { shownSource } from "#src/format/shown.ts";
import { Button } from "./button.tsx";
import { useStatus } from "./status-messages.tsx";
import { VisuallyHidden } from "./visually-hidden.tsx";
import styles from "./code-block.module.css";
import { copyText } from "./copy-text.ts";

interface CodeBlockProps {
  /** What it is, for the caption and as the name of the scrolling box. */
  readonly name: string;
  /** The file to save it as. */
  readonly file?: string;
  /** Copied as it is; what would steer the screen is shown by its number. */
  readonly code: string;
}

export function CodeBlock({ name, file, code }: CodeBlockProps): ReactElement {
  const showStatus = useStatus();
  const copy = async () => {
    const isCopied = await copyText(code);
    showStatus(isCopied ? `${name} copied.` : "The browser did not allow the copy. Select the text instead.");
  };
  return (
    <figure className={styles["block"]}>
      <figcaption className={styles["caption"]}>
        <span>
          {name}
          {file !== undefined && <code className={styles["file"]}>{file}</code>}
        </span>
        <Button kind="quiet" size="small" onClick={() => void copy()}>
          Copy<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it */}
      <section className={styles["scroller"]} aria-label={name} tabIndex={0}>
        <pre className={styles["code"]}>
          <code>{shownSource(code)}</code>
        </pre>
      </section>
    </figure>
  );
}
