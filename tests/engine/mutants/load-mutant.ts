/**
 * Makes an engine with a mistake in it: a copy of workers/engine/ with one text replaced, imported like the real
 * one. Files that the mistake does not reach are not copied but shared.
 */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Engine } from "../engine-run.ts";
import type { Edit, Mutant } from "./mistake.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const engineFolder = `${root}workers/engine/`;
/** Two test files make mutants, perhaps the same one at the same time. */
const cache = `${root}node_modules/.cache/tidemark-mutants/${process.env["VITEST_POOL_ID"] ?? "0"}/`;

/** Source text by file name. */
const sources: ReadonlyMap<string, string> = new Map(
  readdirSync(engineFolder)
    .filter((file) => file.endsWith(".ts"))
    .map((file) => [file, readFileSync(engineFolder + file, "utf8")]),
);

/** The engine with these mistakes; none gives a whole copy. Throws where an edit does not fit its file. */
export async function loadMutant({ name, edits }: Pick<Mutant, "name" | "edits">): Promise<Engine> {
  const folder = `${cache}${name.replaceAll(/[^a-z0-9]+/gi, "-")}/`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const edited = new Set(edits.map((edit) => edit.file));
  const copied = edits.length === 0 ? new Set(sources.keys()) : withImporters(edited);
  for (const [file, text] of sources) {
    if (!copied.has(file)) continue;
    const changed = edits.filter((edit) => edit.file === file).reduce(applyEdit, text);
    const linked = changed
      .replaceAll('"#workers/', `"${root}workers/`)
      .replaceAll(/"\.\/([^"]+)"/g, (own, target: string) =>
        copied.has(target) ? own : `"${engineFolder}${target}"`,
      );
    writeFileSync(folder + file, linked);
  }
  const homeOf = (file: string) => (copied.has(file) ? folder : engineFolder) + file;
  const [plan, simulation, measurement] = await Promise.all(
    ["plan.ts", "simulate.ts", "measure.ts"].map((file) => importFrom(homeOf(file))),
  );
  if (!plan?.planRun || !simulation?.simulate || !measurement?.measure) {
    throw new Error("workers/engine/ lacks planRun, simulate or measure");
  }
  return { planRun: plan.planRun, simulate: simulation.simulate, measure: measurement.measure };
}

/** The files and all that import them, directly or not. */
function withImporters(files: ReadonlySet<string>): ReadonlySet<string> {
  const importers = [...sources].flatMap(([file, text]) =>
    [...files].some((each) => importOf(each).test(text)) ? [file] : [],
  );
  const more = new Set([...files, ...importers]);
  return more.size === files.size ? more : withImporters(more);
}

/** An import of values; one of types alone is gone when the code runs. */
function importOf(file: string): RegExp {
  return new RegExp(`^import \\{[^}]*\\} from "\\./${file.replaceAll(".", "\\.")}"`, "m");
}

async function importFrom(path: string): Promise<Partial<Engine>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a module of the copied engine
  return import(/* @vite-ignore */ path) as Promise<Partial<Engine>>;
}

function applyEdit(text: string, { file, find, replace }: Edit): string {
  const found = text.split(find).length - 1;
  if (found !== 1) throw new Error(`${file}: "${find}" occurs ${found} times; seed the mistake anew`);
  return text.replace(find, () => replace);
}
