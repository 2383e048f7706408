/** A page that loads when it is first opened, or a moment before. */
import { createElement } from "react";
import type { ComponentType, ReactElement } from "react";
import { useLatePart } from "#src/ui/use-late-part.ts";
import styles from "./app.module.css";
import { loadChunk } from "./stale-chunks.ts";

export interface LatePage {
  readonly Page: ComponentType;
  /** Begins to load it, where somebody knows that it will be drawn. What goes wrong is told once it is. */
  readonly prepare: () => void;
}

/** @param load - imports the page's file */
export function latePage(load: () => Promise<ComponentType>): LatePage {
  let loaded: ComponentType | null = null;
  let loading: Promise<ComponentType> | null = null;

  /** Once; after a failure it is tried anew. */
  const open = (): Promise<ComponentType> => {
    loading ??= loadChunk(load).then(
      (page) => (loaded = page),
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };

  function Page(): ReactElement {
    const page = useLatePart(open, loaded);
    return page ? createElement(page) : <p className={styles["loading"]}>Loading…</p>;
  }

  return { Page, prepare: () => void open().catch(() => undefined) };
}
