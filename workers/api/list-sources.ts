/** The price files at some paths of this machine. */
import { readdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { reasonOf } from "#workers/market/source.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { diskSource } from "#workers/commands/disk-source.ts";

const PRICE_FILE = /\.(csv|csv\.gz|zip)$/i;

/** Of folders the price files in them, of files these; a problem where a path can't be read. */
export async function listSources(paths: readonly string[]): Promise<Result<PriceSource[]>> {
  const all: PriceSource[] = [];
  for (const path of paths) {
    // oxlint-disable-next-line no-await-in-loop -- the first path that can't be read is the one that is told
    const found = await sourcesAt(path);
    if (!found.ok) return found;
    all.push(...found.value);
  }
  return ok(all);
}

/** Price files of other kinds, as far as their names tell; import-check reads them. */
const OTHER_KIND = /\.(xlsx|xls|ods|json|parquet)$/i;
const MOST_NAMED = 5;

export interface PassedOver {
  /** Which files, as a sentence. */
  readonly message: string;
  /** What makes prices of them, as a sentence with a command for this machine. */
  readonly mend: string;
}

/**
 * The files of a folder that `listSources` passes over; null where there are none.
 *
 * @param told - paths of files that are read as something else
 */
export async function passedOver(path: string, told: readonly string[] = []): Promise<PassedOver | null> {
  const known = new Set(told.map((each) => resolve(each)));
  const names = await readdir(path).catch(() => []); // a file, or what listSources tells
  const others = names.filter((name) => OTHER_KIND.test(name) && !known.has(resolve(path, name)));
  if (others.length === 0) return null;
  const more = others.length > MOST_NAMED ? ` and ${others.length - MOST_NAMED} more` : "";
  return {
    message: `not read, since they are no CSV: ${others.slice(0, MOST_NAMED).join(", ")}${more}.`,
    mend: `If they hold prices, npm run import-check -- ${wordOf(path)} --bars prices.csv makes a CSV of them.`,
  };
}

/** A path as one word of a command line, quoted where a shell would read more than a name in it. */
function wordOf(path: string): string {
  if (process.platform === "win32") return /^[\w.:\\/-]+$/.test(path) ? path : `"${path}"`;
  return /^[\w.,:@%+=/-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

async function sourcesAt(path: string): Promise<Result<PriceSource[]>> {
  try {
    const isFolder = (await stat(path)).isDirectory();
    const names = isFolder ? (await readdir(path)).filter((name) => PRICE_FILE.test(name)) : [basename(path)];
    const sources = names.map((name) => diskSource(isFolder ? join(path, name) : path, name));
    return ok(await Promise.all(sources));
  } catch (error) {
    const message = `${path}: cannot be read: ${reasonOf(error)}. Name a folder with price files, or one such file.`;
    return err({ code: "data-missing", message, place: path });
  }
}
