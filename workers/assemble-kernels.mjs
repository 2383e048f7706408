/** `npm run kernels`: makes engine/bar-kernels.wasm.ts of engine/bar-kernels.wat. A test holds them against each other. */
import { readFileSync, writeFileSync } from "node:fs";
import wabt from "wabt";

const BYTES_A_LINE = 28;
const engineFile = (name) => new URL(`engine/${name}`, import.meta.url);

/**
 * The text of the module that has the assembled bytes; throws where bar-kernels.wat is no module.
 *
 * @returns {Promise<string>}
 */
export async function assembleKernels() {
  const assembler = await wabt();
  const text = readFileSync(engineFile("bar-kernels.wat"), "utf8");
  const { buffer } = assembler.parseWat("bar-kernels.wat", text).toBinary({});
  const lines = [];
  for (let at = 0; at < buffer.length; at += BYTES_A_LINE) {
    lines.push(`  ${buffer.subarray(at, at + BYTES_A_LINE).join(", ")},`);
  }
  return `/** bar-kernels.wat as the machine reads it; \`npm run kernels\` makes it. */
// oxfmt-ignore
export const BAR_KERNELS: Uint8Array<ArrayBuffer> = Uint8Array.of(
${lines.join("\n")}
);
`;
}

if (process.argv.includes("--write"))
  writeFileSync(engineFile("bar-kernels.wasm.ts"), await assembleKernels());
