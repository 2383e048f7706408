/** Own code in a backup: what comes back on another device, and that it is asked about there. */
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "#tests/support/create-client.ts";
import { forge } from "#tests/support/forged-backup.ts";
import { importFiles } from "#tests/support/import-files.ts";
import { gridQuestion } from "#tests/storage/sample-grid.ts";
import { bareDeployment } from "#tests/storage/sample-deployment.ts";
import { makeBackup } from "#src/storage/backup/make-backup.ts";
import { openBackup } from "#src/storage/backup/open-backup.ts";
import { restoreBackup } from "#src/storage/backup/restore-backup.ts";
import { allowAll, standingOf } from "#src/storage/code-consent.ts";
import { database } from "#src/storage/database.ts";
import { addDeployment } from "#src/storage/deployments.ts";
import { gridId, loadGrid, storeGrid } from "#src/storage/grids.ts";
import { sha256 } from "#src/storage/sha256.ts";
import { importStrategy, loadStrategy, removeStrategy, saveDraft } from "#src/storage/strategies.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { codeText } from "#workers/model/code-consent.ts";

/** A source of its own for each test. */
function ownField() {
  const source = `const compute = ({ close }) => close // ${crypto.randomUUID()} \u00e9\r\n\t`;
  return { name: "own", language: "typescript" as const, source };
}

/** Makes a backup, takes away what it is of, and restores it. @returns the backup's file name */
async function backAndForth(takeAway: () => Promise<unknown>): Promise<string> {
  const made = valueOf(await makeBackup({ withPrices: false, now: 0, onProgress: () => undefined }));
  await takeAway();
  const backup = valueOf(await openBackup(new File([made.file], made.name)));
  valueOf(await restoreBackup(backup, { mode: "merge", differing: "keep-mine" }));
  backup.close();
  return made.name;
}

describe("a backup gives own code back, which is asked about with where it is from", () => {
  it("of a strategy, to the letter", async () => {
    const computed = [ownField()];
    const strategy = strategyOf({ format: "strategy/2", name: "Own", computed });
    const { id } = valueOf(await importStrategy(strategy, "demo"));
    const name = await backAndForth(() => removeStrategy(id));
    expect(valueOf(await loadStrategy(id)).strategy.computed).toEqual(computed);
    expect(await standingOf(computed)).toMatchObject([{ isAllowed: false, from: `the backup ${name}` }]);
  });

  it.each(["as it is typed", "as an older form kept it"])("of a draft, %s", async (how) => {
    const computed = [ownField()];
    const { id } = valueOf(await importStrategy(strategyOf({ name: "Plain" }), "demo"));
    const values = how === "as it is typed" ? { computed } : { further: JSON.stringify({ computed }) };
    await saveDraft({ strategyId: id, values, revision: 1 }, null);
    const name = await backAndForth(() => database.drafts.delete(id));
    expect(await standingOf(computed)).toMatchObject([{ isAllowed: false, from: `the backup ${name}` }]);
  });

  it("of a grid of the optimiser", async () => {
    const computed = [ownField()];
    const strategy = strategyOf({ format: "strategy/2", name: "Own", computed });
    const question = { ...gridQuestion, strategy };
    const id = await gridId(question);
    valueOf(await storeGrid(id, question, [null, null, null]));
    const name = await backAndForth(() => database.grids.delete(id));
    expect((await loadGrid(id))?.strategy.computed).toEqual(computed);
    expect(await standingOf(computed)).toMatchObject([{ isAllowed: false, from: `the backup ${name}` }]);
  });

  it("of a virtual deployment", async () => {
    const computed = [ownField()];
    const strategy = JSON.parse(JSON.stringify(strategyOf({ format: "strategy/2", name: "Own", computed })));
    valueOf(await addDeployment({ ...bareDeployment, id: "d-own", strategy }));
    const name = await backAndForth(() => database.deployments.clear());
    expect(await standingOf(computed)).toMatchObject([{ isAllowed: false, from: `the backup ${name}` }]);
  });
});

it("a backup has nothing of what may run on the device that made it", async () => {
  const field = ownField();
  const computed = [field];
  valueOf(await allowAll(computed));
  valueOf(await importStrategy(strategyOf({ format: "strategy/2", name: "Own", computed }), "demo"));
  const { file } = valueOf(await makeBackup({ withPrices: false, now: 0, onProgress: () => undefined }));
  const parts = Object.values(unzipSync(new Uint8Array(await file.arrayBuffer()))).map((part) =>
    strFromU8(part),
  );
  expect(parts.filter((part) => part.includes(JSON.stringify(field.source)))).not.toEqual([]);
  for (const word of [await sha256(codeText(field)), "allowed", "origins"])
    expect(parts.filter((part) => part.includes(word))).toEqual([]);
});

describe("a backup that claims that its code was allowed", () => {
  const source = { type: "stored", datasetId: crypto.randomUUID() } as const;
  beforeAll(async () => {
    const defaults = { exchange: "NSE", instrumentType: "EQUITY", currency: "" };
    const files = [
      new File(["symbol,date,close\nAAA,2020-01-01,10\nAAA,2020-01-02,11\nAAA,2020-01-03,12"], "p.csv"),
    ];
    valueOf(await importFiles(createClient(), { ...source, files, defaults }));
  });
  afterAll(() => createClient().call("deleteDataset", source.datasetId));

  it("is not believed: what it brings is asked about, and runs in no call", async () => {
    const field = ownField();
    const id = await sha256(codeText(field));
    const strategy = strategyOf({
      format: "strategy/2",
      name: "Claims",
      buy: { rules: ["own > 0"] },
      simulation: { startDate: "2020-01-01", endDate: "2020-01-03" },
      computed: [field],
    });
    const record = { ...valueOf(await importStrategy(strategy, "demo")), allowed: [id], isAllowed: true };
    valueOf(await removeStrategy(record.id));
    const file = await forge({
      "strategies.json": [record],
      "settings.json": [
        { key: "allowed", value: [id] },
        { key: "theme", value: "dark", allowed: [id] },
      ],
      "allowed.json": [{ id }],
      "origins.json": [{ id, from: "this device" }],
      "tidemark-code/allowed.json": [{ id }],
    });
    const backup = valueOf(await openBackup(file));
    valueOf(await restoreBackup(backup, { mode: "replace" }));
    backup.close();
    const restored = valueOf(await loadStrategy(record.id)).strategy;
    expect(restored.computed).toEqual([field]);
    expect(await standingOf(restored.computed)).toMatchObject([
      { isAllowed: false, from: "the backup forged.zip" },
    ]);
    const client = createClient();
    const signal = new AbortController().signal;
    for (const refused of [
      await client.call("run", { strategy: restored, source }, { signal }),
      await client.call("runVariants", { strategies: [restored], source }, { signal }),
      await client.call("chainRuns", { strategies: [restored], source }, { signal }),
      await client.call("randomEntries", { strategy: restored, source, first: 0, count: 1 }, { signal }),
    ])
      expect(refused).toMatchObject({ ok: false, problem: { code: "code-not-allowed" } });
    expect(document.querySelector("iframe[src='/room']")).toBeNull();
    client.endIdle();
  });
});
