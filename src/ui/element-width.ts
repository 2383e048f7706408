/** The width of an element, for drawings that fit it. */
import { useEffect, useState } from "react";
import type { RefObject } from "react";

/** @param first - CSS pixels, until the element is measured */
export function useElementWidth(element: RefObject<HTMLElement | null>, first: number): number {
  const [width, setWidth] = useState(first);
  useEffect(() => {
    const host = element.current;
    if (!host || typeof ResizeObserver === "undefined") return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width));
    });
    observer.observe(host);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
