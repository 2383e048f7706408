/** Own code in a backup: what comes back on another device, and that it is asked about there. */
import { describe, expect, it } from "vitest";
import { gridQuestion } from "#tests/storage/sample-grid.ts";
import { bareDeployment } from "#tests/storage/sample-deployment.ts";
import { makeBackup } from "#src/storage/backup/make-backup.ts";
import { openBackup } from "#src/storage/backup/open-backup.ts";
import { restoreBackup } from "#src/storage/backup/restore-backup.ts";
import { standingOf } from "#src/storage/code-consent.ts";
import { database } from "#src/storage/database.ts";
import { addDeployment } from "#src/storage/deployments.ts";
import { gridId, loadGrid, storeGrid } from "#src/storage/grids.ts";
import { importStrategy, loadStrategy, removeStrategy, saveDraft } from "#src/storage/strategies.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";

/** A source of its own for each test. */
function ownCode() {
  const source = `const compute = ({ close }) => close // ${crypto.randomUUID()} \u00e9\r\n\t`;
  return [{ name: "own", language: "typescript" as const, source }];
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
    const computed = ownCode();
    const strategy = strategyOf({ format: "strategy/2", name: "Own", computed });
    const { id } = valueOf(await importStrategy(strategy, "demo"));
    const name = await backAndForth(() => removeStrategy(id));
    expect(valueOf(await loadStrategy(id)).strategy.computed).toEqual(computed);
    expect(await standingOf(computed)).toMatchObject([{ isAllowed: false, from: `the backup ${name}` }]);
  });

  it.each(["as it is typed", "as an older form kept it"])("of a draft, %s", async (how) => {
    const computed = ownCode();
    const { id } = valueOf(await importStrategy(strategyOf({ name: "Plain" }), "demo"));
    const values = how === "as it is typed" ? { computed } : { further: JSON.stringify({ computed }) };
    await saveDraft({ strategyId: id, values, revision: 1 }, null);
    const name = await backAndForth(() => database.drafts.delete(id));
    expect(await standingOf(computed)).toMatchObject([{ isAllowed: false, from: `the backup ${name}` }]);
  });

  it("of a grid of the optimiser", async () => {
    const computed = ownCode();
    const strategy = strategyOf({ format: "strategy/2", name: "Own", computed });
    const question = { ...gridQuestion, strategy };
    const id = await gridId(question);
    valueOf(await storeGrid(id, question, [null, null, null]));
    const name = await backAndForth(() => database.grids.delete(id));
    expect((await loadGrid(id))?.strategy.computed).toEqual(computed);
    expect(await standingOf(computed)).toMatchObject([{ isAllowed: false, from: `the backup ${name}` }]);
  });

  it("of a virtual deployment", async () => {
    const computed = ownCode();
    const strategy = JSON.parse(JSON.stringify(strategyOf({ format: "strategy/2", name: "Own", computed })));
    valueOf(await addDeployment({ ...bareDeployment, id: "d-own", strategy }));
    const name = await backAndForth(() => database.deployments.clear());
    expect(await standingOf(computed)).toMatchObject([{ isAllowed: false, from: `the backup ${name}` }]);
  });
});
