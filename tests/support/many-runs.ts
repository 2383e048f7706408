/** Puts runs into the database, as if a person had tried a lot. */
import type { Page } from "playwright";

/** Each with a trailing stop of its own, so that it is a variant of its own, begun a minute before the one before; the run itself stays the last. */
export function copyRun(page: Page, count: number): Promise<void> {
  return page.evaluate(async (many) => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- what runs in the page can use nothing outside itself
    const answerOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(new Error("the database refused")));
      });
    const database = await answerOf(indexedDB.open("tidemark"));
    const transaction = database.transaction("runs", "readwrite");
    const store = transaction.objectStore("runs");
    const [record]: Record<string, unknown>[] = await answerOf(store.getAll());
    const strategy: Record<string, unknown> = Object(record?.["strategy"]);
    const { number: _own, ...copied } = record ?? {};
    for (let copy = 1; copy <= many; copy++) {
      const times = ["startedAt", "finishedAt"].map((name) => [name, Number(copied[name]) - copy * 60_000]);
      const sell = { ...Object(strategy["sell"]), trailingStopLoss: 20 + copy / 100 };
      store.put({
        ...copied,
        ...Object.fromEntries(times),
        id: `copy-${copy}`,
        strategy: { ...strategy, sell },
      });
    }
    await new Promise((resolve) => {
      transaction.addEventListener("complete", resolve);
    });
    database.close();
  }, count);
}
