/** `npm run kernels`: makes a .wasm.ts file of each .wat file. A test holds them against each other. */
import { readFileSync, writeFileSync } from "node:fs";
import wabt from "wabt";

const BYTES_A_LINE = 28;

/** Where the text is, without its ending, and the name of the constant that has the bytes. */
export const KERNELS = [
  { file: "shortcuts/bar-kernels", constant: "BAR_KERNELS" },
  { file: "shortcuts/wide-loops", constant: "WIDE_KERNELS" },
  { file: "market/step-kernel", constant: "STEP_KERNEL" },
];

const fileOf = (name) => new URL(name, import.meta.url);

/**
 * The text of the module that has the assembled bytes; throws where the .wat file is no module.
 *
 * @param {{ file: string; constant: string }} kernel
 * @returns {Promise<string>}
 */
export async function assembleKernel({ file, constant }) {
  const assembler = await wabt();
  const name = `${file.split("/").at(-1)}.wat`;
  const { buffer } = assembler.parseWat(name, readFileSync(fileOf(`${file}.wat`), "utf8")).toBinary({});
  const lines = [];
  for (let at = 0; at < buffer.length; at += BYTES_A_LINE) {
    lines.push(`  ${buffer.subarray(at, at + BYTES_A_LINE).join(", ")},`);
  }
  return `/** ${name} as the machine reads it; \`npm run kernels\` makes it. */
// oxfmt-ignore
export const ${constant}: Uint8Array<ArrayBuffer> = Uint8Array.of(
${lines.join("\n")}
);
`;
}

if (process.argv.includes("--write")) {
  const write = async (kernel) =>
    writeFileSync(fileOf(`${kernel.file}.wasm.ts`), await assembleKernel(kernel));
  await Promise.all(KERNELS.map(write));
}
