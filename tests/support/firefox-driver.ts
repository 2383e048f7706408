/** Firefox by its own Marionette: WebDriver's commands over one TCP connection. */
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isOnPath, patiently } from "./web-driver.ts";
import type { BrowserKind, DrivenBrowser } from "./web-driver.ts";

/** @param isPrivate - every window is a private one */
export function firefox(isPrivate: boolean): BrowserKind {
  return {
    name: isPrivate ? "Firefox, private window" : "Firefox",
    packages: "firefox-esr",
    hasPrivateFiles: !isPrivate,
    isInstalled: () => firefoxPath() !== undefined,
    start: () => startFirefox(isPrivate),
  };
}

const firefoxPath = (): string | undefined => ["firefox-esr", "firefox"].find(isOnPath);

async function startFirefox(isPrivate: boolean): Promise<DrivenBrowser> {
  const profile = await mkdtemp(join(tmpdir(), "firefox-"));
  const port = 40_000 + (process.pid % 20_000);
  const preferences = { "marionette.port": port, "browser.privatebrowsing.autostart": isPrivate };
  const lines = Object.entries(preferences).map(
    (entry) => `user_pref(${JSON.stringify(entry).slice(1, -1)});`,
  );
  await writeFile(join(profile, "user.js"), lines.join("\n"));
  const browser = spawn(
    firefoxPath() ?? "",
    ["-marionette", "-remote-allow-system-access", "-headless", "-no-remote", "-profile", profile],
    {
      stdio: "ignore",
    },
  );
  const call = await patiently(() => openMarionette(port));
  await call("WebDriver:NewSession", {});
  return {
    send: async ([, , name], body) => {
      const answer: unknown = await call(name, body);
      return typeof answer === "object" && answer !== null && "value" in answer ? answer.value : answer;
    },
    async troubles() {
      await call("Marionette:SetContext", { value: "chrome" });
      const { value }: { value?: unknown } = Object(
        await call("WebDriver:ExecuteScript", { script: ERRORS_OF_PAGES, args: [] }),
      );
      await call("Marionette:SetContext", { value: "content" });
      return Array.isArray(value) ? value.map(String) : [];
    },
    async close() {
      const over = new Promise((resolve) => browser.once("exit", resolve));
      await call("Marionette:Quit", { flags: ["eForceQuit"] }).catch(() => browser.kill());
      await over;
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/**
 * Of web pages and their workers; what the browser says of itself is left out. An answer of the service worker that fails
 * is told with its address; without one Firefox tells of its own ending a worker whose answer nobody waits for any more.
 */
const ERRORS_OF_PAGES = `
  return Services.console.getMessageArray()
    .filter((message) => message instanceof Ci.nsIScriptError && !(message.flags & Ci.nsIScriptError.warningFlag))
    .filter((message) => /^https?:/.test(message.sourceName) || /Content Security/.test(message.category))
    .filter((message) => !message.errorMessage.startsWith("Failed to load \u2018\u2019."))
    .map((message) => message.errorMessage + " (" + message.sourceName + ":" + message.lineNumber + ")");`;

type Marionette = (name: string, body: unknown) => Promise<unknown>;

/** Messages are "length:[0, id, name, body]", answers "length:[1, id, error, result]"; one at a time. */
function openMarionette(port: number): Promise<Marionette> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let buffer = Buffer.alloc(0);
    let take: ((message: unknown) => void) | null = (): void => resolve(call); // the greeting
    let id = 0;
    const call: Marionette = async (name, body) => {
      const answer = new Promise<unknown>((done) => (take = done));
      const text = JSON.stringify([0, (id += 1), name, body]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
      const [, , error, result]: unknown[] = Object(await answer);
      if (error !== null) throw new Error(`${name}: ${JSON.stringify(error).slice(0, 500)}`);
      return result;
    };
    socket.on("data", (chunk) => {
      buffer = Buffer.concat([buffer, chunk]);
      const colon = buffer.indexOf(":");
      const end = colon + 1 + Number(buffer.subarray(0, colon));
      if (colon < 0 || buffer.length < end) return;
      const message: unknown = JSON.parse(buffer.subarray(colon + 1, end).toString());
      buffer = buffer.subarray(end);
      take?.(message);
    });
    socket.on("error", reject);
  });
}
