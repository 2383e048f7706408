/** The build's part of the first picture: renders it in Node, with the class names that the page's styles have. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";

const ENTRY = "src/app/first-picture.tsx";
const EMPTY_ROOT = '<div id="root"></div>';

/** @param root - the project's folder */
export async function makeFirstPicture(root: string): Promise<string> {
  const outDir = join(root, `node_modules/.cache/first-picture-${process.pid}`);
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: "error",
    build: {
      ssr: ENTRY,
      outDir,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: "entry.mjs" } },
    },
  });
  const made: unknown = await import(pathToFileURL(join(outDir, "entry.mjs")).href);
  const render: unknown = Reflect.get(Object(made), "renderFirstPicture");
  if (typeof render !== "function") throw new Error(`first-picture: ${ENTRY} renders nothing`);
  await rm(outDir, { recursive: true });
  return String(render());
}

/** The page with the picture in it. */
export function withFirstPicture(page: string, picture: string): string {
  if (!page.includes(EMPTY_ROOT)) throw new Error(`first-picture: index.html has no ${EMPTY_ROOT}`);
  return page.replace(EMPTY_ROOT, EMPTY_ROOT.replace("><", `>${picture}<`));
}
