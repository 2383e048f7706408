/** What browser tests ask of Node: the shared cases with their files, where they lie beside the project. */
import { execFile } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { BrowserCommand } from "vitest/node";
import { hasSharedData, listSharedCases, SHARED_DATA } from "./shared-cases.ts";

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
    listRuleCases: () => Promise<string[]>;
    readRuleCase: (name: string) => Promise<CaseFiles>;
    listTemplates: () => Promise<string[]>;
    readTemplate: (file: string) => Promise<unknown>;
    simulateTemplate: (file: string) => Promise<unknown>;
    simulateOwnCode: (strategy: string) => Promise<unknown>;
  }
}

const PRICE_FILE = /\.(csv|csv\.gz|zip)$/i;

/** Every case of the independent implementation that ends with a result and takes no extra arguments. */
const readSharedCases: BrowserCommand<[]> = () =>
  listSharedCases()
    .filter(({ name, exit }) => exit === 0 && !name.startsWith("real-cases"))
    .map(({ name, args, expected }) => {
      const [, folder = "", , strategy = ""] = args;
      return { name, strategy: readJson(strategy), files: filesIn(folder), expected };
    });

const RULE_CASES = join(SHARED_DATA, "rule-cases");

/** Names of the cases of strategy/2; each is read by itself, for they are large. */
const listRuleCases: BrowserCommand<[]> = () =>
  hasSharedData ? readdirSync(RULE_CASES).filter((name) => /^\d/.test(name)) : [];

const readRuleCase: BrowserCommand<[string]> = (_context, name) => {
  const place = join(RULE_CASES, name);
  return {
    name,
    strategy: readJson(join(place, "strategy.json")),
    files: filesIn(join(place, "data")),
    expected: readJson(join(place, "expected.json")),
  };
};

const PROJECT = resolve(import.meta.dirname, "../..");
const TEMPLATES = join(PROJECT, "datasets/templates");

const listTemplates: BrowserCommand<[]> = () =>
  readdirSync(TEMPLATES).filter((file) => file !== "cards.json");

const readTemplate: BrowserCommand<[string]> = (_context, file) => readJson(join(TEMPLATES, file));

/** The result/1 file of a template on the demo market, by the command line. */
const simulateTemplate: BrowserCommand<[string]> = (_context, file) => simulate(join(TEMPLATES, file));

/** The same of a strategy whose code may run. */
const simulateOwnCode: BrowserCommand<[string]> = async (_context, strategy) => {
  const folder = await mkdtemp(join(tmpdir(), "own-code-"));
  const file = join(folder, "strategy.json");
  await writeFile(file, strategy);
  const result = await simulate(file, "--allow-code=open");
  await rm(folder, { recursive: true });
  return result;
};

async function simulate(strategy: string, ...more: readonly string[]): Promise<unknown> {
  const command = ["workers/run-cli.mjs", "workers/backtest.cli.ts", "--data", "datasets/demo"];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...command, "--strategy", strategy, "--out", "-", ...more],
    { cwd: PROJECT, maxBuffer: 100_000_000 },
  );
  const result: unknown = JSON.parse(stdout);
  return result;
}

function filesIn(folder: string): CaseFiles["files"] {
  const names = readdirSync(folder).filter((file) => PRICE_FILE.test(file));
  return names.map((name) => ({ name, base64: readFileSync(join(folder, name), "base64") }));
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** As vite.config.ts hands them to the browser's tests. */
export const browserCommands = {
  readSharedCases,
  listRuleCases,
  readRuleCase,
  listTemplates,
  readTemplate,
  simulateTemplate,
  simulateOwnCode,
};
