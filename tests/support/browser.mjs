/**
 * Finds the Chrome or Chromium that the tests run in. As a command (before `npm test`) it gets one where there
 * is none: Playwright's own download, or Debian's package for root; else it says in one line what to install.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const USUAL_PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];

/** $CHROME_PATH, else one on the PATH, one in its usual place, Playwright's own; null where there is none. */
export function findBrowser() {
  const chosen = process.env["CHROME_PATH"];
  const candidates = [
    ...(chosen ? [chosen] : []),
    ...onPath(NAMES),
    ...USUAL_PLACES,
    chromium.executablePath(),
  ];
  return candidates.find((path) => existsSync(path)) ?? null;
}

const LEAN = "chromium-headless-shell"; // Debian's package of that name, too

/**
 * The same Chromium without a browser's windows, menus and settings, where it is there: tests of pages take a quarter
 * less of the processor in it. $CHROME_PATH, or $WHOLE_BROWSER for what is about the browser itself, are stronger.
 */
export function findLeanBrowser() {
  const isWhole = Boolean(process.env["CHROME_PATH"] || process.env["WHOLE_BROWSER"]);
  const lean = isWhole ? [] : onPath([LEAN]);
  return lean.find((path) => existsSync(path)) ?? findBrowser();
}

/** Where the PATH may have them, whether or not they are there. @param {readonly string[]} names */
function onPath(names) {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

function getBrowser() {
  const attempts = [["npx", "playwright", "install", "chromium-headless-shell", "chromium"]];
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    attempts.push(["apt-get", "update"], ["apt-get", "install", "-y", "--no-install-recommends", "chromium"]);
  }
  for (const [command, ...args] of attempts) {
    console.log(`no Chrome or Chromium found, trying: ${[command, ...args].join(" ")}`);
    spawnSync(command, args, { stdio: "inherit" });
    if (findBrowser()) return;
  }
  console.error("Install Chrome or Chromium (or name it in CHROME_PATH); the browser tests need one.");
  process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href && !findBrowser()) getBrowser();
