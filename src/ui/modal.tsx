import { Dialog as Primitive } from "radix-ui";
import { useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./modal.module.css";

interface ModalProps {
  /** Names it for screen readers where no Title inside does. */
  readonly label?: string;
  /** In the middle of the screen, or near its top for what grows as one types. */
  readonly place?: "middle" | "top";
  /** Wide enough for a chart. */
  readonly size?: "plain" | "wide";
  /** Called at Esc and at a tap outside; unmount it then. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * What must be answered before the page goes on: the focus stays inside, the rest of the page is hidden from screen
 * readers, and the focus goes back to where it was. What carries data-first gets the focus, else the first control.
 *
 * The scrim is our own: the library's stops the page from scrolling with a style element, which the page's policy
 * forbids.
 */
export function Modal({
  label,
  place = "middle",
  size = "plain",
  onClose,
  children,
}: ModalProps): ReactElement {
  const [before] = useState(() => document.activeElement);
  const giveFocusBack = (event: Event) => {
    event.preventDefault();
    const hasMovedOn = document.activeElement !== null && document.activeElement !== document.body;
    if (!hasMovedOn && before instanceof HTMLElement) before.focus();
  };
  return (
    <Primitive.Root open onOpenChange={onClose}>
      <Primitive.Portal>
        <div className={styles["scrim"]} />
        <Primitive.Content
          className={classNames(
            styles["modal"],
            place === "top" && styles["top"],
            size === "wide" && styles["wide"],
          )}
          aria-modal
          aria-describedby={undefined} // none: what it says is read as it is reached
          {...(label !== undefined && { "aria-label": label })}
          onOpenAutoFocus={giveFocus}
          onCloseAutoFocus={giveFocusBack}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function giveFocus(event: Event): void {
  const dialog = event.currentTarget instanceof HTMLElement ? event.currentTarget : null;
  const first = dialog?.querySelector<HTMLElement>("[data-first]");
  if (!first) return;
  event.preventDefault();
  first.focus();
}
