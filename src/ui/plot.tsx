/** The frame of a drawing with axes: an SVG as wide as its place, and the lines and labels of the left axis. */
import { useContext, useEffect, useRef, useState } from "react";
import type { ReactElement, ReactNode, RefObject } from "react";
import styles from "./plots.module.css";
import { SavedPage } from "./saved-page.ts";

interface PlotProps {
  /** The element that usePlotWidth measures. */
  readonly host: RefObject<HTMLDivElement | null>;
  /** CSS pixels, as are all lengths. */
  readonly width: number;
  readonly height: number;
  /** Says what is drawn. */
  readonly label: string;
  /** The drawing, to be saved. */
  readonly drawing: RefObject<SVGSVGElement | null>;
  readonly children: ReactNode;
}

export function Plot({ host, width, height, label, drawing, children }: PlotProps): ReactElement {
  return (
    <div ref={host}>
      <svg
        ref={drawing}
        className={styles["plot"]}
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img element would not follow the page's colours
        role="img"
        aria-label={label}
      >
        {children}
      </svg>
    </div>
  );
}

interface PlotWidth {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly width: number;
}

/** A saved file measures nothing: its drawings are as wide as its page. */
const SAVED_WIDTH = 960;

/** @param first - CSS pixels, until the place of the drawing is measured */
export function usePlotWidth(first: number): PlotWidth {
  const host = useRef<HTMLDivElement>(null);
  const isSaved = useContext(SavedPage);
  const [width, setWidth] = useState(isSaved ? SAVED_WIDTH : first);
  useEffect(() => {
    if (!host.current || typeof ResizeObserver === "undefined") return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width));
    });
    observer.observe(host.current);
    return () => observer.disconnect();
  }, []);
  return { host, width };
}

interface LeftAxisProps {
  readonly values: readonly number[];
  /** The height of a value. */
  readonly at: (value: number) => number;
  /** Where the lines begin, behind their labels, and end. */
  readonly from: number;
  readonly to: number;
  readonly format: (value: number) => string;
}

export function LeftAxis({ values, at, from, to, format }: LeftAxisProps): ReactElement[] {
  return values.map((value) => (
    <g key={value}>
      <path className={styles["grid"]} d={`M${from} ${at(value)}H${to}`} />
      <text className={styles["end"]} x={from - 6} y={at(value) + 4}>
        {format(value)}
      </text>
    </g>
  ));
}
