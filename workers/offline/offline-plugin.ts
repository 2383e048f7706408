/**
 * Vite's part of working offline: builds service.worker.ts last, with the list of all that the build made, as
 * /service-worker.js. For the first visit of a static host, which the service worker doesn't see, it puts the policy
 * into the page and writes the page once more for each path of the app, and as 404.html; a room's page that such a host
 * serves says that it is none (code/room-page.ts). Pages of some paths show their first words before their script.
 */
import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";
import type { Plugin } from "vite";
import { ROOM_PAGE } from "../code/room-page.ts";
import { ROOM_PATH } from "../model/code-room.ts";
import { PAGE, PLAIN_PAGE } from "./page-server.ts";
import { PYTHON_FILE } from "./python-pack.ts";
import { META_POLICY } from "./security-headers.ts";

interface ShellFile {
  readonly url: string;
  /** null where the name has a hash of the content in it. */
  readonly revision: string | null;
}

interface MarketFile {
  readonly path: string;
  readonly bytes: number;
}

const ENTRY = fileURLToPath(new URL("../service.worker.ts", import.meta.url));
const MARKET = /\.(csv|gz)$/;
const HASHED = /^assets\//;

/** @param paths - of the app's pages, "/" among them */
export function offlineApp(paths: readonly string[]): Plugin {
  let publicFolder = "";
  let root = "";
  return {
    name: "offline-app",
    apply: "build",
    configResolved(config) {
      publicFolder = config.publicDir;
      root = config.root;
    },
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: META_POLICY },
        injectTo: "head-prepend",
      },
      { tag: "meta", attrs: { name: "referrer", content: "no-referrer" }, injectTo: "head-prepend" },
    ],
    generateBundle: {
      order: "post", // the page and the worker are among the outputs only now
      async handler(_options, bundle) {
        const page = bundle[PAGE];
        if (page?.type !== "asset") throw new Error(`offline-plugin: the build made no ${PAGE}`);
        const plainPage = String(page.source);
        const pictures = await makeFirstPictures(root);
        const pictured = new Map(
          Array.from(pictures, ([path, picture]) => [path, withFirstPicture(plainPage, picture)]),
        );
        page.source = pictured.get("/") ?? plainPage;
        const others = [...pictured].filter(([path]) => path !== "/");
        const made = Object.values(bundle).map((output) => ({
          path: output.fileName,
          content: output.type === "chunk" ? output.code : output.source,
        }));
        const files = [
          ...made,
          { path: PLAIN_PAGE, content: plainPage },
          ...others.map(([path, content]) => ({ path: fileOf(path), content })),
          ...(await filesOf(publicFolder)),
        ];
        const python = files.filter(({ path }) => PYTHON_FILE.test(path));
        const shell = files.filter((file) => !python.includes(file) && !MARKET.test(file.path));
        const source = await buildWorker({
          shell: shell.map(toShellFile),
          market: files.filter(({ path }) => MARKET.test(path)).map(toMarketFile),
          python: python.map(({ path }) => `/${path}`),
          pictured: others.map(([path]) => path),
        });
        this.emitFile({ type: "asset", fileName: "service-worker.js", source });
        this.emitFile({ type: "asset", fileName: PLAIN_PAGE, source: plainPage });
        for (const path of paths.filter((one) => one !== "/"))
          this.emitFile({ type: "asset", fileName: fileOf(path), source: pictured.get(path) ?? plainPage });
        this.emitFile({ type: "asset", fileName: fileOf(ROOM_PATH), source: ROOM_PAGE });
      },
    },
  };
}

interface OutputFile {
  /** Below the output folder, with "/" in it. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** The file that a host opens at a path. */
function fileOf(path: string): string {
  return `${path.slice(1)}/${PAGE}`;
}

function toShellFile({ path, content }: OutputFile): ShellFile {
  const revision = HASHED.test(path) ? null : createHash("sha256").update(content).digest("hex").slice(0, 16);
  return { url: `/${path}`, revision };
}

function toMarketFile({ path, content }: OutputFile): MarketFile {
  return { path: `/${path}`, bytes: content.length };
}

async function filesOf(folder: string): Promise<OutputFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.map(async (file) => ({
      path: relative(folder, file).replaceAll(sep, "/"),
      content: await readFile(file),
    })),
  );
}

interface WorkerFiles {
  readonly shell: readonly ShellFile[];
  readonly market: readonly MarketFile[];
  /** Addresses. */
  readonly python: readonly string[];
  /** Paths of which the page is not the plain one, without "/". */
  readonly pictured: readonly string[];
}

/** A classic script: not every browser takes a module for a service worker. */
async function buildWorker({ shell, market, python, pictured }: WorkerFiles): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: "error",
    define: {
      SHELL_FILES: JSON.stringify(shell),
      MARKET_FILES: JSON.stringify(market),
      PYTHON_FILES: JSON.stringify(python),
      PICTURED_PATHS: JSON.stringify(pictured),
      "process.env.NODE_ENV": '"production"',
    },
    build: {
      target: "es2023",
      write: false,
      minify: true,
      lib: { entry: ENTRY, formats: ["iife"], name: "serviceWorker", fileName: () => "service-worker.js" },
    },
  });
  const outputs = [built].flat().flatMap((each) => ("output" in each ? each.output : []));
  const [worker] = outputs;
  if (worker?.type !== "chunk") throw new Error("offline-plugin: the service worker was not built");
  return worker.code;
}

const PICTURE = "src/app/first-picture.tsx";
const EMPTY_ROOT = '<div id="root"></div>';

/**
 * The build's part of the first pictures: renders them in Node, with the class names that the page's styles have.
 *
 * @param root - the project's folder
 * @returns HTML by the path of the page that it is for
 */
async function makeFirstPictures(root: string): Promise<ReadonlyMap<string, string>> {
  const outDir = join(root, `node_modules/.cache/first-picture-${process.pid}`);
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: "error",
    build: {
      ssr: PICTURE,
      outDir,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: "entry.mjs" } },
    },
  });
  const made: unknown = await import(pathToFileURL(join(outDir, "entry.mjs")).href);
  const render: unknown = Reflect.get(Object(made), "renderFirstPictures");
  if (typeof render !== "function") throw new Error(`first-picture: ${PICTURE} renders nothing`);
  await rm(outDir, { recursive: true });
  const pictures: unknown = render();
  return new Map(Object.entries(Object(pictures)).map(([path, picture]) => [path, String(picture)]));
}

/** The page with the picture in it. */
function withFirstPicture(page: string, picture: string): string {
  if (!page.includes(EMPTY_ROOT)) throw new Error(`first-picture: index.html has no ${EMPTY_ROOT}`);
  return page.replace(EMPTY_ROOT, EMPTY_ROOT.replace("><", `>${picture}<`));
}
