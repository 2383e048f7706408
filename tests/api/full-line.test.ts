/** More runs at once than there is room for: none is lost, none is done twice, and the rest is told to come later. */
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import {
  fillCores,
  makeFolder,
  removeFolders,
  startServer,
  WAVES_STRATEGY,
  wavesCsv,
} from "#tests/support/api-server.ts";
import type { TestServer } from "#tests/support/api-server.ts";

const PLACES_IN_LINE = 3; // of quick-serve.cli.ts

let server: TestServer;
afterAll(async () => {
  expect(await server?.stop()).toBe(0);
  await removeFolders();
});

it("takes as many as there are places while the cores are busy, each once, and refuses the others", async () => {
  const data = join(await makeFolder({ "waves/prices.csv": wavesCsv(30) }), "waves");
  server = await startServer({
    args: ["--data", data, "--allow-code"],
    entry: "tests/support/quick-serve.cli.ts",
  });
  await server.whenRead("waves");
  const busy = await fillCores(server);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      server.call("POST", "/v1/runs", {
        body: { dataset: "waves", strategy: { ...WAVES_STRATEGY, name: `Run ${at}` } },
        headers: { "Idempotency-Key": `many-${at}` },
      }),
    ),
  );
  const taken = answers.filter(({ status }) => status === 202);
  const refused = answers.filter(({ status }) => status === 429);
  expect([taken.length, refused.length]).toEqual([PLACES_IN_LINE, 40 - PLACES_IN_LINE]);
  for (const { json, headers } of refused) {
    expect(json.code).toBe("queue-full");
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
  await Promise.all(busy.map((id) => server.call("POST", `/v1/runs/${id}/cancel`)));
  for (const { json } of taken) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is soon enough
    const record = await server.call("GET", `/v1/runs/${json.id}`, { headers: { Prefer: "wait=60" } });
    expect(record.json.status).toBe("done");
  }
  const { json: list } = await server.call("GET", "/v1/runs?limit=100");
  expect(list.runs).toHaveLength(busy.length + PLACES_IN_LINE);
});
