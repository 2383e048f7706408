import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Redis } from "ioredis";
import { Queue, Worker } from "bullmq";
import { queueName } from "#workers/api/sweep/redis.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { freePort, NO_OPENSSL, NO_REDIS, openLab, startCommand, startRedis } from "../support/sweep-lab.ts";
import type { CommandName, OwnRedis, RunningCommand } from "../support/sweep-lab.ts";

/** So many that a sweep goes on for a second at least after its first rows stand in its file. */
const AXES = [
  { path: "buy.rules[0]", number: 2, values: [3, 5, 10, 15, 20, 25] },
  { path: "sell.trailingStopLoss", values: Array.from({ length: 60 }, (_, at) => 1 + at / 10) },
  { path: "sell.minHoldingDays", values: [1, 3, 5, 8] },
];

const lab = openLab();
const axes = lab.axes(AXES);
const started: RunningCommand[] = [];
let redis: OwnRedis;
/** The rows of this machine's cores. */
let plain = "";

function start(name: CommandName, args: readonly string[], env: NodeJS.ProcessEnv = {}): RunningCommand {
  const command = startCommand(name, args, env);
  started.push(command);
  return command;
}

function sweepTo(out: string, more: readonly string[] = [], env: NodeJS.ProcessEnv = {}): RunningCommand {
  const own = ["--data", lab.data, "--strategy", lab.strategy, "--axes", axes, "--out", lab.path(out)];
  return start("sweep", [...own, ...more], env);
}

function work(more: readonly string[] = [], data = lab.data): RunningCommand {
  return start("sweep-worker", ["--data", data, "--redis", redis.url, ...more]);
}

/** The exit code; what it said instead where that is not one that a test expects. */
async function outcomeOf({ ended, said }: RunningCommand): Promise<number | string | null> {
  const code = await ended;
  return code === 0 || code === 130 ? code : `${code}: ${said()}`;
}

/** Until the first rows stand in the file of a sweep, long before the last ones do. */
async function firstRows(out: string): Promise<void> {
  const lines = (): string[] => readFileSync(`${lab.path(out)}.part`, "utf8").split("\n");
  await vi.waitFor(() => expect(lines().length).toBeGreaterThan(3), { timeout: 60_000, interval: 10 });
}

async function endAll(): Promise<void> {
  for (const { process } of started) process.kill("SIGKILL");
  await Promise.all(started.splice(0).map(({ ended }) => ended));
}

beforeAll(async () => {
  const command = sweepTo("plain.csv");
  expect(await outcomeOf(command)).toBe(0);
  plain = readFileSync(lab.path("plain.csv"), "utf8");
});
afterEach(endAll);
afterAll(() => lab.remove());

describe("npm run sweep on this machine", () => {
  it("writes a row a variant", () => {
    const lines = plain.trimEnd().split("\n");
    expect(lines).toHaveLength(1441);
    expect(lines[0]).toMatch(
      /^index,buy\.rules\[0\]#2,sell\.trailingStopLoss,sell\.minHoldingDays,startValue,/,
    );
    expect(lines[1440]).toMatch(/^1439,25,6.9,8,100000,.*,sha256:[0-9a-f]{64},$/);
  });

  it("goes on after it was killed, and ends with 130 at Ctrl-C", async () => {
    const first = sweepTo("again.csv", ["--threads", "1"]);
    await firstRows("again.csv");
    first.process.kill("SIGKILL");
    await first.ended;
    const second = sweepTo("again.csv", ["--threads", "1"]);
    await second.hears("are in");
    second.process.kill("SIGINT");
    expect(await outcomeOf(second)).toBe(130);
    expect(second.said()).toContain("the same command goes on with them");
    const third = sweepTo("again.csv");
    expect(await outcomeOf(third)).toBe(0);
    expect(readFileSync(lab.path("again.csv"), "utf8")).toBe(plain);
  });

  it.each([
    [2, "--data is missing", []],
    [2, "--out is missing", ["--data", "x", "--strategy", "y", "--axes", "z"]],
    [2, "Unknown option", ["--date", "x"]],
    [1, "cannot be read", ["--data", "x", "--strategy", "nowhere.json", "--axes", "z", "--out", "o"]],
  ])("ends with %i where %s", async (code, text, args) => {
    const command = start("sweep", args);
    expect(await command.ended).toBe(code);
    expect(command.said()).toContain(text);
  });

  it("writes over nothing, and takes no axis that limits forbid", async () => {
    const over = sweepTo("plain.csv");
    const own = join(lab.folder, "beyond.json");
    writeFileSync(own, JSON.stringify([{ path: "sell.trailingStopLoss", values: [500] }]));
    const args = ["--data", lab.data, "--strategy", lab.strategy, "--axes", own, "--out", lab.path("no.csv")];
    const beyond = start("sweep", args);
    expect(await over.ended).toBe(1);
    expect(over.said()).toContain("never written over");
    expect(await beyond.ended).toBe(1);
    expect(beyond.said()).toContain("sell.trailingStopLoss can't be 500");
    expect(existsSync(lab.path("no.csv.part"))).toBe(false);
  });
});

describe.skipIf(NO_REDIS !== null)(
  `npm run sweep over Redis${NO_REDIS === null ? "" : ` (skipped: ${NO_REDIS})`}`,
  () => {
    const stranger = openLab({ sessions: 300 });
    /** A sweep and a worker of other prices, begun before they are asked: a sweep waits ten seconds for help. */
    let lonely: readonly [RunningCommand, RunningCommand];
    beforeAll(async () => {
      redis = await startRedis(lab.folder, ["--requirepass", "se:cret/1"]);
      redis = { ...redis, url: `redis://:${encodeURIComponent("se:cret/1")}@127.0.0.1:${redis.port}` };
      lonely = [
        sweepTo("nobody.csv", ["--redis", `${redis.url}/1`]),
        work(["--redis", `${redis.url}/1`], stranger.data),
      ];
      started.splice(0); // it outlives the tests before its own
    });
    afterAll(async () => {
      started.push(...lonely);
      await endAll();
      stranger.remove();
      await redis.kill();
    });

    it("gives the rows of one machine, with two workers, one of which dies", async () => {
      const [first, second] = [work(["--threads", "1"]), work(["--threads", "1"])];
      await Promise.all([first.hears("Ready"), second.hears("Ready")]);
      const sweep = sweepTo("two.csv", [], { TIDEMARK_REDIS: redis.url });
      await firstRows("two.csv");
      first.process.kill("SIGKILL");
      expect(await outcomeOf(sweep)).toBe(0);
      expect(readFileSync(lab.path("two.csv"), "utf8")).toBe(plain);
      second.process.kill("SIGTERM");
      expect(await second.ended).toBe(0);
    });

    it("goes on after the coordinator was killed", async () => {
      work();
      const first = sweepTo("coordinator.csv", ["--redis", redis.url]);
      await firstRows("coordinator.csv");
      first.process.kill("SIGKILL");
      await first.ended;
      const second = sweepTo("coordinator.csv", ["--redis", redis.url]);
      expect(await outcomeOf(second)).toBe(0);
      expect(readFileSync(lab.path("coordinator.csv"), "utf8")).toBe(plain);
    });

    it("says that nobody helps, and why a worker with other prices does not", async () => {
      const [sweep, worker] = lonely;
      await sweep.hears("No worker is there for this dataset");
      await worker.hears("gets no help from here: it is of other prices");
      sweep.process.kill("SIGINT");
      expect(await outcomeOf(sweep)).toBe(130);
      expect(existsSync(lab.path("nobody.csv"))).toBe(false);
    });

    it("leaves jobs of others alone, says so, and does each of its own once", async () => {
      const worker = work();
      await worker.hears("Ready");
      const client = new Redis(redis.url, { maxRetriesPerRequest: null });
      const keys = await client.keys("tidemark:workers:*");
      const names = keys.map((key) => key.replace("tidemark:workers:", ""));
      const queues = names.map((name) => new Queue(name, { connection: client, prefix: "tidemark" }));
      const mail = { to: "a@b.c", run: "process.exit(1)" };
      const jobs = await Promise.all(queues.map((queue) => queue.add("mail", mail)));
      await worker.hears("it is no block of a Tidemark sweep");
      const hash = `sha256:${"0".repeat(64)}`;
      await client.set(`tidemark:text:${hash}`, JSON.stringify({ name: "Of somebody else" }));
      const forged = { sweep: "0".repeat(16), strategy: hash, axes: hash, from: 0, count: 1 };
      await Promise.all(queues.map((queue) => queue.add("block", forged)));
      await worker.hears("its strategy or its axes are not in Redis"); // what stands there has another hash
      const [dataset] = names.map((name) => `sha256:${name.split("-").at(-1)}`);
      const other = { dataset, engine: "0", at: Math.round(Date.now() / 1000) };
      await client.hset("tidemark:sweeps", "1".repeat(16), JSON.stringify(other));
      await worker.hears("it is of engine 0, and this one is");
      await client.hdel("tidemark:sweeps", "1".repeat(16));
      const sweep = sweepTo("foreign.csv", ["--redis", redis.url]);
      expect(await outcomeOf(sweep)).toBe(0);
      const kept = await Promise.all(queues.map((queue, at) => queue.getJob(jobs[at]?.id ?? "")));
      expect(kept.map((job) => job?.data)).toStrictEqual(queues.map(() => mail));
      expect(readFileSync(lab.path("foreign.csv"), "utf8")).toBe(plain);
      worker.process.kill("SIGTERM");
      await worker.ended;
      expect(worker.said()).toContain("Done 1440 variants in"); // none of them twice
      expect(await client.hlen("tidemark:sweeps")).toBe(0);
      await Promise.all(queues.map((queue) => queue.close()));
      client.disconnect();
    });

    it("says where Redis can't be reached, without the password", async () => {
      const sweep = sweepTo("unreached.csv", [], { TIDEMARK_REDIS: "redis://:hush@127.0.0.1:1" });
      const wrong = sweepTo("refused.csv", ["--redis", redis.url.replace("se%3A", "xx")]);
      expect(await sweep.ended).toBe(1);
      expect(sweep.said()).toContain("Redis can't be reached at redis://127.0.0.1:1");
      expect(sweep.said()).not.toContain("hush");
      expect(await wrong.ended).toBe(1);
      expect(wrong.said()).toContain("WRONGPASS");
    });

    it("gives a block that crashes its workers out three times, and says then that it did", async () => {
      const few = join(lab.folder, "few.json");
      writeFileSync(few, JSON.stringify([{ path: "sell.trailingStopLoss", values: [5, 6, 7] }]));
      const args = [
        "--data",
        lab.data,
        "--strategy",
        lab.strategy,
        "--axes",
        few,
        "--out",
        lab.path("crash.csv"),
      ];
      const sweep = start("sweep", [...args, "--redis", redis.url]);
      const client = new Redis(redis.url, { maxRetriesPerRequest: null });
      await expect.poll(() => client.hlen("tidemark:sweeps"), { timeout: 60_000 }).toBe(1);
      const [text = "{}"] = await client.hvals("tidemark:sweeps");
      const tried: number[] = [];
      const worker = new Worker(
        queueName(JSON.parse(text)),
        async (job) => {
          tried.push(job.data.from);
          throw new Error("out of memory");
        },
        { connection: client, prefix: "tidemark" },
      );
      worker.on("error", () => {});
      expect(await outcomeOf(sweep)).toBe(0);
      await worker.close();
      client.disconnect();
      const rows = readFileSync(lab.path("crash.csv"), "utf8").trimEnd().split("\n").slice(1);
      expect(rows).toHaveLength(3);
      for (const [at, row] of rows.entries()) {
        expect(row).toMatch(new RegExp(`^${at},${5 + at},,,.*block-crashed: .*out of memory`));
        expect(tried.filter((from) => from === at).length % 3).toBe(0);
      }
      expect(tried.length).toBeGreaterThanOrEqual(3);
    });

    it.skipIf(NO_OPENSSL !== null)(
      `reaches Redis with TLS, and only where its certificate is trusted${NO_OPENSSL === null ? "" : ` (skipped: ${NO_OPENSSL})`}`,
      async () => {
        const [key, certificate] = [lab.path("key.pem"), lab.path("certificate.pem")];
        const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"];
        const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...subject];
        execFileSync("openssl", [...made, "-keyout", key, "-out", certificate], { stdio: "ignore" });
        const tlsPort = await freePort();
        const files = ["--tls-cert-file", certificate, "--tls-key-file", key, "--tls-auth-clients", "no"];
        const own = await startRedis(lab.folder, ["--tls-port", String(tlsPort), ...files]);
        const trusted = { TIDEMARK_REDIS: `rediss://127.0.0.1:${tlsPort}`, NODE_EXTRA_CA_CERTS: certificate };
        start("sweep-worker", ["--data", lab.data], trusted);
        const sweep = sweepTo("tls.csv", [], trusted);
        const refused = sweepTo("refused.csv", [], { TIDEMARK_REDIS: trusted.TIDEMARK_REDIS });
        expect(await refused.ended).toBe(1);
        expect(refused.said()).toContain("self-signed certificate");
        expect(await outcomeOf(sweep)).toBe(0);
        expect(readFileSync(lab.path("tls.csv"), "utf8")).toBe(plain);
        await own.kill();
      },
    );
  },
);
