/** A run that fails of itself, of which neither strategy nor data told before. */
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import {
  makeFolder,
  removeFolders,
  startServer,
  WAVES_STRATEGY,
  wavesCsv,
} from "#tests/support/api-server.ts";

afterAll(removeFolders);

it("has its problem in the record, which is there like any other and names the code by its hash, and no result", async () => {
  const data = await makeFolder({ "waves/prices.csv": wavesCsv(2) });
  const own = await startServer({ args: ["--data", join(data, "waves"), "--allow-code"] });
  await own.whenRead("waves");
  const strategy = {
    ...WAVES_STRATEGY,
    format: "strategy/2",
    buy: { rules: ["own > 0"] },
    computed: [{ name: "own", language: "javascript", source: 'throw new Error("no data")' }],
  };
  const run = await own.call("POST", "/v1/runs", {
    body: { dataset: "waves", strategy },
    headers: { Prefer: "wait=30" },
  });
  expect([run.status, run.json.status, run.json.problem.code]).toEqual([201, "failed", "code-failed"]);
  const withSource = async (source: string) => {
    const computed = [{ ...strategy.computed[0], source }];
    const { json } = await own.call("POST", "/v1/runs", {
      body: { dataset: "waves", strategy: { ...strategy, computed } },
    });
    return json.strategyHash;
  };
  expect(await withSource('throw new Error("no data")')).toBe(run.json.strategyHash);
  expect(await withSource('throw new Error("no data.")')).not.toBe(run.json.strategyHash);
  expect(run.json.problem.problems).toMatchObject([{ place: "computed[0].source" }]);
  expect(run.json).not.toHaveProperty("result");
  const result = await own.call("GET", `/v1/runs/${run.json.id}/result`);
  expect([result.status, result.json.code]).toEqual([409, "run-failed"]);
  expect(result.json.detail).toContain("no data");
  expect((await own.call("GET", `/v1/runs/${run.json.id}/events`)).text).toMatch(/event: done\n/);
  await own.stop();
});
