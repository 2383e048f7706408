/** The table of routes. Every page but the first loads when it is first opened. */
import { lazy } from "react";
import type { ComponentType, ReactElement } from "react";
import { Route, Switch } from "wouter";
import { LandingPage } from "#src/pages/landing/landing-page.tsx";
import { NotFoundPage } from "#src/pages/not-found/not-found-page.tsx";
import { loadChunk } from "./stale-chunks.ts";

const StrategiesPage = lazyPage(
  async () => (await import("#src/pages/strategies/strategies-page.tsx")).StrategiesPage,
);
const BuilderPage = lazyPage(async () => (await import("#src/pages/builder/builder-page.tsx")).BuilderPage);
const ResultsPage = lazyPage(async () => (await import("#src/pages/results/results-page.tsx")).ResultsPage);
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
const PrivacyPage = lazyPage(async () => (await import("#src/pages/privacy/privacy-page.tsx")).PrivacyPage);
const AboutPage = lazyPage(async () => (await import("#src/pages/about/about-page.tsx")).AboutPage);
/** Not in the built app. */
const StyleguidePage = import.meta.env.DEV
  ? lazyPage(async () => (await import("#src/pages/styleguide/styleguide-page.tsx")).StyleguidePage)
  : null;

export function Pages(): ReactElement {
  return (
    <Switch>
      <Route path="/" component={LandingPage} />
      <Route path="/strategy" component={StrategiesPage} />
      <Route path="/simulation-steps" component={BuilderPage} />
      <Route path="/simulation-result" component={ResultsPage} />
      <Route path="/compare" component={ComparePage} />
      <Route path="/price" component={PricingPage} />
      <Route path="/contact" component={ContactPage} />
      <Route path="/questions" component={QuestionsPage} />
      <Route path="/functions" component={FunctionsPage} />
      <Route path="/data" component={DataScreen} />
      <Route path="/capsule" component={CapsulePage} />
      <Route path="/settings" component={SettingsPage} />
      <Route path="/look-ahead" component={LookAheadPage} />
      <Route path="/optimise" component={OptimisePage} />
      <Route path="/privacy" component={PrivacyPage} />
      <Route path="/about" component={AboutPage} />
      {StyleguidePage && <Route path="/styleguide" component={StyleguidePage} />}
      <Route component={NotFoundPage} />
    </Switch>
  );
}

function lazyPage(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await loadChunk(load) }));
}
