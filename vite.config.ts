import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { browserCommands } from "./tests/support/browser-commands.ts";
import { findBrowser } from "./tests/support/browser.mjs";
import { LongestFirst } from "./tests/support/longest-first.ts";
import { offlineApp } from "./workers/offline/offline-plugin.ts";
import { SECURITY_HEADERS } from "./workers/offline/security-headers.ts";

/** Absent on a machine where nobody tests; `npm test` gets one first. */
const browser = findBrowser();
const browserFlags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"];

export default defineConfig({
  publicDir: "src/app/public",
  plugins: [react(), offlineApp()],
  preview: { headers: SECURITY_HEADERS },
  worker: { format: "es" },
  build: { target: "es2023", assetsInlineLimit: 0 },
  test: {
    sequence: { sequencer: LongestFirst },
    maxWorkers: 2, // one on two cores, where nothing is said
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          environment: "node",
          testTimeout: 60_000, // properties and whole markets, on a machine that may be busy
          include: [
            "tests/{model,rules,engine,analysis,market,import,storage,share,run,datasets,cli,format}/**/*.test.ts",
          ],
        },
      },
      {
        extends: true,
        test: {
          name: "dom",
          environment: "happy-dom",
          setupFiles: ["tests/support/dom-setup.ts"],
          testTimeout: 30_000,
          include: ["tests/pages/**/*.test.{ts,tsx}"],
        },
      },
      {
        extends: true,
        test: {
          name: "walk",
          environment: "node",
          include: ["tests/walk/**/*.test.ts"],
          sequence: { groupOrder: 1 }, // not beside the other browser tests
          maxWorkers: 3, // a walk waits for its browser most of the time
          retry: 2, // a browser on a busy machine now and then misses a beat; a fault fails three times
          globalSetup: "tests/support/serve-built-app.ts",
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Measures the page on a quiet machine: `npm run smooth`, not part of `npm test`.
        extends: true,
        test: {
          name: "smooth",
          environment: "node",
          include: ["tests/smooth/**/*.test.ts"],
          fileParallelism: false, // each would be the other's noise
          globalSetup: "tests/support/serve-built-app.ts",
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Kills browsers, fills disks, sets tabs on each other: `npm run torture`, not part of `npm test`.
        extends: true,
        test: {
          name: "torture",
          environment: "node",
          include: ["tests/torture/**/*.test.ts"],
          globalSetup: ["tests/torture/serve-page.ts", "tests/support/serve-built-app.ts"],
          fileParallelism: false, // one browser at a time
          testTimeout: 3_600_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        // found late in a fresh clone, they would make the server load the tests anew
        optimizeDeps: { include: ["lightweight-charts", "lucide-react", "react-dom/client", "wouter"] },
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.{ts,tsx}"],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            commands: browserCommands,
            provider: playwright({
              launchOptions: { ...(browser === null ? {} : { executablePath: browser }), args: browserFlags },
            }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
    ],
  },
});
