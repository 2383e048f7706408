/** Files of a folder that are no CSV: server and library name them, and say how to make one of them. */
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { makeFolder, removeFolders, startServer, wavesCsv } from "#tests/support/api-server.ts";
import { builtLibrary } from "#tests/support/built-library.ts";

afterAll(removeFolders);

const OTHERS = { "a.xlsx": "x", "b.json": "{}", "c.parquet": "x" };
const told = (folder: string) => [
  {
    code: "not-read",
    message: `not read, since they are no CSV: a.xlsx, b.json, c.parquet. If they hold prices, npm run import-check -- ${folder} --bars prices.csv makes a CSV of them.`,
  },
];

it("are named by the server, as a warning of the dataset and on its standard error", async () => {
  const root = await makeFolder({ "waves/prices.csv": wavesCsv(2) });
  const others = await makeFolder(
    Object.fromEntries(Object.entries(OTHERS).map(([name, text]) => [`sheets/${name}`, text])),
  );
  const [waves, sheets] = [join(root, "waves"), join(others, "sheets")];
  const server = await startServer({ args: ["--data", waves, "--data", sheets] });
  await Promise.all([server.whenRead("waves"), server.whenRead("sheets")]);
  expect((await server.call("GET", "/v1/datasets/waves")).json.warnings).toEqual([]);
  expect((await server.call("GET", "/v1/datasets/sheets")).json).toMatchObject({
    instruments: 0,
    warnings: told(sheets),
  });
  expect(server.said()).toContain(`dataset sheets: ${told(sheets)[0]?.message}`);
  await server.stop();
});

it("are named by the library's market, beside what was read", async () => {
  const folder = await makeFolder({ ...OTHERS, "prices.csv": wavesCsv(2) });
  const library = await builtLibrary();
  const market = await library.openMarket(folder);
  expect(market).toMatchObject({ instruments: 2, warnings: told(folder) });
  await market.close();
});
