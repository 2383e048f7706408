/** Files of a folder that are no CSV: server and library name them, and say how to make one of them. */
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { makeFolder, removeFolders, startServer, wavesCsv } from "#tests/support/api-server.ts";
import { builtLibrary } from "#tests/support/built-library.ts";

afterAll(removeFolders);

const OTHERS = { "a.xlsx": "x", "b.json": "{}", "c.parquet": "x" };
const MESSAGE = "not read, since they are no CSV: a.xlsx, b.json, c.parquet.";
const mendFor = (folder: string) =>
  `If they hold prices, npm run import-check -- ${folder} --bars prices.csv makes a CSV of them.`;

it("are named by the server: to clients without its folder, and on its standard error with the command", async () => {
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
    warnings: [{ code: "not-read", message: `${MESSAGE} If they hold prices, save them as CSV.` }],
  });
  expect(server.said()).toContain(`dataset sheets: ${MESSAGE} ${mendFor(sheets)}`);
  await server.stop();
});

it.skipIf(process.platform === "win32")(
  "steer no terminal by their names, and no shell by the folder's",
  async () => {
    const root = await makeFolder({ "it's; here/a\u001b[2J\n.xlsx": "x" });
    const server = await startServer({ args: ["--data", join(root, "it's; here")] });
    await server.whenRead("it-s-here");
    await server.stop();
    expect(server.said()).toContain("no CSV: a\\u001b[2J\\u000a.xlsx. If");
    expect(server.said()).toContain(`-- '${root}/it'\\''s; here' --bars`);
    expect(server.said()).not.toContain("\u001b");
  },
);

it("are named by the library's market, beside what was read", async () => {
  const folder = await makeFolder({ ...OTHERS, "prices.csv": wavesCsv(2) });
  const library = await builtLibrary();
  const market = await library.openMarket(folder);
  expect(market).toMatchObject({
    instruments: 2,
    warnings: [{ code: "not-read", message: `${MESSAGE} ${mendFor(folder)}` }],
  });
  await market.close();
});
