/** Where each page but the first is: what imports it, for whoever draws it and for whoever asks for its files early. */
import type { ComponentType } from "react";
import type { PagePath } from "./page-paths.ts";

export const PAGE_FILES: Readonly<Record<Exclude<PagePath, "/">, () => Promise<ComponentType>>> = {
  "/strategy": async () => (await import("#src/pages/strategies/strategies-page.tsx")).StrategiesPage,
  "/simulation-steps": async () => (await import("#src/pages/builder/builder-page.tsx")).BuilderPage,
  "/simulation-result": async () => (await import("#src/pages/results/results-page.tsx")).ResultsPage,
  "/runs": async () => (await import("#src/pages/runs/runs-page.tsx")).RunsPage,
  "/compare": async () => (await import("#src/pages/compare/compare-page.tsx")).ComparePage,
  "/price": async () => (await import("#src/pages/pricing/pricing-page.tsx")).PricingPage,
  "/contact": async () => (await import("#src/pages/contact/contact-page.tsx")).ContactPage,
  "/questions": async () => (await import("#src/pages/questions/questions-page.tsx")).QuestionsPage,
  "/functions": async () => (await import("#src/pages/functions/functions-page.tsx")).FunctionsPage,
  "/data": async () => (await import("#src/pages/datasets/data-screen.tsx")).DataScreen,
  "/known-files": async () => (await import("#src/pages/known-files/known-files-page.tsx")).KnownFilesPage,
  "/capsule": async () => (await import("#src/pages/capsule/capsule-page.tsx")).CapsulePage,
  "/settings": async () => (await import("#src/pages/settings/settings-page.tsx")).SettingsPage,
  "/look-ahead": async () => (await import("#src/pages/look-ahead/look-ahead-page.tsx")).LookAheadPage,
  "/optimise": async () => (await import("#src/pages/optimise/optimise-page.tsx")).OptimisePage,
  "/deployments": async () => (await import("#src/pages/deployments/deployments-page.tsx")).DeploymentsPage,
  "/verify": async () => (await import("#src/pages/verify/verify-page.tsx")).VerifyPage,
  "/privacy": async () => (await import("#src/pages/privacy/privacy-page.tsx")).PrivacyPage,
  "/about": async () => (await import("#src/pages/about/about-page.tsx")).AboutPage,
  "/api": async () => (await import("#src/pages/api/api-page.tsx")).ApiPage,
};
