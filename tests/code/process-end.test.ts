/** Processes in which code runs end with the command that started them. */
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it, vi } from "vitest";

const PROJECT = resolve(import.meta.dirname, "../..");
const WAIT = { timeout: 60_000, interval: 50 };

/** Ids of the processes that a process started. */
function childrenOf(pid: number | undefined): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => statusOf(name).includes(`PPid:\t${pid}\n`));
}

function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return ""; // it has ended
  }
}

/** One that nobody waits for stays as a zombie. */
function isGone(pid: string): boolean {
  return !/^State:\t[^Z]/m.test(statusOf(pid));
}

const ENDS = [
  { title: "is asked to end", signal: "SIGTERM" },
  { title: "is killed", signal: "SIGKILL" },
] as const;

it.runIf(process.platform === "linux").each(ENDS)(
  "an endless text ends when the command $title",
  async ({ signal }) => {
    const folder = await mkdtemp(join(tmpdir(), "room-end-"));
    const strategy = {
      format: "strategy/2",
      buy: { rules: ["own > 0"] },
      computed: [{ name: "own", language: "javascript", source: "for (;;);" }],
    };
    await writeFile(join(folder, "strategy.json"), JSON.stringify(strategy));
    const words = ["workers/run-cli.mjs", "workers/backtest.cli.ts", "--data", "datasets/demo"];
    const more = ["--strategy", join(folder, "strategy.json"), "--allow-code=open"];
    const command = spawn(process.execPath, [...words, ...more], { cwd: PROJECT, stdio: "ignore" });
    const isOver = new Promise((end) => {
      command.on("exit", (_code, by) => end(by));
    });
    const rooms = await vi.waitFor(() => {
      const found = childrenOf(command.pid).filter((pid) => statusOf(pid).startsWith("Name:\tnode"));
      expect(found).toHaveLength(2); // the room's and its guard
      return found;
    }, WAIT);
    command.kill(signal);
    expect(await isOver).toBe(signal);
    await vi.waitFor(() => expect(rooms.every(isGone)).toBe(true), WAIT);
    await rm(folder, { recursive: true });
  },
);
