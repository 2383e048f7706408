/** The table of routes. Every page but the first loads when it is first opened. */
import { lazy } from "react";
import type { ComponentType, ReactElement } from "react";
import { Route, Switch } from "wouter";
import { LandingPage } from "#src/pages/landing/landing-page.tsx";
import { NotFoundPage } from "#src/pages/not-found/not-found-page.tsx";
import { PAGE_PATHS } from "./page-paths.ts";
import type { PagePath } from "./page-paths.ts";
import { loadChunk } from "./stale-chunks.ts";

const StrategiesPage = lazyPage(
  async () => (await import("#src/pages/strategies/strategies-page.tsx")).StrategiesPage,
);
const BuilderPage = lazyPage(async () => (await import("#src/pages/builder/builder-page.tsx")).BuilderPage);
const ResultsPage = lazyPage(async () => (await import("#src/pages/results/results-page.tsx")).ResultsPage);
const RunsPage = lazyPage(async () => (await import("#src/pages/runs/runs-page.tsx")).RunsPage);
const PricingPage = lazyPage(async () => (await import("#src/pages/pricing/pricing-page.tsx")).PricingPage);
const ContactPage = lazyPage(async () => (await import("#src/pages/contact/contact-page.tsx")).ContactPage);
const QuestionsPage = lazyPage(
  async () => (await import("#src/pages/questions/questions-page.tsx")).QuestionsPage,
);
const FunctionsPage = lazyPage(
  async () => (await import("#src/pages/functions/functions-page.tsx")).FunctionsPage,
);
const DataScreen = lazyPage(async () => (await import("#src/pages/datasets/data-screen.tsx")).DataScreen);
const ComparePage = lazyPage(async () => (await import("#src/pages/compare/compare-page.tsx")).ComparePage);
const CapsulePage = lazyPage(async () => (await import("#src/pages/capsule/capsule-page.tsx")).CapsulePage);
const SettingsPage = lazyPage(
  async () => (await import("#src/pages/settings/settings-page.tsx")).SettingsPage,
);
const LookAheadPage = lazyPage(
  async () => (await import("#src/pages/look-ahead/look-ahead-page.tsx")).LookAheadPage,
);
const OptimisePage = lazyPage(
  async () => (await import("#src/pages/optimise/optimise-page.tsx")).OptimisePage,
);
const DeploymentsPage = lazyPage(
  async () => (await import("#src/pages/deployments/deployments-page.tsx")).DeploymentsPage,
);
const VerifyPage = lazyPage(async () => (await import("#src/pages/verify/verify-page.tsx")).VerifyPage);
const PrivacyPage = lazyPage(async () => (await import("#src/pages/privacy/privacy-page.tsx")).PrivacyPage);
const AboutPage = lazyPage(async () => (await import("#src/pages/about/about-page.tsx")).AboutPage);
const ApiPage = lazyPage(async () => (await import("#src/pages/api/api-page.tsx")).ApiPage);
const PAGES: Readonly<Record<PagePath, ComponentType>> = {
  "/": LandingPage,
  "/strategy": StrategiesPage,
  "/simulation-steps": BuilderPage,
  "/simulation-result": ResultsPage,
  "/runs": RunsPage,
  "/compare": ComparePage,
  "/price": PricingPage,
  "/contact": ContactPage,
  "/questions": QuestionsPage,
  "/functions": FunctionsPage,
  "/data": DataScreen,
  "/capsule": CapsulePage,
  "/settings": SettingsPage,
  "/look-ahead": LookAheadPage,
  "/optimise": OptimisePage,
  "/deployments": DeploymentsPage,
  "/verify": VerifyPage,
  "/privacy": PrivacyPage,
  "/about": AboutPage,
  "/api": ApiPage,
};
/** Not in the built app. */
const StyleguidePage = import.meta.env.DEV
  ? lazyPage(async () => (await import("#src/pages/styleguide/styleguide-page.tsx")).StyleguidePage)
  : null;

export function Pages(): ReactElement {
  return (
    <Switch>
      {PAGE_PATHS.map((path) => (
        <Route key={path} path={path} component={PAGES[path]} />
      ))}
      {StyleguidePage && <Route path="/styleguide" component={StyleguidePage} />}
      <Route component={NotFoundPage} />
    </Switch>
  );
}

function lazyPage(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await loadChunk(load) }));
}
