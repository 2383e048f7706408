/** The table of routes. Every page but the first loads when it is first opened. */
import type { ComponentType, ReactElement } from "react";
import { Route, Switch } from "wouter";
import { LandingPage } from "#src/pages/landing/landing-page.tsx";
import { NotFoundPage } from "#src/pages/not-found/not-found-page.tsx";
import { lazyPage } from "./lazy-page.tsx";
import { PAGE_FILES } from "./page-files.ts";
import { PAGE_PATHS } from "./page-paths.ts";
import type { PagePath } from "./page-paths.ts";

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
