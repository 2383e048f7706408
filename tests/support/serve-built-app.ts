/** Builds the app once, unless $BUILT_APP names the folder of a build that was just made, and serves it as `npm start` does, for the tests that walk through it. */
import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { build, preview } from "vite";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    readonly appUrl: string;
    /** Folder of the built app, for a host of another kind. */
    readonly appFolder: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const built = process.env["BUILT_APP"];
  const outDir = built ?? `node_modules/.cache/walk-dist-${process.pid}`; // two runs at once must not meet
  if (built === undefined) await buildInto(outDir);
  const server = await preview({ logLevel: "error", build: { outDir }, preview: { port: 4300 } });
  project.provide("appUrl", server.resolvedUrls?.local[0] ?? "");
  project.provide("appFolder", resolve(outDir));
  return async () => {
    await server.close();
    if (built === undefined) await rm(outDir, { recursive: true, force: true });
  };
}

async function buildInto(outDir: string): Promise<void> {
  const before = process.env["NODE_ENV"];
  process.env["NODE_ENV"] = "production"; // Vitest's "test" would build React for development
  await build({ logLevel: "error", mode: "production", build: { outDir, emptyOutDir: true } });
  process.env["NODE_ENV"] = before;
}
