/** Builds the page of these tests and serves it as the app is served. */
import { rm } from "node:fs/promises";
import { build, preview } from "vite";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    readonly pageUrl: string;
  }
}

const PAGE = "tests/torture/page.html";

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const outDir = `node_modules/.cache/torture-dist-${process.pid}`;
  await build({
    logLevel: "error",
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: PAGE } },
  });
  const server = await preview({ logLevel: "error", build: { outDir }, preview: { port: 4500 } });
  project.provide("pageUrl", new URL(PAGE, server.resolvedUrls?.local[0]).href);
  return async () => {
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  };
}
