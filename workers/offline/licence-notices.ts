/**
 * The licence notices of every package that may be part of the built app, as one text: their licences ask that copies
 * carry them. Build time only.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";

/** The file's name in the built app; the page About links it. */
export const LICENCE_FILE = "licences.txt";

/** What package-lock.json says of a package, by its folder below the project's. */
interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

type LockedPackages = Readonly<Record<string, LockedPackage>>;

const NOTICE = /^(?:licen[cs]e|copying|notice|copyright)/i;
/** Of packages that bring neither a licence file nor an author; the MPL asks that the place of the source is named. */
const AUTHORS: Readonly<Record<string, string>> = {
  pyodide: "the Pyodide contributors and Mozilla; source: https://github.com/pyodide/pyodide",
};
const LINE = "-".repeat(80);

/** Adds the notices to the build, before the list of what is kept for work without a network is made. */
export function licenceNotices(folder: string): Plugin {
  return {
    name: "licence-notices",
    apply: "build",
    async generateBundle() {
      this.emitFile({ type: "asset", fileName: LICENCE_FILE, source: await noticesOf(folder) });
    },
  };
}

/** @param folder - of the project: with package-lock.json and node_modules */
export async function noticesOf(folder: string): Promise<string> {
  const packages = await shippedPackages(folder);
  const notices = await Promise.all(packages.map((one) => noticeOf(folder, one)));
  const opening = `The ${packages.length} packages that this app is made with, and their licences.\n`;
  return [opening, ...notices].join(`\n${LINE}\n\n`);
}

export interface ShippedPackage {
  /** The package's path, such as node_modules/a or node_modules/a/node_modules/b. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  /** The licence as SPDX writes it. */
  readonly licence: string;
}

/** All that the app depends on, itself or through others, by path: its own are the dependencies of package.json. */
export async function shippedPackages(folder: string): Promise<ShippedPackage[]> {
  const [described, lock] = await Promise.all(
    ["package.json", "package-lock.json"].map(async (file): Promise<unknown> =>
      JSON.parse(await readFile(join(folder, file), "utf8")),
    ),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- npm itself wrote it
  const { packages } = lock as { packages: LockedPackages };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the project's own
  const { dependencies } = described as { dependencies: Readonly<Record<string, string>> };
  const found = new Set<string>();
  const open = Object.keys(dependencies).map((name) => placeOf(packages, "", name));
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    const names = Object.keys(packages[path]?.dependencies ?? {});
    for (const name of names) open.push(placeOf(packages, path, name));
  }
  return [...found]
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((path) => ({
      path,
      name: path.slice(path.lastIndexOf(FOLDER) + FOLDER.length),
      version: packages[path]?.version ?? "",
      licence: packages[path]?.license ?? "",
    }));
}

const FOLDER = "node_modules/";

/** Where a package's dependency lies: in its own folder, or in one around it. */
function placeOf(packages: LockedPackages, from: string, name: string): string {
  for (let around = from; ; around = around.slice(0, Math.max(0, around.lastIndexOf(`/${FOLDER}`)))) {
    const path = `${around === "" ? "" : `${around}/`}${FOLDER}${name}`;
    if (packages[path]) return path;
    if (around === "") throw new Error(`package-lock.json has no ${name}, which ${from} needs`);
  }
}

async function noticeOf(folder: string, { path, name, version, licence }: ShippedPackage): Promise<string> {
  const here = join(folder, path);
  const heading = `${name} ${version}\nLicence: ${licence}\n`;
  const files = (await readdir(here, { withFileTypes: true })).filter(
    (entry) => entry.isFile() && NOTICE.test(entry.name),
  );
  const texts = await Promise.all(files.map((file) => readFile(join(here, file.name), "utf8")));
  if (texts.length > 0) return [heading, ...texts.map((text) => `${text.trim()}\n`)].join("\n");
  return `${heading}Author: ${AUTHORS[name] ?? (await authorOf(here))}\n(The package brings no licence file.)\n`;
}

async function authorOf(packageFolder: string): Promise<string> {
  const described: unknown = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8"));
  const author: unknown = Reflect.get(Object(described), "author");
  const name: unknown = typeof author === "string" ? author : Reflect.get(Object(author), "name");
  if (typeof name !== "string" || name === "")
    throw new Error(`${packageFolder} has neither a licence file nor an author: name it here`);
  return name;
}
