/** `npm run build:lib`, and before `npm pack`: the library as plain JavaScript with its types, in dist-lib/. */
import { copyFileSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { builtForNode } from "../build-for-node.mjs";

const built = await builtForNode("workers/api/index.ts", "dist-lib");
const types = join(dirname(built), "index.d.ts");
copyFileSync(join(import.meta.dirname, "tidemark.d.ts"), `${types}.part`);
renameSync(`${types}.part`, types);
