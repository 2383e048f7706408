/** A fresh browser profile on the built app; collects everything that went wrong in the page. */
import { chromium } from "playwright";
import type { Browser, BrowserContext, LaunchOptions, Page } from "playwright";
import { inject } from "vitest";
import { findBrowser, findLeanBrowser } from "./browser.mjs";

export interface AppPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the console and the page, refused requests to other origins among them. */
  readonly troubles: string[];
  url(path: string): string;
}

/** The whole browser, for what its settings and processes have a part in. */
export const LAUNCH = launchOf(findBrowser());

function launchOf(executablePath: string | null): LaunchOptions {
  return {
    ...(executablePath === null ? {} : { executablePath }),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
  };
}

let shared: Browser | null = null;

/** One for all tests of a thread: a start takes a second. */
export async function launchBrowser(): Promise<Browser> {
  if (!shared?.isConnected()) shared = await chromium.launch(launchOf(findLeanBrowser()));
  return shared;
}

/** Ends what the tests of a file opened; the browser stays for those of the next one. */
export async function leaveBrowser(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

/** Opens nothing yet where no path is given. Without a service worker: it would answer what a test wants to hold back. */
export async function openApp(browser: Browser, path?: string): Promise<AppPage> {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    serviceWorkers: "block",
  });
  return openIn(context, new URL(inject("appUrl")).origin, path);
}

/** Opens one more page of a profile, on any host. */
export async function openIn(context: BrowserContext, origin: string, path?: string): Promise<AppPage> {
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") troubles.push(message.text());
  });
  page.on("request", (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(origin)) troubles.push(request.url());
  });
  const url = (to: string) => new URL(to, origin).href;
  if (path !== undefined) await page.goto(url(path));
  return { page, context, troubles, url };
}
