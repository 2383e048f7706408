/** What browser tests ask of Node: the shared cases with their files, where they lie beside the project. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserCommand } from "vitest/node";
import { listSharedCases } from "./shared-cases.ts";

export interface CaseFiles {
  readonly name: string;
  readonly strategy: unknown;
  /** Bytes in base64. */
  readonly files: readonly { readonly name: string; readonly base64: string }[];
  readonly expected: unknown;
}

declare module "vitest/browser" {
  interface BrowserCommands {
    readSharedCases: () => Promise<CaseFiles[]>;
  }
}

const PRICE_FILE = /\.(csv|csv\.gz|zip)$/i;

/** Every case of the independent implementation that ends with a result and takes no extra arguments. */
export const readSharedCases: BrowserCommand<[]> = () =>
  listSharedCases()
    .filter(({ name, exit }) => exit === 0 && !name.startsWith("real-cases"))
    .map(({ name, args, expected }) => {
      const [, folder = "", , strategy = ""] = args;
      const names = readdirSync(folder).filter((file) => PRICE_FILE.test(file));
      return {
        name,
        strategy: JSON.parse(readFileSync(strategy, "utf8")) as unknown,
        files: names.map((file) => ({ name: file, base64: readFileSync(join(folder, file), "base64") })),
        expected,
      };
    });
