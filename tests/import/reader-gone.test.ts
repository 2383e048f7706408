/** Commands whose reader has gone, as behind `| head`, end quietly. */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";

/** Each prints to standard output. */
const COMMANDS: readonly (readonly string[])[] = [
  ["workers/import-check.cli.ts", "--layouts"],
  ["workers/import-check.cli.ts", "datasets/templates"],
  ["workers/backtest.cli.ts", "--functions"],
  ["workers/backtest.cli.ts", "--data", "datasets/demo", "--out", "-"],
];

it.each(COMMANDS)("%s %s", { timeout: 120_000 }, async (...command) => {
  const child = spawn(process.execPath, ["workers/run-cli.mjs", ...command], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.destroy(); // before anything is written
  const [said, code] = await Promise.all([
    text(child.stderr),
    new Promise<number | null>((resolve) => {
      child.once("close", resolve);
    }),
  ]);
  expect(code).toBe(0);
  expect(said).not.toMatch(/EPIPE|^\s+at /m);
});
