import { Dialog as Primitive } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { shown } from "#src/format/shown.ts";
import styles from "./dialog.module.css";
import { Modal } from "./modal.tsx";

interface DialogProps {
  readonly title: string;
  /** Called when Esc or a tap outside closes it; unmount the dialog then. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The buttons, the safe one first: it gets the focus. */
  readonly actions: ReactNode;
}

/** A modal question. Mount it to ask, unmount it when answered. */
export function Dialog({ title, onClose, children, actions }: DialogProps): ReactElement {
  return (
    <Modal onClose={onClose}>
      <div className={styles["content"]}>
        <Primitive.Title>{shown(title)}</Primitive.Title>
        <div>{children}</div>
        <div className={styles["actions"]}>{actions}</div>
      </div>
    </Modal>
  );
}
