/** Puts strategies into the database behind the open list of strategies, as if a person had saved them one a minute. */
import type { AppPage } from "./app-page.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

/** They are named Tide 1 to Tide `count`; the last was saved last. Load the page anew to see them. */
export async function storeStrategies({ page }: AppPage, count: number): Promise<void> {
  await page.getByText("Or Test with Built-in strategies").waitFor(); // by then the app has made its database
  await page.evaluate(
    async ({ strategy, many }) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open("tidemark");
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(new Error("the database can't be opened")));
      });
      const transaction = database.transaction("strategies", "readwrite");
      const store = transaction.objectStore("strategies");
      for (let number = 1; number <= many; number++) {
        const name = `Tide ${number}`;
        const at = 1_700_000_000_000 + number * 60_000;
        const times = { createdAt: at, updatedAt: at };
        const facts = { status: "ready", datasetId: "demo", revision: 1 };
        store.put({ id: `tide-${number}`, name, ...times, ...facts, strategy: { ...strategy, name } });
      }
      await new Promise((resolve) => {
        transaction.addEventListener("complete", resolve);
      });
      database.close();
    },
    { strategy: defaultStrategy, many: count },
  );
}
