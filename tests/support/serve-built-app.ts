/** Builds the app once and serves it as `npm start` does, for the tests that walk through it. */
import { build, preview } from "vite";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    readonly appUrl: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const outDir = "node_modules/.cache/walk-dist";
  await build({ logLevel: "error", mode: "production", build: { outDir, emptyOutDir: true } });
  const server = await preview({ logLevel: "error", build: { outDir }, preview: { port: 4300 } });
  project.provide("appUrl", server.resolvedUrls?.local[0] ?? "");
  return () => server.close();
}
