/** Commands whose reader goes away (`| head`), or whose disk is full: real processes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeFolder, removeFolders } from "#tests/support/api-server.ts";
import { builtForNode } from "#workers/build-for-node.mjs";
import { firstFileSchema } from "#workers/model/deployment.ts";

const PRICES = "date,open,high,low,close,volume\n2024-01-15,1.5,2,1,1.75,100\n2024-01-16,1.75,2,1,1.5,200\n";
/** A disk without room, on Linux. */
const FULL = "/dev/full";

let folder = "";
let data = "";
beforeAll(async () => {
  folder = await makeFolder();
  data = join(folder, "ACME.csv");
  await writeFile(data, PRICES);
  await writeFile(join(folder, "axes.json"), '[{ "path": "sell.trailingStopLoss", "values": [5, 10] }]');
  await writeFile(join(folder, "strategy.json"), '{ "format": "strategy/2" }');
});
afterAll(removeFolders);

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** The command in a process of which nobody reads the one or the other output. */
async function runUnread(unread: "stdout" | "stderr", entry: string, ...argv: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [await builtForNode(entry), ...argv], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const read = unread === "stdout" ? child.stderr : child.stdout;
  child[unread].destroy();
  let said = "";
  read.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await once(child, "close");
  return { code: child.exitCode, said };
}

async function runInto(target: string, entry: string, ...argv: string[]): Promise<Ended> {
  const command = `exec > ${target}; exec "$0" "$@"`;
  const child = spawn("sh", ["-c", command, process.execPath, await builtForNode(entry), ...argv]);
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await once(child, "close");
  return { code: child.exitCode, said };
}

function noRoom(place: string): string {
  return `${place}: cannot be written: ENOSPC: no space left on device, write. What is there is not whole: free some space, and ask again.\n`;
}

describe("a command whose standard output nobody reads", () => {
  it("ends in silence: import-check", async () => {
    expect(await runUnread("stdout", "workers/import-check.cli.ts", data)).toEqual({ code: 0, said: "" });
  });

  it.each([
    ["import-check, its list", "workers/import-check.cli.ts", "--layouts"],
    ["simulate, its list", "workers/backtest.cli.ts", "--functions"],
  ])("ends in silence: %s", async (_name, entry, option) => {
    expect(await runUnread("stdout", entry, option)).toEqual({ code: 0, said: "" });
  });

  it("ends in silence: simulate, a whole result", async () => {
    const ended = await runUnread(
      "stdout",
      "workers/backtest.cli.ts",
      "--data",
      "datasets/demo",
      "--out",
      "-",
    );
    expect(ended.code).toBe(0);
    expect(ended.said).not.toMatch(/EPIPE|^\s+at /m);
  });

  it("ends: serve, whose store another server can have then", async () => {
    const [prices, store] = [await makeFolder(), await makeFolder()];
    await writeFile(join(prices, "ACME.csv"), PRICES);
    const argv = ["--data", prices, "--port", "0", "--store", store];
    for (let time = 0; time < 2; time++) {
      // oxlint-disable-next-line no-await-in-loop -- the second finds what the first left
      const ended = await runUnread("stdout", "workers/serve.cli.ts", ...argv);
      expect(ended.code).toBe(0);
      expect(ended.said).not.toMatch(/EPIPE|^\s+at /m);
    }
  });

  it("ends in silence: deploy, with its work done and no lock left", async () => {
    const file = join(folder, "first.json");
    const first = { format: "deployment/1", name: "A", strategy: { format: "strategy/2" } };
    await writeFile(file, JSON.stringify({ ...first, begins: "2024-01-14", startMargin: 1000 }));
    const ended = await runUnread("stdout", "workers/deploy.cli.ts", "--file", file, "--data", data);
    expect(ended).toEqual({ code: 0, said: "read 0 MB, 2 rows\n" });
    expect(firstFileSchema.safeParse(JSON.parse(await readFile(file, "utf8"))).success).toBe(false);
    await expect(readFile(`${file}.lock`)).rejects.toThrow("ENOENT");
  });
});

it("a sweep that nobody listens to writes its rows all the same", async () => {
  const out = join(folder, "rows.csv");
  const paths = {
    "--data": data,
    "--strategy": join(folder, "strategy.json"),
    "--axes": join(folder, "axes.json"),
  };
  const argv = [...Object.entries(paths).flat(), "--out", out];
  const ended = await runUnread("stderr", "workers/api/sweep/sweep.cli.ts", ...argv);
  expect(ended).toEqual({ code: 0, said: "" });
  expect((await readFile(out, "utf8")).split("\n")).toHaveLength(4);
});

describe.runIf(process.platform === "linux")("a full disk", () => {
  it("behind standard output is told, exit code 1", async () => {
    const ended = await runInto(FULL, "workers/backtest.cli.ts", "--functions");
    expect(ended).toEqual({ code: 1, said: noRoom("standard output") });
  });

  it("under a sweep is told, and its rows stay", async () => {
    const out = join(folder, "many-rows.csv");
    const many = JSON.stringify([
      { path: "sell.trailingStopLoss", values: Array.from({ length: 500 }, (_, at) => (at + 1) / 10) },
    ]);
    await writeFile(join(folder, "many.json"), many);
    const strategy = join(folder, "strategy.json");
    const argv = ["--data", data, "--strategy", strategy, "--axes", join(folder, "many.json"), "--out", out];
    const small = `/dev/null; trap "" XFSZ; ulimit -f 64`; // blocks of 512 bytes
    const { code, said } = await runInto(small, "workers/api/sweep/sweep.cli.ts", ...argv);
    expect(code).toBe(1);
    expect(said).toContain(
      `${out}.part: cannot be written: EFBIG: file too large, write. The rows before stay: free some space, and say the same again.\n`,
    );
    expect(said).not.toContain("    at ");
  });

  it("behind --out and --bars is told, exit code 1", async () => {
    const simulated = await runInto("/dev/null", "workers/backtest.cli.ts", "--functions", "--out", FULL);
    expect(simulated).toEqual({ code: 1, said: noRoom(FULL) });
    const checked = await runInto("/dev/null", "workers/import-check.cli.ts", data, "--bars", FULL);
    expect(checked).toEqual({ code: 1, said: noRoom(FULL) });
  });
});
