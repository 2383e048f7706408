/** A page that loads when it is first opened. */
import { createElement } from "react";
import type { ComponentType, ReactElement } from "react";
import page from "#src/ui/page.module.css";
import { useLazyPart } from "#src/ui/use-lazy-part.ts";
import { loadChunk } from "./stale-chunks.ts";

/** What the built page of a path shows before its script draws it (first-picture.tsx): it stays until that page is there. */
let firstWords = document.querySelector("[data-part=first-words]");

/** @param load - imports the page's file */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | null = null;
  let loading: Promise<ComponentType> | null = null;

  /** Once; after a failure it is tried anew. */
  const open = (): Promise<ComponentType> => {
    loading ??= loadChunk(load).then(
      (component) => {
        firstWords = null;
        return (loaded = component);
      },
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
    const words = firstWords;
    if (words) return <div data-part="loading" ref={(place) => place?.append(words)} />;
    return (
      <p className={page["quiet"]} data-part="loading">
        Loading…
      </p>
    );
  }

  return Page;
}
