/** The price files at some paths of this machine. */
import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { reasonOf } from "#workers/market/source.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { diskSource } from "../disk-source.ts";

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
