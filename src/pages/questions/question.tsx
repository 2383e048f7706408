import { useEffect, useRef, useState } from "react";
import type { ReactElement, ReactNode, ToggleEvent } from "react";
import { useLocationProperty } from "wouter/use-browser-location";
import { ChevronIcon } from "#src/ui/icons.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import { VisuallyHidden } from "#src/ui/visually-hidden.tsx";
import { copyText } from "#src/ui/copy-text.ts";
import styles from "./question.module.css";

interface QuestionProps {
  /** The hash that leads here. */
  readonly id: string;
  readonly title: string;
  /** Open at first, unless the hash asks for a question. */
  readonly startsOpen?: boolean;
  readonly children: ReactNode;
}

/** A question that opens; the page's hash opens it and brings it into view. */
export function Question({ id, title, startsOpen = false, children }: QuestionProps): ReactElement {
  const details = useRef<HTMLDetailsElement>(null);
  const [opensFirst] = useState(() => startsOpen && readHash() === "");
  const isAsked = useLocationProperty(readHash) === `#${id}`;
  useEffect(() => {
    const element = details.current;
    if (!isAsked || !element) return undefined;
    element.open = true;
    // A frame later, because a page that was just navigated to jumps to its top first.
    const frame = requestAnimationFrame(() => {
      element.scrollIntoView();
      element.querySelector("summary")?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [isAsked]);
  const forgetHash = (event: ToggleEvent<HTMLDetailsElement>) => {
    if (isAsked && !event.currentTarget.open)
      history.replaceState(history.state, "", location.pathname + location.search);
  };
  return (
    <details id={id} ref={details} className={styles["question"]} open={opensFirst} onToggle={forgetHash}>
      <summary className={styles["summary"]}>
        <h2>{title}</h2>
        <ChevronIcon />
      </summary>
      <div className={styles["answer"]}>
        {children}
        <LinkToAnswer id={id} title={title} />
      </div>
    </details>
  );
}

function LinkToAnswer({ id, title }: { readonly id: string; readonly title: string }): ReactElement {
  const showStatus = useStatus();
  const copyLink = async () => {
    const isCopied = await copyText(new URL(`#${id}`, location.href).href);
    showStatus(isCopied ? "Link copied." : "The link is in the address bar now. Copy it there.");
  };
  return (
    <a className={styles["link"]} href={`#${id}`} onClick={() => void copyLink()}>
      Copy link to this answer<VisuallyHidden> ({title})</VisuallyHidden>
    </a>
  );
}

function readHash(): string {
  return location.hash;
}
