/** The table of routes. Every page but the first loads when it is first opened. */
import { createElement } from "react";
import type { ComponentType, ReactElement } from "react";
import { Route, Switch } from "wouter";
import { LandingPage } from "#src/pages/landing/landing-page.tsx";
import { NotFoundPage } from "#src/pages/not-found/not-found-page.tsx";
import page from "#src/ui/page.module.css";
import { useLazyPart } from "#src/ui/use-lazy-part.ts";
import { PAGE_FILES } from "./page-files.ts";
import { PAGE_PATHS } from "./page-paths.ts";
import type { PagePath } from "./page-paths.ts";
import { loadChunk } from "./stale-chunks.ts";

/** What the built page of a path shows before its script draws it (first-picture.tsx): it stays until that page is there. */
let firstWords = document.querySelector("[data-part=first-words]");

const LATE = new Map<PagePath, ComponentType>(
  PAGE_PATHS.flatMap((path) => (path === "/" ? [] : [[path, lazyPage(PAGE_FILES[path])] as const])),
);

/** Not in the built app. */
const StyleguidePage = import.meta.env.DEV
  ? lazyPage(async () => (await import("#src/pages/styleguide/styleguide-page.tsx")).StyleguidePage)
  : null;

export function Pages(): ReactElement {
  return (
    <Switch>
      {PAGE_PATHS.map((path) => (
        <Route key={path} path={path} component={LATE.get(path) ?? LandingPage} />
      ))}
      {StyleguidePage && <Route path="/styleguide" component={StyleguidePage} />}
      <Route component={NotFoundPage} />
    </Switch>
  );
}

/** A page that loads when it is first opened. @param load - imports its file */
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
