import { useLayoutEffect, useRef } from "react";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./modal.module.css";

interface ModalProps {
  /** Names it for screen readers: a text, or the id of its heading. */
  readonly label: string | { readonly id: string };
  /** In the middle of the screen, or near its top for what grows as one types. */
  readonly place?: "middle" | "top";
  /** Called at Esc and at a tap outside; unmount it then. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * The browser's own modal dialog: it keeps the focus inside and gives it back, and the page under it is inert. A
 * library's would write a style element to stop the page from scrolling, which the page's policy forbids. What carries data-first gets the focus, else the browser's choice.
 */
export function Modal({ label, place = "middle", onClose, children }: ModalProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    element?.querySelector<HTMLElement>("[data-first]")?.focus();
    return () => element?.close(); // before it leaves the page, or the focus is not given back
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc does the same
    <dialog
      ref={dialog}
      className={classNames(styles["modal"], place === "top" && styles["top"])}
      {...(typeof label === "string" ? { "aria-label": label } : { "aria-labelledby": label.id })}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose(); // the backdrop counts as the dialog itself
      }}
    >
      {children}
    </dialog>
  );
}
