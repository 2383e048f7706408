/** Short messages at the edge of the screen that screen readers hear and nothing waits for. */
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { Button } from "./button.tsx";
import { CloseIcon } from "./icons.tsx";
import styles from "./status-messages.module.css";

interface StatusAction {
  readonly label: string;
  readonly act: () => void;
}

/** Shows a message; it leaves by itself unless it offers an action. */
export type ShowStatus = (text: string, action?: StatusAction) => void;

interface StatusMessage {
  readonly id: number;
  readonly text: string;
  readonly action?: StatusAction;
}

const SHOWN_MS = 6000;
const SHOWN_WITH_ACTION_MS = 20_000;
const MOST_AT_ONCE = 3;

const StatusContext = createContext<ShowStatus | null>(null);

export function useStatus(): ShowStatus {
  const show = useContext(StatusContext);
  if (!show) throw new Error("useStatus: wrap the page in StatusMessages");
  return show;
}

export function StatusMessages({ children }: { readonly children: ReactNode }): ReactElement {
  const [messages, setMessages] = useState<readonly StatusMessage[]>([]);
  const lastId = useRef(0);
  const show = useCallback<ShowStatus>((text, action) => {
    lastId.current += 1;
    const message = { id: lastId.current, text, ...(action && { action }) };
    setMessages((shown) => [...shown.slice(1 - MOST_AT_ONCE), message]);
  }, []);
  const dismiss = useCallback((id: number) => {
    setMessages((shown) => shown.filter((message) => message.id !== id));
  }, []);
  return (
    <StatusContext value={show}>
      {children}
      <output className={styles["region"]}>
        {messages.map((message) => (
          <Message key={message.id} message={message} dismiss={dismiss} />
        ))}
      </output>
    </StatusContext>
  );
}

interface MessageProps {
  readonly message: StatusMessage;
  readonly dismiss: (id: number) => void;
}

/** Stays while the pointer or the focus is on it. */
function Message({ message, dismiss }: MessageProps): ReactElement {
  const [held, setHeld] = useState(false);
  const { id, text, action } = message;
  const shownMs = action ? SHOWN_WITH_ACTION_MS : SHOWN_MS;
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => dismiss(id), shownMs);
    return () => clearTimeout(timer);
  }, [held, id, shownMs, dismiss]);
  const hold = useMemo(
    () => ({
      onPointerEnter: () => setHeld(true),
      onPointerLeave: () => setHeld(false),
      onFocus: () => setHeld(true),
      onBlur: () => setHeld(false),
    }),
    [],
  );
  return (
    <span className={styles["message"]} {...hold}>
      <span className={styles["text"]}>{text}</span>
      {action && (
        <Button
          kind="quiet"
          size="small"
          onClick={() => {
            action.act();
            dismiss(id);
          }}
        >
          {action.label}
        </Button>
      )}
      <Button kind="quiet" size="small" aria-label="Dismiss message" onClick={() => dismiss(id)}>
        <CloseIcon />
      </Button>
    </span>
  );
}
