/** The table of routes. Every page but the first loads when it is first opened. */
import type { ReactElement } from "react";
import { Route, Switch } from "wouter";
import { LandingPage } from "#src/pages/landing/landing-page.tsx";
import { NotFoundPage } from "#src/pages/not-found/not-found-page.tsx";
import { lazyPage } from "./lazy-page.tsx";
import type { LazyPage } from "./lazy-page.tsx";
import { PAGE_PATHS } from "./page-paths.ts";
import type { PagePath } from "./page-paths.ts";

const LATE: Readonly<Record<Exclude<PagePath, "/">, LazyPage>> = {
  "/strategy": lazyPage(
    async () => (await import("#src/pages/strategies/strategies-page.tsx")).StrategiesPage,
  ),
  "/simulation-steps": lazyPage(
    async () => (await import("#src/pages/builder/builder-page.tsx")).BuilderPage,
  ),
  "/simulation-result": lazyPage(
    async () => (await import("#src/pages/results/results-page.tsx")).ResultsPage,
  ),
  "/runs": lazyPage(async () => (await import("#src/pages/runs/runs-page.tsx")).RunsPage),
  "/compare": lazyPage(async () => (await import("#src/pages/compare/compare-page.tsx")).ComparePage),
  "/price": lazyPage(async () => (await import("#src/pages/pricing/pricing-page.tsx")).PricingPage),
  "/contact": lazyPage(async () => (await import("#src/pages/contact/contact-page.tsx")).ContactPage),
  "/questions": lazyPage(async () => (await import("#src/pages/questions/questions-page.tsx")).QuestionsPage),
  "/functions": lazyPage(async () => (await import("#src/pages/functions/functions-page.tsx")).FunctionsPage),
  "/data": lazyPage(async () => (await import("#src/pages/datasets/data-screen.tsx")).DataScreen),
  "/known-files": lazyPage(
    async () => (await import("#src/pages/known-files/known-files-page.tsx")).KnownFilesPage,
  ),
  "/capsule": lazyPage(async () => (await import("#src/pages/capsule/capsule-page.tsx")).CapsulePage),
  "/settings": lazyPage(async () => (await import("#src/pages/settings/settings-page.tsx")).SettingsPage),
  "/look-ahead": lazyPage(
    async () => (await import("#src/pages/look-ahead/look-ahead-page.tsx")).LookAheadPage,
  ),
  "/optimise": lazyPage(async () => (await import("#src/pages/optimise/optimise-page.tsx")).OptimisePage),
  "/deployments": lazyPage(
    async () => (await import("#src/pages/deployments/deployments-page.tsx")).DeploymentsPage,
  ),
  "/verify": lazyPage(async () => (await import("#src/pages/verify/verify-page.tsx")).VerifyPage),
  "/privacy": lazyPage(async () => (await import("#src/pages/privacy/privacy-page.tsx")).PrivacyPage),
  "/about": lazyPage(async () => (await import("#src/pages/about/about-page.tsx")).AboutPage),
  "/api": lazyPage(async () => (await import("#src/pages/api/api-page.tsx")).ApiPage),
};
/** Not in the built app. */
const StyleguidePage = import.meta.env.DEV
  ? lazyPage(async () => (await import("#src/pages/styleguide/styleguide-page.tsx")).StyleguidePage).Page
  : null;

export function Pages(): ReactElement {
  return (
    <Switch>
      {PAGE_PATHS.map((path) => (
        <Route key={path} path={path} component={path === "/" ? LandingPage : LATE[path].Page} />
      ))}
      {StyleguidePage && <Route path="/styleguide" component={StyleguidePage} />}
      <Route component={NotFoundPage} />
    </Switch>
  );
}

/** Begins to load the page of a path, which is drawn in a moment. */
export function preparePage(path: string): void {
  const found = PAGE_PATHS.find((known) => known === path);
  if (found !== undefined && found !== "/") LATE[found].prepare();
}
