/** Pages are loaded on first use, which takes a busy machine longer than the library's second. */
import { configure } from "@testing-library/react";
import { vi } from "vitest";

configure({ asyncUtilTimeout: 30_000 });

/** This DOM has no workers: a page never hears of the analysis unless a test answers in the worker's place. */
vi.mock("#src/run/analyse-run.ts", () => ({
  analyseRun: vi.fn<() => Promise<unknown>>(() => new Promise(() => {})),
  measurePeriod: vi.fn<() => Promise<unknown>>(() => new Promise(() => {})),
}));
vi.mock("#src/run/trace-run.ts", () => ({
  traceRun: vi.fn<() => Promise<unknown>>(() => new Promise(() => {})),
}));

vi.mock("#src/run/name-universe.ts", () => ({
  nameUniverse: vi.fn<() => Promise<unknown>>(() => new Promise(() => {})),
}));

/** This DOM has no layout: the editor of a formula never comes, and the plain field stays. */
vi.mock("#src/formula/use-editor.ts", async () => {
  const { useRef } = await import("react");
  return { useEditor: () => ({ hostRef: useRef(null), plainRef: useRef(null), editor: null }) };
});
