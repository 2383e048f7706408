/** `npm run harness`: makes the two harness texts of the harness, and the version of the room that they are. A test holds them against each other. */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const fileOf = (name) => fileURLToPath(new URL(name, import.meta.url));

/** By file: which module it is made of, and what the expression in it is called. */
const TEXTS = {
  "harness-text.ts": { entry: "harness/entry.ts", constant: "HARNESS_TEXT", of: "The harness" },
  "python-harness-text.ts": {
    entry: "harness/python-entry.ts",
    constant: "PYTHON_HARNESS_TEXT",
    of: "Python's harness",
  },
};

/** The text of the module of that name; throws where the harness can't be built. */
export async function makeHarness(file = "harness-text.ts") {
  const { entry, constant, of } = TEXTS[file];
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: "error",
    build: {
      target: "es2023",
      write: false,
      minify: true,
      lib: { entry: fileOf(entry), formats: ["iife"], name: "harness" },
    },
  });
  const [script] = [built].flat().flatMap(({ output }) => output);
  const expression = /^var harness=(.+);\s*$/s.exec(script.code)?.[1];
  if (!expression) throw new Error("make-harness: the build made no single expression");
  return `/** ${of} as one expression of JavaScript, the same in a browser and in Node; \`npm run harness\` makes it. */
// oxfmt-ignore
export const ${constant} = ${JSON.stringify(`(function(){"use strict";return ${expression}})()`)};
`;
}

/** Of the texts of both modules. */
export function makeRoomVersion(texts) {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text);
  return `/** Goes with what runs inside a room: other numbers may come out of another one. \`npm run harness\` makes it. */
export const ROOM_VERSION = "${hash.digest("hex").slice(0, 12)}";
`;
}

if (process.argv.includes("--write")) {
  const files = Object.keys(TEXTS);
  const texts = await Promise.all(files.map((file) => makeHarness(file)));
  for (const [at, file] of files.entries()) writeFileSync(fileOf(file), texts[at]);
  writeFileSync(fileOf("room-version.ts"), makeRoomVersion(texts));
}
