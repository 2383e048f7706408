/**
 * Runs a TypeScript command on a Node that can't: builds it once into dist-cli/, again when a source is newer.
 * Usage: node workers/run-cli.mjs ENTRY.cli.ts [arguments of the command]
 */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const SOURCES = ["workers", "datasets", "tests/bench"];

const [entry, ...rest] = process.argv.slice(2);
const root = resolve(import.meta.dirname, "..");
const name = basename(entry).replace(/\.ts$/, ".js");
const built = join(root, "dist-cli", name);
if (newestSource() > modifiedAt(built)) await build();
process.argv = [process.argv[0], built, ...rest];
await import(pathToFileURL(built).href);

function newestSource() {
  const files = SOURCES.flatMap((folder) =>
    existing(join(root, folder)).filter((file) => /\.(ts|mjs|json)$/.test(file)),
  );
  return Math.max(modifiedAt(join(root, "package-lock.json")), ...files.map(modifiedAt));
}

function existing(folder) {
  try {
    return readdirSync(folder, { recursive: true }).map((file) => join(folder, String(file)));
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
}

function modifiedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Builds beside the final place and renames, so that two commands started at once don't meet half a file. */
async function build() {
  const { build: viteBuild } = await import("vite");
  const staging = join(root, "dist-cli", `.staging-${process.pid}`);
  await viteBuild({
    root,
    configFile: false,
    logLevel: "error",
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: resolve(root, entry),
      outDir: staging,
      target: "node20",
      rollupOptions: { output: { entryFileNames: name, codeSplitting: false } },
    },
  });
  mkdirSync(join(root, "dist-cli"), { recursive: true });
  renameSync(join(staging, name), built);
  rmSync(staging, { recursive: true });
}
