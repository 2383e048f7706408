/** Every route of the app in the states that look different, for the checks that hold on all of them. */
import type { AppPage } from "./app-page.ts";
import { settled } from "./settled.ts";
import { beginStrategy, goTo, openDisclosures, runSample, waitForChecks } from "./screens.ts";

export interface Route {
  readonly name: string;
  /** An address, or what to open of those that are known only once a strategy and a run are there. */
  readonly at: string | ((ids: Ids) => string);
  /** A link for each instrument of a market, a button for each variant of a grid: too many to try one by one. */
  readonly hasManyAlike?: true;
  /** The steps of the builder share what their menus reveal, and a draft. */
  readonly part?: "builder";
}

/** Addresses of a strategy of one's own, of a finished run, and of two beside each other, in one profile. */
export interface Ids {
  readonly builder: string;
  readonly result: string;
  readonly compare: string;
}

const step = (name: string) => (ids: Ids) => ids.builder.replace(/step=\w+/, `step=${name}`);

const DATASET = "/data?dataset=demo";
/** The demo market is read whole first. */
const READ_MS = 60_000;

export const ROUTES: readonly Route[] = [
  { name: "landing", at: "/" },
  { name: "strategy list", at: "/strategy" },
  { name: "builder without a strategy", at: "/simulation-steps" },
  { name: "builder, scanner", at: step("scanner"), part: "builder" },
  { name: "builder, buy rules", at: step("buy"), part: "builder" },
  { name: "builder, sell rules", at: step("sell"), part: "builder" },
  { name: "builder, simulation", at: step("simulation"), part: "builder" },
  { name: "result", at: (ids) => ids.result },
  {
    name: "result, from a day to a day",
    at: (ids) => `${ids.result}&period=2008-01-01,2009-12-31`,
  },
  { name: "result without a run", at: "/simulation-result" },
  { name: "runs", at: "/runs" },
  { name: "compare, no run chosen", at: "/compare" },
  { name: "compare, two runs", at: (ids) => ids.compare },
  { name: "data", at: "/data" },
  { name: "data, a dataset", at: DATASET, hasManyAlike: true },
  { name: "data, an instrument", at: `${DATASET}&instrument=AMBATAL`, hasManyAlike: true },
  { name: "known files", at: "/known-files" },
  { name: "capsule", at: "/capsule" },
  { name: "deployments", at: "/deployments" },
  { name: "record check", at: "/verify" },
  { name: "settings", at: "/settings" },
  { name: "pricing", at: "/price" },
  { name: "questions", at: "/questions" },
  { name: "rule language", at: "/functions" },
  { name: "API", at: "/api" },
  { name: "contact", at: "/contact" },
  {
    name: "look-ahead check",
    at: (ids) => ids.result.replace("/simulation-result", "/look-ahead"),
  },
  { name: "look-ahead check without a strategy", at: "/look-ahead" },
  {
    name: "optimise",
    at: (ids) => ids.builder.replace(/simulation-steps.*id=([^&]+).*/, "optimise?strategy=$1"),
    hasManyAlike: true,
  },
  { name: "optimise without a strategy", at: "/optimise" },
  { name: "privacy", at: "/privacy" },
  { name: "about", at: "/about" },
  { name: "unknown address", at: "/nowhere" },
];

/** Creates a strategy and runs a sample twice, once for all routes of a profile. */
export async function makeIds(app: AppPage): Promise<Ids> {
  const { page } = app;
  const here = () => page.url().slice(new URL(page.url()).origin.length);
  await beginStrategy(app, "Walked");
  const builder = here();
  const runs: string[] = [];
  for (const run of ["first", "second"]) {
    await runSample(app);
    runs.push(new URL(page.url()).searchParams.get("run") ?? run);
  }
  return { builder, result: here(), compare: `/compare?runs=${runs.join(",")}` };
}

export function pathOf({ at }: Route, ids: Ids): string {
  return typeof at === "string" ? at : at(ids);
}

/** Opens a route and waits for what comes late. */
export async function goToRoute(app: AppPage, route: Route, ids: Ids): Promise<void> {
  const path = pathOf(route, ids);
  await goTo(app, path);
  const { page } = app;
  if (path.startsWith(ids.result)) {
    await page.getByRole("table", { name: "All Positions" }).waitFor();
    await waitForChecks(app);
    if (path !== ids.result) await page.getByText(/, measured from the close of/).waitFor();
  }
  if (!path.startsWith(DATASET)) return;
  await page.getByRole("table", { name: "Instruments" }).waitFor({ timeout: READ_MS });
  if (path !== DATASET) await page.locator("figure canvas").first().waitFor({ timeout: READ_MS });
  await settled(page);
}

/** Opens a route with everything that it folds away. */
export async function openRoute(app: AppPage, route: Route, ids: Ids): Promise<void> {
  await goToRoute(app, route, ids);
  await openDisclosures(app);
}
