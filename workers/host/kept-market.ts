/**
 * The market that a worker read last: to work on it again it needn't be read again. A stored one is worked on before all
 * of it is in memory; the rest follows in the worker's pauses, and then its file is closed.
 */
import type { OpenMarket } from "../market/dataset-store.ts";
import { LateDamage } from "../market/stored-market.ts";
import type { StoredMarket } from "../market/stored-market.ts";
import { ok } from "../model/problem.ts";
import type { Result } from "../model/problem.ts";
import type { DatasetSource } from "../model/dataset-source.ts";

/** Reading on between two looks at what the page has asked. */
const TURN_MS = 8;

/**
 * The highs and lows of a stored market that the work looks at. None are left out of the memory; few are read instrument
 * by instrument when they are looked at, like opens; all are read before the work begins.
 */
export type HighsAndLows = "none" | "few" | "all";

/** What is known of a market before it is read. */
export interface MarketWanted {
  readonly source: DatasetSource;
  readonly highsAndLows: HighsAndLows;
}

/** Reads a market. @param mayStayOpen - false where nothing is to be left in its file */
export type ReadMarket = (mayStayOpen: boolean) => Promise<Result<OpenMarket>>;

export interface MarketKeeper {
  /** null where it was not read last. */
  known(wanted: MarketWanted): StoredMarket | null;
  /**
   * Works on a market, reading it where it is not known. Where the work comes upon damage that nobody had seen, it is
   * done once more: on the market read anew, without what is damaged.
   */
  on<T>(
    wanted: MarketWanted,
    read: ReadMarket,
    work: (stored: StoredMarket) => Result<T> | Promise<Result<T>>,
  ): Promise<Result<T>>;
  /** Frees its memory and closes its file. @param datasetId - where it is that stored dataset's alone */
  letGo(datasetId?: string): void;
}

export interface KeeperTools {
  /** Milliseconds, never going back. */
  readonly now: () => number;
  /** Lets messages that have come be answered. */
  readonly turn: () => Promise<void>;
}

interface Kept {
  readonly source: DatasetSource;
  readonly key: string;
  readonly hasHighsAndLows: boolean;
  readonly stored: OpenMarket;
}

export function createMarketKeeper({ now, turn }: KeeperTools): MarketKeeper {
  let last: Kept | null = null;
  /** Of sources that are damaged where it was seen too late: all of them is read at once from then on. */
  const seenLate = new Set<string>();

  function letGo(datasetId?: string): void {
    if (datasetId !== undefined && (last?.source.type !== "stored" || last.source.datasetId !== datasetId))
      return;
    last?.stored.close?.();
    last = null;
  }

  function known({ source, highsAndLows }: MarketWanted): StoredMarket | null {
    if (last?.key !== JSON.stringify(source)) return null;
    return highsAndLows === "none" || last.hasHighsAndLows ? last.stored : null;
  }

  async function knownOrRead(wanted: MarketWanted, read: ReadMarket): Promise<Result<StoredMarket>> {
    const inMemory = known(wanted);
    if (inMemory) return ok(inMemory);
    letGo(); // two markets at once may be more than the memory holds
    const key = JSON.stringify(wanted.source);
    const market = await read(!seenLate.has(key));
    if (!market.ok) return market;
    letGo(); // one that was read meanwhile
    const hasHighsAndLows = wanted.highsAndLows !== "none" || wanted.source.type !== "stored"; // files are read whole
    last = { source: wanted.source, key, hasHighsAndLows, stored: market.value };
    void readOn(last);
    return market;
  }

  async function readOn(own: Kept): Promise<void> {
    if (!own.stored.readOn) return;
    const steps = own.stored.readOn();
    try {
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- what the page has asked comes first
        await turn();
        if (last !== own) return;
        const stop = now() + TURN_MS;
        do {
          if (steps.next().done === true) {
            own.stored.close?.();
            return;
          }
        } while (now() < stop);
      }
    } catch (error) {
      noteDamage(error, own.stored);
    }
  }

  /** A market that was let go meanwhile may be whole: its file is closed. @throws what is no damage */
  function noteDamage(error: unknown, stored: StoredMarket): void {
    if (last?.stored === stored) {
      if (error instanceof LateDamage) seenLate.add(last.key);
      letGo();
    }
    if (!(error instanceof LateDamage)) throw error;
  }

  return {
    known,
    async on(wanted, read, work) {
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- a second time only after damage
        const market = await knownOrRead(wanted, read);
        if (!market.ok) return market;
        try {
          // oxlint-disable-next-line no-await-in-loop -- as above
          return await work(market.value);
        } catch (error) {
          noteDamage(error, market.value);
        }
      }
    },
    letGo,
  };
}
