/**
 * `npm run build:lib`: the library in dist-lib/, as plain JavaScript with its types and a package.json of its own. It has
 * all that it needs in itself, so that it depends on no other package, as the project does.
 */
import { copyFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { builtForNode } from "../build-for-node.mjs";

const folder = dirname(await builtForNode("workers/api/index.ts", "dist-lib"));
const project = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));
const { name, version, description, license, type, engines } = project;
const exports = { ".": { types: "./index.d.ts", default: "./index.js" } };
const own = { name, version, description, license, type, exports, engines };

replace("package.json", (part) => writeFileSync(part, `${JSON.stringify(own, null, 2)}\n`));
replace("index.d.ts", (part) => copyFileSync(join(import.meta.dirname, "tidemark.d.ts"), part));

/** Writes beside the file and renames: whoever reads it meanwhile finds all of it. */
function replace(file, write) {
  const part = join(folder, `${file}.${process.pid}.part`);
  write(part);
  renameSync(part, join(folder, file));
}
