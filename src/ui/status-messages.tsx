/** Short messages at the edge of the screen that screen readers hear and nothing waits for. */
import { createContext, useCallback, useContext, useEffect, useRef, useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { shown } from "#src/format/shown.ts";
import type { StatusAction, StatusListView, StatusMessage } from "./status-list.tsx";

/** Shows a message; it leaves by itself, later when it offers an action. */
export type ShowStatus = (text: string, action?: StatusAction) => void;

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
    const message = { id: lastId.current, text: shown(text), ...(action && { action }) };
    setMessages((earlier) => [...earlier.slice(1 - MOST_AT_ONCE), message]);
  }, []);
  const dismiss = useCallback((id: number) => {
    setMessages((earlier) => earlier.filter((message) => message.id !== id));
  }, []);
  // The list comes after the first paint, which needn't wait for its library; until then messages are plain lines.
  const [list, setList] = useState<{ readonly View: StatusListView } | null>(null);
  useEffect(() => {
    const load = async () => setList({ View: (await import("./status-list.tsx")).StatusList });
    void load(); // a failure is shown by UnexpectedErrors
  }, []);
  return (
    <StatusContext value={show}>
      {children}
      <output>
        {list ? (
          <list.View messages={messages} dismiss={dismiss} />
        ) : (
          messages.map(({ id, text }) => <p key={id}>{text}</p>)
        )}
      </output>
    </StatusContext>
  );
}
