/** The screens of the app, and how a person gets to each from a fresh browser profile. */
import type { Locator, Page } from "playwright";
import type { AppPage } from "./app-page.ts";
import { settled } from "./settled.ts";
import type { ScreenName } from "./spec-table.ts";

export const RUN_MS = 20_000;
/** Some three hundred runs of the demo market. */
const CHECKS_MS = 120_000;
const MOST_DISCLOSURES = 60;

/** Opens a screen in a page whose profile holds nothing yet. */
export async function openScreen(app: AppPage, screen: ScreenName): Promise<void> {
  await OPENERS[screen](app);
}

/** Goes to an address and waits until its heading is there and the page has come to rest. */
export async function goTo(app: AppPage, path: string): Promise<void> {
  const { page } = app;
  await page.goto(app.url(path));
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await settled(page);
}

/** Names a strategy and presses BEGIN; the builder's first step is open then. */
export async function beginStrategy(app: AppPage, name: string): Promise<void> {
  const { page } = app;
  await goTo(app, "/strategy");
  await page.getByPlaceholder("Enter strategy name").fill(name);
  await page.getByRole("button", { name: "BEGIN" }).click();
  await page.waitForURL(/simulation-steps\?.*id=/);
  await page.getByRole("button", { name: "Continue" }).waitFor();
  await settled(page);
}

/** Runs a built-in strategy and waits for its result. */
export async function runSample(app: AppPage): Promise<void> {
  const { page } = app;
  await openBuiltIn(app);
  await builtIn(page).getByRole("button", { name: "Start Simulation" }).first().click();
  await page.waitForURL(/simulation-result\?.*run=/);
  await waitForResult(app);
}

/** The part of the list with the built-in strategies. */
function builtIn(page: Page): Locator {
  return page.getByRole("region", { name: "Or Test with Built-in strategies" });
}

/** Opens the list, and the built-in strategies where they are folded away: a person has some of their own then. */
export async function openBuiltIn(app: AppPage): Promise<void> {
  const { page } = app;
  await goTo(app, "/strategy");
  const either = builtIn(page).getByRole("heading", { name: "My Momentum Strategy" }).first();
  const unfold = page.getByRole("button", { name: "Show the built-in strategies" });
  await either.or(unfold).waitFor();
  if (await unfold.isVisible()) await unfold.click();
  await either.waitFor();
}

/** Waits until the result in sight has been checked in the background; what was found is kept with the run. */
export async function waitForChecks({ page }: AppPage): Promise<void> {
  await page.getByText("All checks are done.").waitFor({ timeout: CHECKS_MS });
}

export async function waitForResult({ page }: AppPage): Promise<void> {
  await page
    .getByText(/account growth curve/i)
    .first()
    .waitFor({ timeout: RUN_MS });
  await settled(page);
}

/** Keeps every run in its reading stage: prices arrive late, or never. */
export async function holdBackPrices({ page }: AppPage, ms: number): Promise<void> {
  await page.route(/\.gz$/, async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, ms);
    });
    await route.continue().catch(() => undefined); // the test may have ended meanwhile
  });
}

const OPENERS: Readonly<Record<ScreenName, (app: AppPage) => Promise<void>>> = {
  landing: (app) => goTo(app, "/"),
  pricing: (app) => goTo(app, "/price"),
  "strategy list": openList,
  "strategy list, cards open": openCards,
  "builder, scanner": (app) => openStep(app, 0),
  "builder, buy rules": (app) => openStep(app, 1),
  "builder, sell rules": (app) => openStep(app, 2),
  "builder, simulation": (app) => openStep(app, 3),
  running: openRunning,
  result: runSample,
  "result without a run": (app) => goTo(app, "/simulation-result"),
  contact: (app) => goTo(app, "/contact"),
  "questions, all open": openQuestions,
  "unknown address": (app) => goTo(app, "/nowhere"),
};

async function openList(app: AppPage): Promise<void> {
  await goTo(app, "/strategy");
  await app.page.getByText("Or Test with Built-in strategies").waitFor();
}

async function openCards(app: AppPage): Promise<void> {
  await openList(app);
  const samples = app.page.getByRole("button", { name: /My Momentum Strategy/, expanded: false });
  await samples.first().click();
  await samples.first().click(); // the first one is no longer among them
}

async function openStep(app: AppPage, continues: number): Promise<void> {
  await beginStrategy(app, "Specified");
  for (let step = 0; step < continues; step++) {
    await app.page.getByRole("button", { name: "Continue" }).click();
    await settled(app.page);
  }
}

async function openRunning(app: AppPage): Promise<void> {
  await openBuiltIn(app);
  await holdBackPrices(app, RUN_MS);
  await builtIn(app.page).getByRole("button", { name: "Start Simulation" }).first().click();
  await app.page.waitForURL(/simulation-result\?.*run=/);
}

async function openQuestions(app: AppPage): Promise<void> {
  await goTo(app, "/questions");
  await openDisclosures(app);
}

/** Opens every closed disclosure of the page, one at a time, as a reader would; those inside others too. */
export async function openDisclosures({ page }: AppPage): Promise<void> {
  const closed = page.locator("main details:not([open]) > summary:visible");
  if ((await closed.count()) === 0) return;
  for (let left = MOST_DISCLOSURES; left > 0 && (await closed.count()) > 0; left--)
    await closed.first().click();
  await settled(page);
}

/** Opens the builder's line of dataset, exchange, benchmark, costs and price basis. */
export async function openTerms(page: Page): Promise<void> {
  await page.getByRole("region", { name: "Data and costs" }).locator("summary").click();
}

/** Answers NSE wherever the dropped files don't tell the exchange; waits for the first such question. */
export async function answerExchanges(page: Page): Promise<void> {
  const open = page.locator("select:has(option[value='']:checked)").and(page.getByLabel("Exchange"));
  await open.first().waitFor({ timeout: RUN_MS });
  while ((await open.count()) > 0) await open.first().selectOption("NSE");
}
