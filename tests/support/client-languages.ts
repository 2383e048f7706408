/** The languages that clients are for, as they are installed here: what a test runs a program of each with. */
import { execFile, execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

export const CLIENTS = resolve(import.meta.dirname, "../../workers/api/clients");
export const PYTHON = "/usr/bin/python3";
const execute = promisify(execFile);

function works(command: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** What a program writes, run by its command. */
export async function said(
  command: string,
  args: readonly string[],
  shell: { readonly env: NodeJS.ProcessEnv; readonly cwd?: string },
): Promise<string> {
  const { stdout } = await execute(command, [...args], shell);
  return stdout;
}

/** A program in each language, by its name, and why its tests are skipped. */
export type Programs = Readonly<
  Record<string, { readonly reason: string | null; readonly tell: () => Promise<string> }>
>;

/** Why a language's tests are skipped; null where they are not. */
export const NO_PYTHON = works(PYTHON, "--version") ? null : `${PYTHON} is not installed`;
export const NO_PANDAS = works(PYTHON, "-c", "import pandas") ? null : "python3-pandas is not installed";
export const NO_R = works("Rscript", "-e", "library(jsonlite); library(curl)")
  ? null
  : "r-base-core, r-cran-jsonlite and r-cran-curl are not all installed";

/** For the name of a test. */
export function because(reason: string | null): string {
  return reason === null ? "" : ` (skipped: ${reason})`;
}

/** For Python's client, without its being installed. */
export const PYTHON_ENV = { PYTHONPATH: join(CLIENTS, "python"), PYTHONDONTWRITEBYTECODE: "1" };

/** A line of R that reads its client without installing it. */
export const R_CLIENT = `for (file in list.files("${join(CLIENTS, "r", "R")}", full.names = TRUE)) source(file)`;

/**
 * As a shell has it where a server runs: nothing says where it is but its note in that home, and there is a proxy that nobody should
 * ask.
 */
export function shellBeside(home: string): NodeJS.ProcessEnv {
  const { TIDEMARK_URL: _, TIDEMARK_TOKEN: __, ...rest } = process.env;
  return { ...rest, XDG_DATA_HOME: home, http_proxy: "http://127.0.0.1:1", HTTP_PROXY: "http://127.0.0.1:1" };
}

/** Puts JavaScript's client where programs in the folder find it. */
export function linkJavascript(folder: string): void {
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(CLIENTS, "javascript"), join(folder, "node_modules", "tidemark-client"));
}

/** Installs R's client below the folder, once. @returns the environment in which R finds it */
export async function installR(folder: string): Promise<{ readonly R_LIBS: string }> {
  const library = join(folder, "library");
  if (!existsSync(library)) {
    mkdirSync(library);
    const source = join(folder, "source-of-r");
    cpSync(join(CLIENTS, "r"), source, { recursive: true });
    await execute("R", ["CMD", "INSTALL", "--no-docs", "--no-test-load", "-l", library, source]);
  }
  return { R_LIBS: library };
}
