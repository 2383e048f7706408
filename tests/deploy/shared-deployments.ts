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

/** Of strategies up to strategy/2. */
export function sharedDeployments(): SharedDeployment[] {
  return deploymentsIn(FOLDER, "rule-cases");
}

/** Of a strategy/3. */
export function accountDeployments(): SharedDeployment[] {
  return deploymentsIn(join(FOLDER, "account"), "account-cases");
}

/** @param cases - the folder that has their data under the same names */
function deploymentsIn(folder: string, cases: string): SharedDeployment[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, "start.json")))
    .toSorted()
    .map((name) => ({
      name,
      startPath: join(folder, name, "start.json"),
      bytes: readFileSync(join(folder, name, "expected.json")),
      data: join(SHARED_DATA, cases, name, "data"),
    }));
}

/** @throws Error where the folder is refused */
export async function marketIn(folder: string): Promise<Market> {
  const sources = await Promise.all(readdirSync(folder).map((name) => diskSource(join(folder, name), name)));
  const read = await readMarket(sources, { exchange: "NSE", instrumentType: "EQUITY", currency: "" });
  if (!read.ok) throw new Error(read.problem.message);
  return read.value.market;
}
