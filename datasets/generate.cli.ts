/** Writes the demo market into datasets/ of the folder it is run in: `npm run datasets`. Same files every time. */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { generateDataset } from "./generator/dataset.ts";
import { packDataset } from "./generator/pack.ts";

const files = packDataset(generateDataset(), (bytes) => createHash("sha256").update(bytes).digest("hex"));
for (const { path, bytes } of files) {
  const target = join("datasets", path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, bytes);
  process.stderr.write(`${target}: ${bytes.length} bytes\n`);
}
