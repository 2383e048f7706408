/**
 * `npm pack` packs the project's own package.json, in which stand the app's libraries; the library needs none of them. Before
 * packing they are taken out of it, and behind it `--back` puts the file back, byte for byte.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FILE = "package.json";
const KEPT = join("node_modules", ".cache", "package.json.whole");

if (process.argv.includes("--back")) renameSync(KEPT, FILE);
else {
  // One that is there is of a packing that was killed: the file that stands here is the lean one.
  const whole = readFileSync(existsSync(KEPT) ? KEPT : FILE, "utf8");
  mkdirSync(join("node_modules", ".cache"), { recursive: true });
  writeFileSync(KEPT, whole);
  const { dependencies: _app, devDependencies: _tools, ...lean } = JSON.parse(whole);
  writeFileSync(FILE, `${JSON.stringify(lean, null, 2)}\n`);
}
