/** The width of the screen, which decides how the header is laid out. */
import { act } from "@testing-library/react";
import { onTestFinished } from "vitest";

/** What these tests run in says so on its window. */
interface SizedWindow {
  readonly happyDOM: { readonly setViewport: (size: { readonly width: number }) => void };
}

const WIDE = 1024;

/** In CSS pixels, until the test ends. */
export function setScreenWidth(width: number): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- vite.config.ts runs tests/pages in happy-dom
  const { happyDOM } = window as unknown as SizedWindow;
  act(() => happyDOM.setViewport({ width }));
  onTestFinished(() => happyDOM.setViewport({ width: WIDE }));
}
