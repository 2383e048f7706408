/** A page that loads when it is first opened. */
import { createElement } from "react";
import type { ComponentType, ReactElement } from "react";
import page from "#src/ui/page.module.css";
import { useLazyPart } from "#src/ui/use-lazy-part.ts";
import { loadChunk } from "./stale-chunks.ts";

/** @param load - imports the page's file */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | null = null;
  let loading: Promise<ComponentType> | null = null;

  /** Once; after a failure it is tried anew. */
  const open = (): Promise<ComponentType> => {
    loading ??= loadChunk(load).then(
      (component) => (loaded = component),
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };

  function Page(): ReactElement {
    const Loaded = useLazyPart(open, loaded);
    if (Loaded) return createElement(Loaded);
    return (
      <p className={page["quiet"]} data-part="loading">
        Loading…
      </p>
    );
  }

  return Page;
}
