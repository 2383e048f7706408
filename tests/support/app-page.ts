/** A fresh browser profile on the built app; collects everything that went wrong in the page. */
import { chromium } from "playwright";
import type { Browser, BrowserContext, Page } from "playwright";
import { inject } from "vitest";
import { findBrowser } from "./browser.mjs";

export interface AppPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the console and the page, refused requests to other origins among them. */
  readonly troubles: string[];
  url(path: string): string;
}

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  return chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
  });
}

export async function openApp(browser: Browser, path: string): Promise<AppPage> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  const troubles: string[] = [];
  const origin = new URL(inject("appUrl")).origin;
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") troubles.push(message.text());
  });
  page.on("request", (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(origin)) troubles.push(request.url());
  });
  const url = (to: string) => new URL(to, origin).href;
  await page.goto(url(path));
  return { page, context, troubles, url };
}
