import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { readSharedCases } from "./tests/support/browser-commands.ts";
import { findBrowser } from "./tests/support/browser.mjs";

/** Absent on a machine where nobody tests; `npm test` gets one first. */
const browser = findBrowser();
const browserFlags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"];

/** Nothing but our own files may run, load or be sent for. Static hosts need the same. */
const securityHeaders = {
  "Content-Security-Policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; "),
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};

export default defineConfig({
  publicDir: false,
  plugins: [react()],
  preview: { headers: securityHeaders },
  worker: { format: "es" },
  build: { target: "es2023", assetsInlineLimit: 0 },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          environment: "node",
          testTimeout: 60_000, // properties and whole markets, on a machine that may be busy
          include: [
            "tests/{model,engine,analysis,market,import,storage,run,datasets,cli,format}/**/*.test.ts",
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
          include: ["tests/pages/**/*.test.tsx"],
        },
      },
      {
        extends: true,
        test: {
          name: "walk",
          environment: "node",
          include: ["tests/walk/**/*.test.ts"],
          sequence: { groupOrder: 1 }, // not beside the other browser tests
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
          globalSetup: "tests/support/serve-built-app.ts",
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.{ts,tsx}"],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            commands: { readSharedCases },
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
