/** A market out of a file of columns of this machine, kept between the works on it. */
import { setImmediate } from "node:timers/promises";
import { totalmem } from "node:os";
import { createMarketKeeper } from "../host/kept-market.ts";
import type { MarketWanted } from "../host/kept-market.ts";
import { openColumnFile } from "#workers/market/column-reader.ts";
import type { OpenMarket } from "#workers/market/dataset-store.ts";
import { openParts } from "#workers/market/parted-file.ts";
import { Refusal } from "#workers/market/refusal.ts";
import { reasonOf } from "#workers/market/source.ts";
import { readStoredMarket } from "#workers/market/stored-market.ts";
import type { StoredMarket } from "#workers/market/stored-market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { diskFileOf, openDiskFile } from "./disk-file.ts";
import type { DiskFile } from "./disk-file.ts";
import { outlineOf, outlineOfParts } from "./outline.ts";
import type { MarketOutline } from "./outline.ts";

/** Where columns lie: at a path, or in a file that somebody in this process has open under this number. */
export type ColumnsPlace =
  | { readonly path: string }
  | { readonly fd: number; /** Another one for other columns. */ readonly key: string };

export interface ColumnMarkets {
  /**
   * Works on a market, reading it where it was not the last one; once more where damage is found on the way.
   *
   * @param highAndLow - whether the work looks at highs and lows
   */
  on<T>(
    place: ColumnsPlace,
    highAndLow: boolean,
    work: (stored: StoredMarket) => Result<T> | Promise<Result<T>>,
  ): Promise<Result<T>>;
  letGo(): void;
}

/** What columns may take of the machine's memory, in bytes. */
export function mostColumnBytes(): number {
  return totalmem() * 0.75;
}

export function createColumnMarkets(): ColumnMarkets {
  const keeper = createMarketKeeper({
    now: () => performance.now(),
    turn: async () => {
      await setImmediate(undefined, { ref: false });
    },
  });
  return {
    on(place, highAndLow, work) {
      const datasetId = "path" in place ? place.path : place.key;
      const wanted: MarketWanted = {
        source: { type: "stored", datasetId },
        highsAndLows: highAndLow ? "all" : "none",
      };
      return keeper.on(wanted, (mayStayOpen) => readColumns(place, { highAndLow, mayStayOpen }), work);
    },
    letGo: () => keeper.letGo(),
  };
}

/** What lies in a file of columns: read part by part, and as a whole where that can't be done, which says why. */
export async function outlineAt(place: ColumnsPlace, markets: ColumnMarkets): Promise<Result<MarketOutline>> {
  const outline = outlineInParts(place);
  return outline ? ok(outline) : markets.on(place, false, ({ market }) => ok(outlineOf(market)));
}

const OUTLINED = ["day", "close", "marketCap", "adjClose"] as const;

/** null for a file that can't be read, of an earlier version, or with damage in it. */
function outlineInParts(place: ColumnsPlace): MarketOutline | null {
  let file: DiskFile | null = null;
  try {
    file = "path" in place ? openDiskFile(place.path, "r") : sharedFile(place.fd);
    const columns = openColumnFile(file);
    if (!columns) return null;
    const market = openParts(columns, [], OUTLINED);
    const outline = outlineOfParts(market, OUTLINED);
    return market.damaged().length > 0 || market.damagedFacts.length > 0 ? null : outline;
  } catch (error) {
    if (error instanceof Refusal || file === null) return null;
    throw error;
  } finally {
    file?.close();
  }
}

async function readColumns(
  place: ColumnsPlace,
  { highAndLow, mayStayOpen }: { readonly highAndLow: boolean; readonly mayStayOpen: boolean },
): Promise<Result<OpenMarket>> {
  let file: DiskFile | null = null;
  let isKept = false;
  try {
    file = "path" in place ? openDiskFile(place.path, "r") : sharedFile(place.fd);
    const staysOpen = mayStayOpen && !highAndLow;
    const stored = await readStoredMarket(file, { highAndLow, mostBytes: mostColumnBytes(), staysOpen });
    if (!stored.ok || !stored.value.readOn) return stored;
    const open = file;
    isKept = true;
    return ok({ ...stored.value, close: () => open.close() });
  } catch (error) {
    if (error instanceof Refusal) return err(error.problem);
    if (file) throw error;
    const message = `the stored prices cannot be read: ${reasonOf(error)}. Add the files again.`;
    return err({ code: "storage-failed", message });
  } finally {
    if (!isKept) file?.close();
  }
}

/** Who opened it closes it. */
function sharedFile(fd: number): DiskFile {
  const file = diskFileOf(fd);
  return {
    fd,
    bytes: file.bytes,
    read: (into, at) => file.read(into, at),
    write: (part, at) => file.write(part, at),
    close() {},
  };
}
