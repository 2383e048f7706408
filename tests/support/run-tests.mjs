/**
 * `npm test`: the projects of vite.config.ts that a newcomer waits for, and with FULL=1 those that CI waits for (each walk,
 * the ten journeys among them). What is given on the command line goes on to Vitest.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const QUICK = ["node", "alone", "dom", "browser", "journey"];
const FULL = ["node", "long", "alone", "dom", "browser", "database", "walk"];

const projects = (process.env.FULL === "1" ? FULL : QUICK).flatMap((name) => ["--project", name]);
const vitest = join(import.meta.dirname, "../../node_modules/vitest/vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", ...projects, ...process.argv.slice(2)], {
  stdio: "inherit",
});
process.exit(status ?? 1);
