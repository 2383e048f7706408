/** Browsers that Playwright doesn't drive as they are: what is asked of their drivers, which speak W3C WebDriver. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** A command of W3C WebDriver: its HTTP method, path within the session and body, and Marionette's name for it. */
type Send = (
  command: readonly [method: string, path: string, name: string],
  body: Readonly<Record<string, unknown>>,
) => Promise<unknown>;

export interface DrivenBrowser {
  readonly send: Send;
  /** What the browser wrote of errors: in the page, its workers and its policies. */
  readonly troubles: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

export interface BrowserKind {
  readonly name: string;
  /** Debian's packages of it. */
  readonly packages: string;
  readonly isInstalled: () => boolean;
  /** False where prices lie in a database. */
  readonly hasPrivateFiles: boolean;
  readonly start: () => Promise<DrivenBrowser>;
}

const START_MS = 30_000;
/** Says on the console what to install where a browser is missing. */
export function explainSkip({ name, packages, isInstalled }: BrowserKind): boolean {
  const isHere = isInstalled();
  if (!isHere)
    console.log(
      `${name} is not installed here, so its tests are skipped. On Debian: apt-get install ${packages}`,
    );
  return isHere;
}

/** A program of this machine. */
export function isOnPath(name: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, name)));
}

/** Tries again until it works or START_MS are over. */
export async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + START_MS; ;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await pause(200);
    }
  }
}
