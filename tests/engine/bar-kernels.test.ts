import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { assembleKernels } from "../../workers/assemble-kernels.mjs";

it("the kernels' bytes are those of their text", async () => {
  const module = new URL("../../workers/engine/bar-kernels.wasm.ts", import.meta.url);
  expect(readFileSync(module, "utf8")).toBe(await assembleKernels());
});
