/**
 * Builds the page of these tests and serves it as the app is served. What makes an app of the build (its addresses, its
 * service worker) is left out: this is one page, and its origin must keep only what a test stores.
 */
import { rm } from "node:fs/promises";
import { build, preview } from "vite";
import type { TestProject } from "vitest/node";
import { pythonPack } from "#workers/offline/python-pack.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly pageUrl: string;
  }
}

const PAGE = "tests/torture/page.html";

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const outDir = `node_modules/.cache/torture-dist-${process.pid}`;
  await build({
    configFile: false,
    logLevel: "error",
    publicDir: "src/app/public", // the demo market lies there
    plugins: [pythonPack()],
    worker: { format: "es", plugins: () => [pythonPack()] },
    build: { target: "es2023", outDir, emptyOutDir: true, rolldownOptions: { input: PAGE } },
  });
  const server = await preview({ logLevel: "error", build: { outDir }, preview: { port: 4500 } });
  project.provide("pageUrl", new URL(PAGE, server.resolvedUrls?.local[0]).href);
  return async () => {
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  };
}
