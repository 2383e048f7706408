import { useState } from "react";
import { localKey } from "#src/storage/session.ts";

const KEY = localKey("prototype-line");
const CLOSED = "closed";

/** Whether the prototype's line is closed, and how to close it for good; the footer has it from then on. */
export function usePrototypeLine(): { readonly isClosed: boolean; readonly close: () => void } {
  const [isClosed, setClosed] = useState(wasClosed);
  return {
    isClosed,
    close: () => {
      setClosed(true);
      try {
        localStorage.setItem(KEY, CLOSED);
      } catch {
        // Storage is full or switched off: the line is back at the next load.
      }
    },
  };
}

function wasClosed(): boolean {
  try {
    return localStorage.getItem(KEY) === CLOSED;
  } catch {
    return false; // switched off
  }
}
