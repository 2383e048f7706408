/** What a panel hands over as files: a button where it is one file, a menu where there are several. */
import { DropdownMenu } from "radix-ui";
import type { ReactElement } from "react";
import { Button } from "./button.tsx";
import styles from "./download-menu.module.css";
import { ChevronIcon } from "./icons.tsx";

export interface Download {
  /** "Save as CSV". */
  readonly label: string;
  readonly save: () => void;
  /** It can't be made yet. */
  readonly isDisabled?: boolean;
}

interface DownloadMenuProps {
  /** What the files are of: "Monthly returns". */
  readonly subject: string;
  readonly downloads: readonly Download[];
}

/** Not modal, for the library would lock the page with a style element. */
export function DownloadMenu({ subject, downloads }: DownloadMenuProps): ReactElement | null {
  const [first, ...more] = downloads;
  if (!first) return null;
  if (more.length === 0) {
    return (
      <Button
        size="small"
        kind="quiet"
        aria-label={`${first.label}: ${subject}`}
        disabled={first.isDisabled === true}
        onClick={first.save}
      >
        {first.label}
      </Button>
    );
  }
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button size="small" kind="quiet" aria-label={`Download: ${subject}`}>
          Download
          <ChevronIcon />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className={styles["list"]} align="end" sideOffset={4} collisionPadding={16}>
        {downloads.map(({ label, save, isDisabled = false }) => (
          <DropdownMenu.Item key={label} className={styles["item"]} disabled={isDisabled} onSelect={save}>
            {label}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
