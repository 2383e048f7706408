/** How the server is started and ended: its options, a store and a port that are taken, behind a proxy, and by npm. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, describe, expect, it, vi } from "vitest";
import { launch, makeFolder, removeFolders, startServer } from "#tests/support/api-server.ts";
import { lockStore } from "#workers/api/server/lock.ts";
import { startOfProcess } from "#workers/commands/living-process.ts";
import { lockFile, removeUnchanged } from "#workers/commands/replace-file.ts";

afterAll(removeFolders);

describe("behind a proxy with TLS", () => {
  it("answers to the proxy's name, to no other, and to clients of this machine", async () => {
    const own = await startServer({ args: ["--behind-tls", "Desk.Example", "--host", "0.0.0.0"] });
    const ask = (host: string): Promise<string> =>
      own.raw(
        `GET /v1/runs HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${own.token}\r\nConnection: close\r\n\r\n`,
      );
    expect(await ask("desk.example")).toMatch(/^HTTP\/1\.1 200/);
    expect(await ask("other.example")).toMatch(/^HTTP\/1\.1 403/);
    expect(await ask(`0.0.0.0:${own.port}`)).toMatch(/^HTTP\/1\.1 403/);
    expect(own.url).toBe(`http://127.0.0.1:${own.port}`); // where clients find it
    expect((await own.call("GET", "/v1/runs")).status).toBe(200);
    await own.stop();
  });
});

describe("a second server", () => {
  it("does not take a store that is taken, nor a port", async () => {
    const server = await startServer();
    const onStore = await launch({ store: server.store, home: server.home });
    expect(onStore.line).toBe("");
    expect(onStore.child.exitCode).toBe(1);
    expect(onStore.said()).toContain(
      `another server has this store: process ${server.pid} at ${server.url}. End it, or name another --store.`,
    );
    const onPort = await launch({ args: ["--port", String(server.port)] });
    expect(onPort.child.exitCode).toBe(1);
    expect(onPort.said()).toContain(
      `127.0.0.1:${server.port}: another program listens there. End it, or name another --port`,
    );
    const elsewhere = await launch({ args: ["--host", "192.0.2.1", "--behind-tls", "studio.example"] });
    expect(elsewhere.child.exitCode).toBe(1);
    expect(elsewhere.said()).toContain("192.0.2.1: this machine has no such address. Name another --host.");
    await server.stop();
  });

  it.runIf(process.platform === "linux")(
    "takes the store of a process that ended and that nobody reaped, and so does the lock of a file",
    async () => {
      const parent = spawn("sh", ["-c", "sleep 0.3 & echo $!; exec sleep 60"], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const [line] = await once(createInterface(parent.stdout), "line");
      const pid = Number(line);
      await vi.waitFor(async () => {
        expect(await readFile(`/proc/${pid}/stat`, "utf8")).toContain(") Z ");
      }, 10_000);
      const folder = await makeFolder();
      await writeFile(join(folder, "server.lock"), JSON.stringify({ pid, start: startOfProcess(pid) }));
      await writeFile(join(folder, "file.lock"), `${pid} of ${hostname()} 1`);
      const [store, file] = [await lockStore(folder), await lockFile(join(folder, "file"), 0)];
      parent.kill();
      expect(store).toHaveProperty("release");
      expect(file).not.toBeNull();
    },
  );

  it("leaves the note of a server of another machine that took the port's place", async () => {
    const server = await startServer();
    const path = join(server.home, "tidemark", "servers", `${server.port}.json`);
    const own = JSON.parse(await readFile(path, "utf8"));
    expect(own).toMatchObject({ pid: server.pid, host: hostname() });
    const other = JSON.stringify({ ...own, host: "other" });
    await writeFile(path, other);
    await server.stop();
    expect(await readFile(path, "utf8")).toBe(other);
  });

  it("keeps the note of a server that started where a dead one's was being taken away", async () => {
    const folder = await makeFolder({ "1.json": "fresh", "2.json": "dead" });
    const removed = ["1.json", "2.json", "3.json"].map((name) => removeUnchanged(join(folder, name), "dead"));
    await Promise.all(removed);
    expect(await readdir(folder)).toEqual(["1.json"]);
    expect(await readFile(join(folder, "1.json"), "utf8")).toBe("fresh");
  });

  it("takes away the notes of servers of this machine that died, also where their number is another process's by now", async () => {
    const home = await makeFolder();
    const folder = join(home, "tidemark", "servers");
    await mkdir(folder, { recursive: true });
    const note = { url: "http://127.0.0.1:1", token: "", started: "", store: "" };
    const living = { ...note, pid: process.pid, start: startOfProcess(process.pid) };
    await writeFile(join(folder, "1.json"), JSON.stringify({ ...note, pid: 2 ** 22 + 1 }));
    await writeFile(join(folder, "2.json"), JSON.stringify({ ...living, start: "1" }));
    await writeFile(join(folder, "3.json"), JSON.stringify(living));
    await writeFile(join(folder, "4.json"), JSON.stringify({ ...note, pid: 2 ** 22 + 1, host: "other" }));
    const server = await startServer({ home });
    const left = await readdir(folder);
    await server.stop();
    const isTold = living.start !== ""; // by Linux alone
    expect(left.toSorted()).toEqual(
      ["3.json", "4.json", `${server.port}.json`, ...(isTold ? [] : ["2.json"])].toSorted(),
    );
  });

  it.each([
    [["--port", "x"], "--port is a whole number"],
    [["--exchange", ""], "--exchange is empty"],
    [["--instrument-type", " "], "--instrument-type is empty"],
    [["--host", "0.0.0.0"], "--behind-tls"],
    [["--wrong"], "usage:"],
  ])("tells wrong usage: %j", async (args, words) => {
    const { child, said } = await launch({ args });
    expect(child.exitCode).toBe(2);
    expect(said()).toContain(words);
  });
});

it("ends with the npm that started it, and leaves neither its note nor its lock", async () => {
  const home = await makeFolder();
  const npm = spawn("npm", ["run", "--silent", "serve", "--", "--port", "0"], {
    cwd: resolve(import.meta.dirname, "../.."),
    env: { ...process.env, XDG_DATA_HOME: home },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(npm.stdout), "line");
  const [, url = ""] = /^tidemark (\S+) \S+$/.exec(String(line)) ?? [];
  const own = join(home, "tidemark");
  const [note = ""] = await readdir(join(own, "servers"));
  expect(JSON.parse(await readFile(join(own, "servers", note), "utf8"))).toMatchObject({ url, store: own });
  expect(await readdir(own)).toEqual(expect.arrayContaining(["runs", "server.lock"]));
  npm.kill("SIGTERM");
  await vi.waitFor(
    async () => {
      expect(await readdir(join(own, "servers"))).toEqual([]);
      expect(await readdir(own)).not.toContain("server.lock");
    },
    { timeout: 20_000 },
  );
  await expect(fetch(`${url}/v1/health`)).rejects.toThrow("fetch failed");
});
