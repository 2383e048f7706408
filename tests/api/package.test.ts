/** The package as `npm pack` makes it, installed into an empty folder: from plain JavaScript and from TypeScript. */
import { execFile } from "node:child_process";
import { cp, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeFolder, removeFolders, WAVES_STRATEGY, wavesCsv } from "#tests/support/api-server.ts";
import { simulateCommand } from "#workers/commands/simulate-command.ts";

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, "../..");
let folder = "";

beforeAll(async () => {
  folder = await makeFolder({
    "package.json": JSON.stringify({ name: "empty", private: true, type: "module" }),
    "prices/prices.csv": wavesCsv(),
  });
  await run("npm", ["run", "--silent", "build:lib"], { cwd: ROOT });
  // In a copy of what is packed, since other tests read the project's package.json meanwhile.
  const copy = await makeFolder({ "package.json": "" });
  const project = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  project.scripts.prepack = project.scripts.prepack.replace("npm run --silent build:lib && ", "");
  const whole = JSON.stringify(project, null, 1);
  await writeFile(join(copy, "package.json"), whole);
  await cp(join(ROOT, "dist-lib"), join(copy, "dist-lib"), { recursive: true });
  await cp(join(ROOT, "workers/api/lean-package.mjs"), join(copy, "workers/api/lean-package.mjs"));
  const packed = await run("npm", ["pack", "--json", "--pack-destination", folder], { cwd: copy });
  expect(await readFile(join(copy, "package.json"), "utf8")).toBe(whole);
  const [{ filename, files }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf("[")));
  const names = files.map(({ path }: { path: string }) => path);
  expect(names).toEqual(expect.arrayContaining(["dist-lib/index.js", "dist-lib/index.d.ts", "package.json"]));
  expect(names.filter((name: string) => /^(src|tests|workers)\//.test(name))).toEqual([]);
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", join(folder, filename)], {
    cwd: folder,
  });
});

afterAll(removeFolders);

it("brings no other package", async () => {
  const names = await readdir(join(folder, "node_modules"));
  expect(names.filter((name) => !name.startsWith("."))).toEqual(["tidemark"]);
});

it("runs a strategy with the command line's result, without holding up the caller", async () => {
  await writeFile(join(folder, "strategy.json"), JSON.stringify(WAVES_STRATEGY));
  await writeFile(
    join(folder, "run.mjs"),
    `import { openMarket, checkStrategy, simulate, functions, TidemarkError } from "tidemark";
    import { readFileSync } from "node:fs";
    const strategy = JSON.parse(readFileSync("strategy.json", "utf8"));
    const market = await openMarket(["prices/"]);
    const problems = checkStrategy({ sell: { trailingStopLoss: 200 }, more: 1 }, market);
    const result = await simulate(market, strategy);
    const ending = new AbortController();
    const slow = { ...strategy, format: "strategy/2", buy: { rules: ["own > 0"] },
      computed: [{ name: "own", language: "javascript", source: "for (;;);" }] };
    setTimeout(() => ending.abort(), 300);
    const cancelled = await simulate(market, slow, { signal: ending.signal, allowCode: true }).catch((error) => error);
    const missing = await openMarket("nowhere/").catch((error) => error);
    const refused = await simulate(market, slow).catch((error) => error);
    console.log(JSON.stringify({ result, problems, functions: functions().length, hash: market.hash,
      codes: [cancelled, missing, refused].map((error) => error instanceof TidemarkError && error.code) }));`,
  );
  const { stdout } = await run(process.execPath, ["run.mjs"], { cwd: folder });
  const told = JSON.parse(stdout);
  let out = "";
  const args = ["--data", join(folder, "prices"), "--strategy", join(folder, "strategy.json"), "--out", "-"];
  await simulateCommand(args, { out: (text) => (out += text), progress: () => {} });
  expect(told.result).toEqual(JSON.parse(out));
  expect(told.problems.map(({ place }: { place: string }) => place)).toEqual([
    "sell.trailingStopLoss",
    "more",
  ]);
  expect(told.functions).toBeGreaterThan(40);
  expect(told.hash).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(told.codes).toEqual(["cancelled", "data-missing", "code-not-allowed"]);
});

it("runs its README's example as it stands there", async () => {
  const text = await readFile(join(ROOT, "workers/api/README.md"), "utf8");
  const [, example = ""] = /```js\n([\s\S]*?)```/.exec(text) ?? [];
  expect(example).toContain('from "tidemark"');
  await writeFile(join(folder, "example.mjs"), example);
  const { stdout } = await run(process.execPath, ["example.mjs"], { cwd: folder });
  expect(stdout).toContain("totalGrowthPercent");
});

it.each(["node16", "bundler"])("has types under moduleResolution %s", async (resolution) => {
  const types = join(folder, "node_modules/@types");
  await symlink(join(ROOT, "node_modules/@types"), types).catch(() => {}); // for AbortSignal
  await writeFile(
    join(folder, "typed.ts"),
    `import { checkStrategy, openMarket, simulate, sweep, TidemarkError } from "tidemark";
    import type { Problem, SimulationResult, SweepRow } from "tidemark";
    const market = await openMarket("prices/", { signal: new AbortController().signal });
    const problems: Problem[] = checkStrategy({}, market);
    const result: SimulationResult = await simulate(market, {}, { onProgress: ({ share }) => share.toFixed() });
    for await (const row of sweep(market, {}, [{ path: "buy.closeDays", values: [1] }])) {
      const one: SweepRow = row;
      console.log(one.index, problems.length, result.performance.cagr, new TidemarkError({ code: "", message: "" }).code);
    }
    // @ts-expect-error -- a market is no path
    await simulate("prices/", {});`,
  );
  const module = resolution === "node16" ? "node16" : "esnext";
  const options = [
    "--moduleResolution",
    resolution,
    "--module",
    module,
    "--target",
    "es2022",
    "--types",
    "node",
  ];
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const compiled = await run(process.execPath, [compiler, "--noEmit", "--strict", ...options, "typed.ts"], {
    cwd: folder,
  }).catch((error: unknown) => error);
  expect(compiled).toMatchObject({ stdout: "" });
});
