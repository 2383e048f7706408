/* oxlint-disable no-await-in-loop -- one call after the other */
/** `npm run deploy`: what it writes, what it says, and that it never leaves half a file. */
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { readFile, rm, symlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { dateOf } from "#tests/support/market-builder.ts";
import { UNLESS_SHARED } from "#tests/support/shared-cases.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { deployCommand } from "#workers/commands/deploy-command.ts";
import { deploymentText } from "#workers/model/deployment-chain.ts";
import { verifyDeployment } from "#workers/deploy/verify-deployment.ts";
import { inDeployFolder, smallPrices } from "./deploy-folder.ts";
import { accountStrategy } from "./small-account.ts";
import { goneOn, smallMarket, smallStart } from "./small-deployment.ts";
import { marketIn, sharedDeployments } from "./shared-deployments.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const here = inDeployFolder();
const { leftBehind, pricesUpTo, run, start, written } = here;

/** Buys where a number of its own is over 208, in years of which there are no prices. */
function doubling(source: string): object {
  return {
    format: "strategy/2",
    scanner: { priceGrowth: null, minPrice: null, marketCapRank: null, avgDailyValue: null },
    buy: { lastPriceVsClose: false, lastPriceVsMA: false, rules: ["twice > 208"] },
    simulation: { maxPositions: 1, startDate: "1999-01-01", endDate: "1999-12-31" },
    computed: [{ name: "twice", language: "typescript", source }],
  };
}

describe("npm run deploy", () => {
  it("makes a whole file of a first one, with a line for each entry", async () => {
    await start({ id: "7d0c", dataset: smallStart().dataset, replayedTo: dateOf(4) });
    const { code, out } = await run();
    expect(code).toBe(0);
    expect(await readFile(here.file, "utf8")).toBe(deploymentText(goneOn(smallStart())));
    const lines = out.split("\n");
    expect(lines.length).toBe(9);
    const { ledger } = await written();
    expect(lines[1]).toBe(
      `${dateOf(3)} ${ledger[1]?.hash} equity 9995.06, cash 5051.06, 1 open; bought 48 AB at 103; next: buy about 101 CD for 4997.53 at most`,
    );
    expect(await leftBehind()).toEqual([]);
  });

  it("makes a deployment/2 of a strategy/3, and tells what came, went and waits", async () => {
    const flows = [
      { amount: 1000, every: "once", from: dateOf(3) },
      { amount: -9000, every: "once", from: dateOf(5) },
    ];
    const strategy = accountStrategy({
      simulation: { positionSizing: "weights", weight: "1", flows, maxPositions: 3 },
    });
    await start({ format: "deployment/2", strategy });
    const { code, out } = await run();
    expect(code).toBe(0);
    const { ledger, frequency, sessionsOfYear } = await written();
    expect({ frequency, sessionsOfYear }).toEqual({ frequency: "daily", sessionsOfYear: 365 });
    const line = (session: number) =>
      out
        .split("\n")
        .find((each) => each.startsWith(dateOf(session)))
        ?.split(" ")
        .slice(2)
        .join(" ");
    // a third of 10,000 each in AB, CD and EF on session 3, at 103, 49 and 20; of the 1,000 that come each then lacks a third
    expect(line(3)).toContain("; in 1000.00; bought");
    expect(line(3)).toMatch(/next: buy about [\d.]+ AB for \d+\.\d\d at most \(money in\)/);
    expect(line(5)).toMatch(/; still owed \d{4}\.\d\d; .*next: sell [\d.]+ AB \(payment\)/);
    expect(line(6)).toMatch(/; paid out \d{4}\.\d\d; sold/);
    expect(ledger.reduce((sum, { out: paid = 0 }) => sum + paid, 0)).toBeCloseTo(9000, 6);
  });

  it("adds what a first file lacks", async () => {
    await start();
    await pricesUpTo(5);
    await run();
    const { id, dataset, replayedTo, stop, real, ledger } = await written();
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect({ dataset, replayedTo, stop, real }).toEqual({
      dataset: null,
      replayedTo: dateOf(5),
      stop: null,
      real: [],
    });
    expect(ledger.length).toBe(4);
    expect(ledger.every(({ replayed }) => replayed)).toBe(true);
  });

  it("appends evening by evening what it appends at once, and nothing where nothing is new", async () => {
    await start({ id: "7d0c", dataset: null, replayedTo: dateOf(4) });
    for (const last of [1, 2, 3, 5, 9]) {
      await pricesUpTo(last);
      expect(await run()).toMatchObject({ code: 0 });
    }
    const text = await readFile(here.file, "utf8");
    expect(text).toBe(deploymentText({ ...goneOn(smallStart()), dataset: null }));
    expect(await run()).toMatchObject({ code: 0, out: "" });
    expect(await readFile(here.file, "utf8")).toBe(text);
  });

  it("leaves the file as it is, and says why, where chain, seal or data forbid to go on", async () => {
    await start();
    await pricesUpTo(5);
    await run();
    const text = await readFile(here.file, "utf8");
    const refused = async (said: string) => {
      const before = await readFile(here.file, "utf8");
      const tried = await run();
      expect(tried).toMatchObject({ code: 1, out: "" });
      expect(tried.said).toContain(said);
      expect(await readFile(here.file, "utf8")).toBe(before);
      expect(await leftBehind()).toEqual([]);
    };
    await writeFile(here.file, text.replace('"cash":10000', '"cash":10001'));
    await refused(`ledger[0] (session ${dateOf(2)})`);
    await writeFile(here.file, text.replace('"name":"Small"', '"name":"Smell"'));
    await refused("the seal does not fit");
    await writeFile(here.file, text.slice(0, 500));
    await refused("cannot be read as JSON");
    await writeFile(here.file, text.replace("deployment/1", "deployment/3"));
    await refused("a newer version");
    await writeFile(here.file, `${text}\n`);
    await refused("not as canonical JSON");
    await writeFile(here.file, text);
    await pricesUpTo(9, 3);
    await refused(`has lost sessions of the ledger: ${dateOf(2)}`);
    await writeFile(
      join(here.data, "prices.csv"),
      "symbol,date,open,high,low,close,volume\nAB,2020-01-03,1,1,1,x,1\n",
    );
    await refused("prices.csv");
  });

  it("refuses a first file that is none, with the place", async () => {
    await writeFile(here.file, "{");
    expect((await run()).said).toContain("deployment.json: cannot be read as JSON: line 1");
    await start({ startMargin: -5 });
    expect((await run()).said).toContain("startMargin");
    await start({ begins: "2020-02-30" });
    expect((await run()).said).toContain("begins: must be a date");
    await start({ note: 1 });
    expect((await run()).said).toContain('"note"');
    await start({ ledger: [{}] });
    expect(await run()).toMatchObject({ code: 1 });
    await start({ strategy: { format: "strategy/2", buy: { rules: ["sam(3) > 1"] } } });
    expect((await run()).said).toContain("did you mean sma?");
    await start({ strategy: { format: "strategy/2", buy: { rules: ["score > 1"] } } });
    expect((await run()).said).toContain("score is not known");
    expect(await leftBehind()).toEqual([]);
    await rm(here.file);
    expect(await run()).toMatchObject({ code: 1 });
  });

  it("ends with 2 where the usage is wrong", async () => {
    const say: string[] = [];
    const terminal = { out: () => {}, progress: (text: string) => say.push(text), clock: () => here.clock };
    expect(await deployCommand(["--data", here.data], terminal)).toBe(2);
    expect(await deployCommand(["--file", here.file], terminal)).toBe(2);
    expect(await deployCommand(["--file", here.file, "--data", here.data, "--sotp"], terminal)).toBe(2);
    expect(await deployCommand(["--file", here.file, "--data", here.data, "--exchange", " "], terminal)).toBe(
      2,
    );
    expect(say.join("")).toContain("usage: npm run --silent deploy");
  });

  it("stops: at once in the file, on the next session in the ledger, and once", async () => {
    await start();
    await pricesUpTo(5);
    await run();
    const stopped = await run("--stop");
    expect(stopped).toMatchObject({ code: 0, out: "" });
    expect(stopped.said).toContain("positions are sold at the next session");
    expect((await written()).stop).toBe("2020-01-20T18:00:00Z");
    await pricesUpTo(9);
    const { out } = await run();
    expect(out.split("\n").length).toBe(2);
    expect((await written()).ledger.at(-1)).toMatchObject({ session: dateOf(6), positions: [] });
    expect((await run("--stop")).said).toContain("is over");
    expect((await run()).out).toBe("");
  });

  it("tells changes of the past, and goes on", async () => {
    await start();
    await pricesUpTo(5);
    await run();
    await pricesUpTo(9);
    const prices = await readFile(join(here.data, "prices.csv"), "utf8");
    await writeFile(
      join(here.data, "prices.csv"),
      prices.replace(`${dateOf(3)},103,103,103,103`, `${dateOf(3)},99,99,99,99`),
    );
    const { code, said, out } = await run();
    expect(code).toBe(0);
    expect(out.split("\n").length).toBe(5);
    expect(said).toContain("the prices of the past were changed");
    expect(said).toContain(`${dateOf(3)}: the session's prices are not those that were recorded`);
    expect(said).toContain("of AB");
  });

  it("tells days without a session, and a clock that went back", async () => {
    await start();
    await pricesUpTo(5);
    await run();
    await writeFile(
      join(here.data, "prices.csv"),
      smallPrices((at) => at !== 7),
    );
    here.clock -= 60_000;
    const { code, said, out } = await run();
    expect(code).toBe(0);
    expect(out.split("\n").length).toBe(4);
    expect(said).toContain(`before ${dateOf(8)} there is no session on ${dateOf(7)}:`);
    expect(said).toContain("the clock went back: it is 2020-01-20T17:59:00Z now");
    expect((await written()).ledger.at(-1)?.recorded).toBe("2020-01-20T17:59:00Z");
  });

  it("tells a second price of one day, of which the first stays", async () => {
    await start();
    const prices = await readFile(join(here.data, "prices.csv"), "utf8");
    await writeFile(join(here.data, "prices.csv"), `${prices}AB,${dateOf(9)},99,99,99,99,1000\n`);
    expect((await run()).said).toContain("1 of 31 rows left out");
    expect((await written()).ledger).toEqual(
      goneOn({ ...(await written()), ledger: [] }, smallMarket, "2020-01-20T18:00:00Z").ledger,
    );
  });

  it("writes the file that a link names, and leaves the link", async () => {
    await start();
    const link = join(here.folder, "link.json");
    await symlink(here.file, link);
    const tried = await deployCommand(["--file", link, "--data", here.data], {
      out: () => {},
      progress: () => {},
      clock: () => here.clock,
    });
    expect(tried).toBe(0);
    expect((await written()).ledger.length).toBe(8);
    expect(await leftBehind()).toEqual(["link.json"]);
  });

  it("runs a strategy's own numbers where they may be, whatever its dates are, and none that look ahead", async () => {
    const source = "function compute(bars) { return bars.close.map((close) => 2 * close) }";
    await start({ strategy: doubling(source) });
    expect((await run()).said).toContain("add --allow-code");
    expect(await run("--allow-code=open")).toMatchObject({ code: 0 });
    // the close of session 8 is 104, twice 208; of session 9 it is more
    expect((await written()).ledger.at(-2)?.decisions.buys).toEqual([]);
    expect((await written()).ledger.at(-1)?.decisions.buys).toMatchObject([{ instrument: "AB" }]);
    await start({ strategy: doubling(source.replace("2 * close", "2 * Math.max(...bars.close)")) });
    const ahead = await run("--allow-code=open");
    expect(ahead).toMatchObject({ code: 1, out: "" });
    expect(ahead.said).toContain("where the bars end on");
  });

  it("takes over the lock of a call that is no more", async () => {
    await start();
    await writeFile(`${here.file}.lock`, `999999999 of ${hostname()} gone`);
    // one that was killed before it had written anything into what becomes its lock
    await writeFile(`${here.file}.lock.999999999 of ${hostname()} gone-too`, "");
    expect(await run()).toMatchObject({ code: 0 });
    expect(await leftBehind()).toEqual([]);
  });

  it("lets one of two calls at once wait for the other", async () => {
    await start();
    const calls = await Promise.all([run(), run(), run()]);
    expect(calls.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(calls.filter(({ out }) => out !== "").length).toBe(1);
    expect((await written()).ledger.length).toBe(8);
    expect(await leftBehind()).toEqual([]);
  });

  it.skipIf(sharedDeployments().length === 0)(
    `makes what an independent implementation made${UNLESS_SHARED}`,
    async () => {
      for (const each of sharedDeployments().slice(0, 2)) {
        await writeFile(here.file, each.bytes);
        here.data = each.data;
        expect(await run()).toMatchObject({ code: 0, out: "" });
        expect(new Uint8Array(await readFile(here.file))).toEqual(new Uint8Array(each.bytes));
        expect((await marketIn(here.data)).instruments.length).toBeGreaterThan(0);
      }
    },
  );
});

/** The command as a process of its own. */
function startCommand(): { readonly over: Promise<void>; readonly kill: () => void } {
  const args = ["workers/run-cli.mjs", "workers/deploy.cli.ts", "--file", here.file, "--data", here.data];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: "ignore" });
  const over = new Promise<void>((done) => {
    child.once("exit", () => done());
  });
  return { over, kill: () => child.kill("SIGKILL") };
}

/** Resolves when the file beside it that takes its place is there, or never. */
function draftIsThere(signal: AbortSignal): Promise<void> {
  return new Promise((seen) => {
    watch(here.folder, { signal }, (_, name) => {
      if (name === "deployment.json.new") seen();
    });
  });
}

describe("a call that is killed", () => {
  const KILLS = 20;

  it("leaves the file as it was or whole, and the next call goes on", { timeout: 240_000 }, async () => {
    await start({ id: "7d0c", replayedTo: dateOf(4) });
    const first = await readFile(here.file, "utf8");
    await startCommand().over; // builds the command, where nobody has
    const whole = (await written()).ledger.map(({ session }) => session);
    expect(whole.length).toBe(8);
    await writeFile(here.file, first);
    const began = performance.now();
    await startCommand().over;
    const took = performance.now() - began;
    const found: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      await writeFile(here.file, first);
      const watching = new AbortController();
      const draft = draftIsThere(watching.signal);
      const call = startCommand();
      // half of them while the file is written, half at any time
      await (kill % 2 === 0 ? Promise.race([draft, call.over]) : sleep(took * (0.2 + (0.9 * kill) / KILLS)));
      call.kill();
      await call.over;
      watching.abort();
      const now = await readFile(here.file, "utf8");
      found.push(now === first ? "as it was" : `${valueOf(verifyDeployment(now)).ledger.length} entries`);
    }
    expect(found.filter((what) => what !== "as it was" && what !== "8 entries")).toEqual([]);
    expect(found).toContain("as it was");
    await startCommand().over;
    expect((await written()).ledger.map(({ session }) => session)).toEqual(whole);
    expect(await leftBehind()).toEqual([]);
  });
});
