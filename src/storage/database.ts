/**
 * The database of this session: strategies, drafts, runs, their results, optimisations, the catalogue of datasets,
 * figures of templates, virtual deployments with their ledgers, settings, and the storage's own marks. Prices are not here: the worker stores them as columns. Reads go through the files beside this one, writes through writer.ts.
 */
import { Dexie } from "dexie";
import { recoverIfWiped } from "./recovery.ts";
import { DATABASE_NAME } from "./session.ts";
import { useStorageState } from "./storage-state.ts";
import type { Tables } from "./tables.ts";
import { noteTouchedIn } from "./touched.ts";
import { UPGRADES } from "./upgrades.ts";

/**
 * Opens by itself at the first read or write. Strict durability: a commit reaches the disk before it counts. Without
 * Dexie's cache of live queries, which never lets go of what a query reads after its page has gone.
 */
export const database = openDatabase(DATABASE_NAME);

function openDatabase(name: string): Dexie & Tables {
  const opened = new Dexie(name, { chromeTransactionDurability: "strict", cache: "disabled" });
  for (const { version, stores, steps, beside } of UPGRADES) {
    opened
      .version(version)
      .stores(stores)
      .upgrade(async (transaction) => {
        for (const [table, step] of Object.entries(steps)) {
          // oxlint-disable-next-line no-await-in-loop -- one transaction, one table after the other
          await transaction
            .table(table)
            .toCollection()
            .modify((old, context) => {
              context.value = step(old);
            });
        }
        if (!beside) return;
        const { table, of, made } = beside;
        await transaction.table(of).each((record) => transaction.table(table).put(made(record)));
      });
  }
  noteTouchedIn(opened);
  opened.on("versionchange", askedToLeave);
  opened.on("blocked", () => useStorageState.setState({ isBlocked: true }));
  opened.on("ready", (ready) => recoverIfWiped(asTables(ready)), true);
  return asTables(opened);
}

let holds = 0;
let isAskedToLeave = false;

/**
 * While `work` runs, a newer app in another tab that wants to upgrade the database has to wait: what is under way must
 * be able to store its end. Any other time this page lets go of the database at once, and reads it as it then is.
 */
export async function whileDatabaseIsHeld<T>(work: () => Promise<T>): Promise<T> {
  holds += 1;
  try {
    return await work();
  } finally {
    holds -= 1;
    if (isAskedToLeave && holds === 0) letGo();
  }
}

function letGo(): void {
  isAskedToLeave = false;
  database.close({ disableAutoOpen: false });
  void database.open(); // answers after the other tab's upgrade: then this page finds out that it is the older app
}

/** @returns false, which keeps Dexie from letting go by itself */
function askedToLeave(): boolean {
  isAskedToLeave = true;
  if (holds === 0) letGo();
  return false;
}

function asTables(opened: Dexie): Dexie & Tables {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Dexie adds a property for each store
  return opened as Dexie & Tables;
}
