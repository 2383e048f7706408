/** What a person is told where prices lie in a database, because the browser gives no private files for them. */
import { useEffect, useState } from "react";
import { arePricesInDatabase } from "./column-database.ts";
import { isStorageError } from "./storage-error.ts";

export const SLOW_STORE =
  "This browser gives the app no fast private files, so it keeps prices in its database. Everything works, but imports and the first run on a dataset take longer.";

/** Whether that holds for this browser; asked once, as the part of the page is first shown. */
export function useSlowStore(): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    let isShown = true;
    const show = (isInDatabase: boolean) => isShown && setSlow(isInDatabase);
    arePricesInDatabase().then(show, (error: unknown) => {
      if (!isStorageError(error)) throw error; // a refusal is told where prices are read
    });
    return () => {
      isShown = false;
    };
  }, []);
  return isSlow;
}
