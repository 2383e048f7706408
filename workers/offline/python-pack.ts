/**
 * Vite's part of Python: Pyodide's files as assets of the build, compressed, with hashes in their names. They are no
 * part of the shell: they are loaded when a person's Python first runs, and then kept (service.worker.ts).
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { classicText } from "../code/python/classic-text.ts";

const VIRTUAL = "virtual:python-pack";
const RESOLVED = `\0${VIRTUAL}`;
/** Of all its files in the build; a script of the page may begin with the same word. */
export const PYTHON_FILE = /^assets\/python-[\da-f]{10}\.\w+\.gz$/;

interface BuiltFile {
  /** The room's name for the file. */
  readonly file: string;
  /** The file's path in the build's folder. */
  readonly path: string;
  readonly content: Uint8Array;
}

let level = 1; // a server for development, and tests, need no small files
let made: Promise<readonly BuiltFile[]> | null = null; // once for the page's build and those of its workers

/** Gives the module `virtual:python-pack`, which names the files. For the page's build and those of its workers. */
export function pythonPack(): Plugin {
  return {
    name: "python-pack",
    configResolved({ command }) {
      if (command === "build") level = 9;
    },
    resolveId: (id) => (id === VIRTUAL ? RESOLVED : null),
    async load(id) {
      if (id !== RESOLVED) return null;
      const files = await (made ??= makeFiles());
      const named = files.map(({ file, path, content }) => ({
        file,
        path: `/${path}`,
        bytes: content.length,
      }));
      return `export const PYTHON_VERSION = ${JSON.stringify(await versionOf())};
export const PYTHON_FILES = ${JSON.stringify(named)};`;
    },
  };
}

/** Writes the files with the build; Vite's server for development serves them. */
export function pythonFiles(): Plugin {
  return {
    name: "python-files",
    async generateBundle() {
      for (const { path, content } of await (made ??= makeFiles())) {
        this.emitFile({ type: "asset", fileName: path, source: content });
      }
    },
    configureServer({ middlewares }) {
      middlewares.use("/assets/", (request, response, next) => {
        void answer(request.url ?? "", response, next);
      });
    },
  };
}

async function answer(url: string, response: ServerResponse, next: () => void): Promise<void> {
  const files = await (made ??= makeFiles());
  const found = files.find(({ path }) => path === `assets${url}`);
  if (found) response.end(found.content);
  else next();
}

async function makeFiles(): Promise<readonly BuiltFile[]> {
  const module = (await readPackage("pyodide.asm.mjs")).toString("utf8");
  return [
    toFile("pyodide.js", "js", Buffer.from(classicText(module))),
    toFile("pyodide.wasm", "wasm", await readPackage("pyodide.asm.wasm")),
    toFile("python.zip", "zip", await readPackage("python_stdlib.zip")),
  ];
}

/** Whoever serves it may do so as it is: hosts that compress by themselves do it for some kinds of file only. */
function toFile(file: string, kind: string, whole: Uint8Array): BuiltFile {
  const content = gzipSync(whole, { level });
  const hash = createHash("sha256").update(whole).digest("hex").slice(0, 10);
  return { file, path: `assets/python-${hash}.${kind}.gz`, content };
}

function readPackage(file: string): Promise<Buffer> {
  return readFile(createRequire(import.meta.url).resolve(`pyodide/${file}`));
}

async function versionOf(): Promise<string> {
  const described: unknown = JSON.parse((await readPackage("package.json")).toString("utf8"));
  return String(Reflect.get(Object(described), "version"));
}
