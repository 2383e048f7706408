/** A strategy with own code in a backup: what comes back on another device, and that it is asked about there. */
import { expect, it } from "vitest";
import { makeBackup } from "#src/storage/backup/make-backup.ts";
import { openBackup } from "#src/storage/backup/open-backup.ts";
import { restoreBackup } from "#src/storage/backup/restore-backup.ts";
import { standingOf } from "#src/storage/code-consent.ts";
import { importStrategy, loadStrategy, removeStrategy } from "#src/storage/strategies.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";

it("gives own code back to the letter, which is asked about with where it is from", async () => {
  const source = `const compute = ({ close }) => close // ${crypto.randomUUID()} \u00e9\r\n\t`;
  const computed = [{ name: "own", language: "typescript" as const, source }];
  const strategy = strategyOf({ format: "strategy/2", name: "Own", computed });
  const { id } = valueOf(await importStrategy(strategy, "demo"));
  const made = valueOf(await makeBackup({ withPrices: false, now: 0, onProgress: () => undefined }));
  valueOf(await removeStrategy(id));

  const backup = valueOf(await openBackup(new File([made.file], made.name)));
  valueOf(await restoreBackup(backup, { mode: "merge", differing: "keep-mine" }));
  backup.close();
  expect(valueOf(await loadStrategy(id)).strategy.computed).toEqual(computed);
  expect(await standingOf(computed)).toMatchObject([{ isAllowed: false, from: `the backup ${made.name}` }]);
});
