/** Whether a person is at a part of the page: it has the focus, or had it a moment ago. */
import { useEffect, useRef, useState } from "react";
import type { FocusEvent } from "react";

/** What a click elsewhere is meant for must not move under it. */
const LINGERS_MS = 300;

export function useFocusWithin(): {
  readonly isActive: boolean;
  readonly handlers: { readonly onFocus: () => void; readonly onBlur: (event: FocusEvent) => void };
} {
  const [isActive, setIsActive] = useState(false);
  const leaving = useRef(0);
  useEffect(() => () => clearTimeout(leaving.current), []);
  return {
    isActive,
    handlers: {
      onFocus: () => {
        clearTimeout(leaving.current);
        setIsActive(true);
      },
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        leaving.current = window.setTimeout(() => {
          // Where another window was gone to, the focus comes back to the same place.
          if (!currentTarget.contains(document.activeElement)) setIsActive(false);
        }, LINGERS_MS);
      },
    },
  };
}
