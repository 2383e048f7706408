/**
 * Links and buttons that are one stop for Tab: inside, the arrow keys walk from one to the next, Home and End to the
 * ends. Tab comes to the control that carries data-entry, else to the one that had the focus last, at first the page one
 * is on, else the first control.
 */
import { useEffect, useRef } from "react";
import type { KeyboardEvent, ReactElement, ReactNode } from "react";

interface ToolbarProps {
  readonly label: string;
  readonly className?: string | undefined;
  /** What unfolds inside and carries data-own-stops keeps stops of its own. */
  readonly children: ReactNode;
}

export function Toolbar({ label, className, children }: ToolbarProps): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!box.current) return undefined;
    const bar = box.current;
    const settle = () => keepOneStop(bar, null);
    settle();
    const observer = new MutationObserver(settle); // what comes later, as the runs under way do
    observer.observe(bar, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  const walk = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return; // a shortcut of the page
    const to = controlAfterKey(event.key, controlsOf(box.current), document.activeElement);
    if (!to) return;
    event.preventDefault();
    to.focus();
  };
  return (
    <div
      ref={box}
      role="toolbar"
      tabIndex={-1} // it listens for keys, which its controls hear first
      aria-label={label}
      className={className}
      onKeyDown={walk}
      onFocus={({ target, currentTarget }) => keepOneStop(currentTarget, target)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) keepOneStop(currentTarget, null);
      }}
    >
      {children}
    </div>
  );
}

function controlsOf(bar: HTMLElement | null): readonly HTMLElement[] {
  const all = bar?.querySelectorAll<HTMLElement>("a, button, summary") ?? [];
  return Array.from(all).filter((control) => control.closest("[data-own-stops]") === null);
}

/** @param focused - the control that has the focus now, if one has */
function keepOneStop(bar: HTMLElement, focused: Element | null): void {
  const controls = controlsOf(bar);
  const stop =
    controls.find((control) => control === focused) ??
    controls.find(({ dataset }) => dataset["entry"] !== undefined) ??
    controls.find(({ dataset }) => dataset["stop"] !== undefined) ??
    controls.find((control) => control.matches("[aria-current]")) ??
    controls[0];
  for (const control of controls) {
    control.tabIndex = control === stop ? 0 : -1;
    if (control !== stop) delete control.dataset["stop"];
    else if (control === focused) control.dataset["stop"] = "";
  }
}

function controlAfterKey(
  key: string,
  controls: readonly HTMLElement[],
  focused: Element | null,
): HTMLElement | undefined {
  const place = controls.findIndex((control) => control === focused);
  if (place === -1) return undefined;
  const count = controls.length;
  switch (key) {
    case "ArrowRight":
      return controls[(place + 1) % count];
    case "ArrowLeft":
      return controls[(place + count - 1) % count];
    case "Home":
      return controls[0];
    case "End":
      return controls[count - 1];
    default:
      return undefined;
  }
}
