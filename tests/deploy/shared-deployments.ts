/** Deployments that an independent implementation made; absent on a plain clone. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { SHARED_DATA } from "#tests/support/shared-cases.ts";
import { diskSource } from "#workers/commands/disk-source.ts";
import { readMarket } from "#workers/market/read-market.ts";
import type { Market } from "#workers/model/market.ts";

const FOLDER = join(SHARED_DATA, "deployments");

export interface SharedDeployment {
  readonly name: string;
  /** The first file, as a person writes it. */
  readonly startPath: string;
  /** What came of it. */
  readonly bytes: Uint8Array;
  readonly data: string;
}

export function sharedDeployments(): SharedDeployment[] {
  if (!existsSync(FOLDER)) return [];
  return readdirSync(FOLDER)
    .filter((name) => existsSync(join(FOLDER, name, "start.json")))
    .toSorted()
    .map((name) => ({
      name,
      startPath: join(FOLDER, name, "start.json"),
      bytes: readFileSync(join(FOLDER, name, "expected.json")),
      data: join(SHARED_DATA, "rule-cases", name, "data"),
    }));
}

/** @throws Error where the folder is refused */
export async function marketIn(folder: string): Promise<Market> {
  const sources = await Promise.all(readdirSync(folder).map((name) => diskSource(join(folder, name), name)));
  const read = await readMarket(sources, { exchange: "NSE", instrumentType: "EQUITY", currency: "" });
  if (!read.ok) throw new Error(read.problem.message);
  return read.value.market;
}
