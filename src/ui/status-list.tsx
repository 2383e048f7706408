/** How status messages look and leave; the live region that says them is around it. */
import { Toast } from "radix-ui";
import type { ComponentType, ReactElement } from "react";
import { Button } from "./button.tsx";
import { CloseIcon } from "./icons.tsx";
import styles from "./status-list.module.css";

export interface StatusAction {
  readonly label: string;
  readonly act: () => void;
}

export interface StatusMessage {
  readonly id: number;
  readonly text: string;
  readonly action?: StatusAction;
}

interface StatusListProps {
  readonly messages: readonly StatusMessage[];
  readonly dismiss: (id: number) => void;
}

export type StatusListView = ComponentType<StatusListProps>;

const SHOWN_MS = 6000;
const SHOWN_WITH_ACTION_MS = 20_000;

export function StatusList({ messages, dismiss }: StatusListProps): ReactElement {
  return (
    <Toast.Provider label="Message">
      {messages.map((message) => (
        <Message key={message.id} message={message} dismiss={dismiss} />
      ))}
      <Toast.Viewport className={styles["region"]} label="Messages ({hotkey})" />
    </Toast.Provider>
  );
}

interface MessageProps {
  readonly message: StatusMessage;
  readonly dismiss: (id: number) => void;
}

/**
 * Stays while the pointer or the focus is on it. The live region goes on holding what it says; so the library's own
 * announcement, gone after a second, is kept to one word.
 */
function Message({ message, dismiss }: MessageProps): ReactElement {
  const { id, text, action } = message;
  return (
    <Toast.Root
      type="background"
      className={styles["message"]}
      duration={action ? SHOWN_WITH_ACTION_MS : SHOWN_MS}
      onOpenChange={(isOpen) => {
        if (!isOpen) dismiss(id);
      }}
    >
      <div className={styles["content"]} data-radix-toast-announce-exclude="">
        <Toast.Description className={styles["text"]}>{text}</Toast.Description>
        {action && (
          <Toast.Action asChild altText={action.label} onClick={action.act}>
            <Button kind="quiet" size="small">
              {action.label}
            </Button>
          </Toast.Action>
        )}
        <Toast.Close asChild>
          <Button kind="quiet" size="small" aria-label="Dismiss message">
            <CloseIcon />
          </Button>
        </Toast.Close>
      </div>
    </Toast.Root>
  );
}
