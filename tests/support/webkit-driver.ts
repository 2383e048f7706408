/**
 * WebKit on Linux by WebKitWebDriver, which is asked over HTTP, on a screen of its own. A driven window of it is always
 * a private one; it has a database and, as any window of WebKitGTK 2.50, no private files.
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { isOnPath, patiently } from "./web-driver.ts";
import type { BrowserKind, DrivenBrowser } from "./web-driver.ts";

/** The small browser that Debian packs with the driver. */
const MINI_BROWSER = ["4.1", "4.0", "6.0"]
  .map(
    (version) =>
      `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
  )
  .find((path) => existsSync(path));

export const WEBKIT: BrowserKind = {
  name: "WebKitGTK",
  packages: "webkit2gtk-driver xvfb",
  hasPrivateFiles: false,
  isInstalled: () => isOnPath("WebKitWebDriver") && isOnPath("Xvfb") && MINI_BROWSER !== undefined,
  start: startWebKit,
};

type Ask = (method: string, path: string, body?: unknown) => Promise<unknown>;

async function startWebKit(): Promise<DrivenBrowser> {
  const started: ChildProcess[] = [];
  const end = (): void => {
    for (const one of started.toReversed()) one.kill();
  };
  try {
    const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1440x900x24", "-nolisten", "tcp"], {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    started.push(screen);
    const display = await displayOf(screen);
    const port = 20_000 + (process.pid % 10_000);
    const environment = { DISPLAY: `:${display}`, GDK_BACKEND: "x11", LIBGL_ALWAYS_SOFTWARE: "1" };
    const driver = spawn("WebKitWebDriver", ["-p", String(port)], {
      env: { ...process.env, ...environment },
      stdio: "ignore",
    });
    started.push(driver);
    const ask = askerOf(`http://127.0.0.1:${port}`);
    await patiently(() => ask("GET", "/status"));
    const options = { binary: MINI_BROWSER, args: ["--automation"] };
    const session = Object(
      await ask("POST", "/session", {
        capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } },
      }),
    );
    return drivenBrowser(ask, `/session/${String(session.sessionId)}`, end);
  } catch (error) {
    end();
    throw error;
  }
}

function drivenBrowser(ask: Ask, root: string, end: () => void): DrivenBrowser {
  const found: string[] = [];
  const watch = async (): Promise<void> => {
    const news = await ask("POST", `${root}/execute/sync`, { script: WATCH, args: [] });
    if (Array.isArray(news)) found.push(...news.map(String));
  };
  return {
    async send([method, path], body) {
      const leaves = path === "/url" || path === "/refresh";
      if (leaves) await watch();
      const answer = await ask(method, root + path, method === "POST" ? body : undefined);
      if (leaves) await watch();
      return answer;
    },
    async troubles() {
      await watch();
      return found;
    },
    async close() {
      await ask("DELETE", root).catch(() => {}); // the browser may have died; its processes end now
      end();
    },
  };
}

/**
 * Gives what went wrong in a page since this ran in it before; the first time, it begins to look. Private windows of
 * WebKit write no console, so that what goes wrong before a page has loaded is not seen.
 */
const WATCH = `
  if (!window.troublesHere) {
    const troubles = (window.troublesHere = []);
    addEventListener("error", (event) => troubles.push(event.message + " (" + event.filename + ":" + event.lineno + ")"));
    addEventListener("unhandledrejection", (event) => troubles.push("not handled: " + event.reason));
    addEventListener("securitypolicyviolation", (event) =>
      troubles.push(event.violatedDirective + " forbids " + event.blockedURI));
  }
  return window.troublesHere.splice(0);`;

function askerOf(address: string): Ask {
  return async (method, path, body) => {
    const answer = await fetch(address + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value }: { value?: unknown } = Object(await answer.json());
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
}

/** The number of a screen, which its process writes when it is there. */
function displayOf(screen: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    screen.once("error", reject);
    screen.once("exit", (code) => reject(new Error(`Xvfb ended with ${code}`)));
    screen.stdio[3]?.once("data", (data: unknown) => resolve(String(data).trim()));
  });
}
