/** A browser with a profile that outlives it, in a process group of its own, to be killed at any moment. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright";
import type { Page } from "playwright";
import { inject } from "vitest";
import { findBrowser } from "../support/browser.mjs";

export interface DoomedBrowser {
  readonly page: Page;
  /** Ends all its processes at once, as a crash or a power cut does; resolves when they are gone. */
  kill(): Promise<void>;
}

const FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--remote-debugging-port=0",
];
const LONGEST_START_MS = 60_000;

export async function startDoomed(profile: string): Promise<DoomedBrowser> {
  const portFile = join(profile, "DevToolsActivePort");
  await rm(portFile, { force: true });
  const executable = findBrowser();
  if (executable === null) throw new Error("doomed-browser: no Chrome or Chromium found");
  const child = spawn(executable, [...FLAGS, `--user-data-dir=${profile}`, "about:blank"], {
    detached: true, // a group of its own: one signal reaches all its processes
    stdio: "ignore",
  });
  const port = await readPort(portFile);
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const context = browser.contexts()[0] ?? (await browser.newContext());
  const page = await context.newPage();
  await page.goto(inject("pageUrl"));
  await page.waitForFunction(() => "torture" in globalThis);
  return {
    page,
    async kill() {
      const gone = new Promise((resolve) => {
        child.once("exit", resolve);
      });
      killGroup(child);
      await gone;
      await browser.close().catch(() => undefined); // only the connection is left of it
    },
  };
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) throw new Error("doomed-browser: it never started");
  process.kill(-pid, "SIGKILL");
}

async function readPort(file: string): Promise<string> {
  for (const until = Date.now() + LONGEST_START_MS; Date.now() < until;) {
    const text = await readFile(file, "utf8").catch(() => "");
    const [port] = text.split("\n");
    if (port) return port;
    await new Promise((resolve) => {
      setTimeout(resolve, 25);
    });
  }
  throw new Error("doomed-browser: it didn't start");
}
