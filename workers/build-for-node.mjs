/** Builds TypeScript for a Node that can't run it: one file an entry, with all that it imports, libraries too. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");
const SOURCES = ["workers", "datasets", "tests/bench"];
/** What entries start threads of, found beside them: built with the first entry that names it. */
const THREADS = ["workers/api/engine.thread.ts"];

/**
 * The built file of an entry, made where it is missing or a source is newer.
 *
 * @param {string} entry - path of a .ts file below the project
 * @param {string} folder - where it is put, below the project
 * @returns {Promise<string>}
 */
export async function builtForNode(entry, folder = "dist-cli") {
  const built = join(ROOT, folder, basename(entry).replace(/\.ts$/, ".js"));
  const newest = Math.max(newestSource(), modifiedAt(join(ROOT, entry)));
  if (newest > modifiedAt(built)) await build(entry, folder);
  const text = readFileSync(built, "utf8");
  for (const thread of THREADS) {
    const named = basename(thread).replace(/\.ts$/, ".js");
    // oxlint-disable-next-line no-await-in-loop -- one builder at a time on a small machine
    if (named !== basename(built) && text.includes(`"./${named}"`)) await builtForNode(thread, folder);
  }
  return built;
}

function newestSource() {
  const files = SOURCES.flatMap((folder) =>
    existing(join(ROOT, folder)).filter((file) => /\.(ts|mjs|json)$/.test(file)),
  );
  return Math.max(modifiedAt(join(ROOT, "package-lock.json")), ...files.map(modifiedAt));
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
async function build(entry, folder) {
  const { build: viteBuild } = await import("vite");
  const name = basename(entry).replace(/\.ts$/, ".js");
  const staging = join(ROOT, folder, `.staging-${process.pid}-${name}`);
  await viteBuild({
    root: ROOT,
    configFile: false,
    logLevel: "error",
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: resolve(ROOT, entry),
      outDir: staging,
      target: "node20",
      rollupOptions: { output: { entryFileNames: name, codeSplitting: false } },
    },
  });
  mkdirSync(join(ROOT, folder), { recursive: true });
  renameSync(join(staging, name), join(ROOT, folder, name));
  rmSync(staging, { recursive: true });
}
