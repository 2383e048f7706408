import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { browserCommands } from "./tests/support/browser-commands.ts";
import { bundledWorkers } from "./tests/support/bundled-workers.ts";
import { PAGE_PATHS } from "./src/app/page-paths.ts";
import { findLeanBrowser } from "./tests/support/browser.mjs";
import { LongestFirst } from "./tests/support/longest-first.ts";
import { entryApart } from "./workers/offline/entry-apart.ts";
import { licenceNotices } from "./workers/offline/licence-notices.ts";
import { offlineApp } from "./workers/offline/offline-plugin.ts";
import { pageServer } from "./workers/offline/page-server.ts";
import { pythonFiles, pythonPack } from "./workers/offline/python-pack.ts";
import { roomServer } from "./workers/offline/room-server.ts";
import { SECURITY_HEADERS } from "./workers/offline/security-headers.ts";

/** Absent on a machine where nobody tests; `npm test` gets one first. */
const browser = findLeanBrowser();
const browserFlags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"];

/** What the page needs at once is one file. */
const AT_ONCE = { name: "at-once", tags: ["$initial" as const], priority: 9 };

/**
 * What pages share comes in one file a room rather than in a hundred small ones. Rooms that may be imported
 * by the others have the higher priority, so that no two files need each other.
 */
const BY_ROOM = [
  {
    name: "libraries",
    test: /node_modules\/(?!lightweight-charts|fancy-canvas)/,
    minShareCount: 3,
    priority: 8,
  },
  {
    name: "codemirror",
    test: /node_modules\/(@codemirror|@lezer|@marijn|style-mod|crelt|w3c-keyname)\//,
    minShareCount: 2,
    priority: 9,
  },
  { name: "model", test: /\/workers\/(model|rules|words)\//, minShareCount: 2, priority: 7 },
  { name: "format", test: /\/src\/format\//, minShareCount: 2, priority: 6 },
  { name: "parts", test: /\/src\/ui\/(?!.*(chart|drawing))/, minShareCount: 2, priority: 5 },
  { name: "storage", test: /\/src\/(storage|offline)\//, minShareCount: 2, priority: 4 },
  {
    name: "run",
    test: /\/src\/(run|share)\/|\/src\/code\/(code-consent|python-note)\./,
    minShareCount: 2,
    priority: 3,
  },
  {
    name: "charts",
    test: /lightweight-charts|fancy-canvas|\/src\/ui\/.*(chart|drawing)/,
    minShareCount: 2,
    priority: 2,
  },
  {
    name: "result",
    test: /\/src\/pages\/results\/(chapter-list|reading|reading-facts|report-files|check-rows)\.ts$/,
    priority: 1,
  },
  // parts of a result's page that its saved report has, too
  { name: "result-parts", test: /\/src\/pages\/results\//, minShareCount: 2, priority: 1 },
  // what the app does once a page is there
  {
    name: "chores",
    test: /\/src\/app\/(chores|follow-.*|notify|storage-notice-list)\.|\/(alarms|read-folder)\.ts$/,
    priority: 1,
  },
];

/** Tests of Node that take four fifths of the time of all of them. */
const LONG = [
  "tests/api/{package,restart,start,sweeps,uploads}.test.ts",
  "tests/clients/*.test.ts",
  "tests/code/{full-memory,python-room,python-rooms,silent-rooms,work-out}.test.ts",
  "tests/datasets/generate.test.ts",
  "tests/engine/{look-ahead,mutants,run-parts,rule-mutants,variants}.test.ts",
  "tests/import/*damage.property.test.ts",
  "tests/import/{public-files,spilled-plan}.test.ts",
  "tests/market/{damage,facts-agree,spilled-rows}.test.ts",
  "tests/sweep/{library,local-sweep,queue}.test.ts",
];
/** The walks of what most people do. */
const JOURNEYS =
  "tests/walk/{builder-rules,deployment,facts,gallery,instruments,keyboard,landing,main-job,own-code,own-data}.test.ts";

/** Tests that replace modules or what all of them see, or have a database for themselves. */
const REPLACING = [
  "tests/engine/{*mutants,look-ahead,bar-kernels}.test.ts",
  "tests/market/step-rows.test.ts",
  "tests/api/guards.test.ts",
  "tests/share/capsule.test.ts",
];
const PATIENCE = {
  testTimeout: 240_000, // what hangs; properties, whole markets and whole pages, on a machine that may be busy
  hookTimeout: 240_000,
};
/** What people have, where its speed and its processes are the subject. */
const WHOLE_BROWSER = { WHOLE_BROWSER: "1" };
const COLUMNS = "tests/support/compare-columns.ts";
const PROPERTIES = "tests/support/property-runs.ts";
/** The first setup of projects whose threads read libraries once. */
const FRESH = "tests/support/fresh-modules.ts";
const IN_NODE = {
  environment: "node",
  setupFiles: [COLUMNS, PROPERTIES],
  // Markets and runs by chance are made and thrown away: with 64 MB for what is young, a seventh of the processor's time is saved.
  execArgv: ["--max-semi-space-size=64"],
  ...PATIENCE,
};

const WALKS = {
  environment: "node",
  isolate: false, // the walks of a thread share a browser
  sequence: { groupOrder: 1 }, // not beside the other browser tests
  maxWorkers: 3, // a walk waits for its browser most of the time
  expect: { poll: { timeout: 30_000 } },
  // A browser on a busy machine now and then misses a beat: the last lines say where, and the nightly run fails there.
  retry: process.env["FIRST_TRY"] === "1" ? 0 : 1,
  globalSetup: "tests/support/serve-built-app.ts",
  ...PATIENCE,
};

const browserTests = {
  plugins: [bundledWorkers()],
  // found late in a fresh clone, they would make the server load the tests anew
  optimizeDeps: {
    include: [
      "@noble/hashes/sha2.js",
      "@noble/hashes/utils.js",
      "@sveltejs/acorn-typescript",
      "acorn",
      "comlink",
      "dexie",
      "fake-indexeddb/auto",
      "fflate",
      "lightweight-charts",
      "lucide-react",
      "papaparse",
      "react-dom/client",
      "wouter",
      "zod",
      "zustand",
    ],
  },
  test: {
    setupFiles: [COLUMNS, "tests/support/empty-device.ts"],
    expect: { poll: { timeout: 30_000 } },
    ...PATIENCE,
  },
};

function inChromium(args: string[]) {
  return {
    enabled: true,
    headless: true,
    screenshotFailures: false,
    commands: browserCommands,
    provider: playwright({
      launchOptions: { ...(browser === null ? {} : { executablePath: browser }), args },
    }),
    instances: [{ browser: "chromium" as const }],
  };
}

export default defineConfig({
  publicDir: "src/app/public",
  plugins: [
    react(),
    licenceNotices(import.meta.dirname),
    pythonPack(),
    pythonFiles(),
    offlineApp(PAGE_PATHS),
    pageServer(),
    roomServer(),
  ],
  preview: { headers: SECURITY_HEADERS },
  worker: { format: "es", plugins: () => [entryApart(), pythonPack()] },
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: [AT_ONCE, ...BY_ROOM] } } },
  },
  test: {
    reporters: ["default", "./tests/support/last-lines.ts"],
    sequence: { sequencer: LongestFirst },
    maxWorkers: 2, // one on two cores, where nothing is said
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          ...IN_NODE,
          isolate: false, // each module is read once a thread: a fifth of the time
          include: [
            "tests/{model,rules,words,engine,analysis,market,import,share,datasets,cli,format,formula,tables,code,deploy,api,sweep,clients}/**/*.test.ts",
          ],
          exclude: [...REPLACING, ...LONG],
        },
      },
      {
        // Each file for itself, whether or not it replaces modules.
        extends: true,
        test: { name: "long", ...IN_NODE, include: LONG },
      },
      {
        // What replaces modules, or has a database or a store for itself: each file begins with none of them.
        extends: true,
        test: {
          name: "alone",
          ...IN_NODE,
          include: ["tests/{storage,run}/**/*.test.ts", ...REPLACING],
          exclude: LONG,
        },
      },
      {
        extends: true,
        test: {
          name: "dom",
          environment: "happy-dom",
          isolate: false, // a thread reads React and the DOM once; each file still begins with modules of its own
          setupFiles: [
            "tests/support/built-react.ts",
            FRESH,
            COLUMNS,
            PROPERTIES,
            "tests/support/dom-setup.ts",
          ],
          sequence: { setupFiles: "list" },
          ...PATIENCE,
          include: ["tests/pages/**/*.test.{ts,tsx}"],
        },
      },
      {
        extends: true,
        test: { name: "walk", ...WALKS, include: ["tests/walk/**/*.test.ts"] },
      },
      {
        extends: true,
        test: { name: "journey", ...WALKS, include: [JOURNEYS] },
      },
      {
        // Measures the page on a quiet machine: `npm run smooth`, not part of `npm test`.
        extends: true,
        test: {
          name: "smooth",
          environment: "node",
          env: WHOLE_BROWSER,
          include: ["tests/smooth/**/*.test.ts"],
          fileParallelism: false, // each would be the other's noise
          globalSetup: "tests/support/serve-built-app.ts",
          ...PATIENCE,
        },
      },
      {
        // Kills browsers, fills disks, sets tabs on each other: `npm run torture`, not part of `npm test`.
        extends: true,
        test: {
          name: "torture",
          environment: "node",
          env: WHOLE_BROWSER,
          include: ["tests/torture/**/*.test.ts"],
          globalSetup: ["tests/torture/serve-page.ts", "tests/support/serve-built-app.ts"],
          fileParallelism: false, // one browser at a time
          testTimeout: 3_600_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        ...browserTests,
        test: {
          ...browserTests.test,
          name: "browser",
          include: ["tests/browser/**/*.test.{ts,tsx}"],
          browser: inChromium(browserFlags),
        },
      },
      {
        // What is kept on the device, in a browser without private files, as private windows of some and WebKit on Linux.
        extends: true,
        ...browserTests,
        test: {
          ...browserTests.test,
          name: "database",
          include: [
            "tests/browser/{adding-files,backup,column-marks,dataset-store,large-dataset,run-worker}.test.ts",
          ],
          browser: inChromium([...browserFlags, "--disable-blink-features=FileSystemAccessOriginPrivate"]),
        },
      },
    ],
  },
});
