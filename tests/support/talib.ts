/** TA-Lib for Node, the reference for indicators that the trade knows: the package's own loader asks `fetch` for a path. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Library from "talib-web";

export type TaLib = typeof Library;

const require = createRequire(import.meta.url);

/** Ready to be called; its arrays begin with the first value that there is, and have zeros or anything at their end. */
export async function loadTaLib(): Promise<TaLib> {
  const binary = readFileSync(require.resolve("talib-web/lib/talib.wasm")).toString("base64");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own declarations say what it is
  const talib = require("talib-web") as TaLib;
  await talib.init(`data:application/wasm;base64,${binary}`);
  return talib;
}
