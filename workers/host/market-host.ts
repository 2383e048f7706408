/** The market that the worker is at: jobs work on it, and it is read where it is not in memory yet. */
import { withInstruments } from "#workers/model/late-column.ts";
import { loadDataset, openDataset } from "../market/dataset-store.ts";
import type { OpenMarket } from "../market/dataset-store.ts";
import { applySplits, withLeftOut } from "../market/apply-splits.ts";
import { readMarket } from "../market/read-market.ts";
import { urlSource } from "../market/source.ts";
import type { StoredMarket } from "../market/stored-market.ts";
import { ok } from "../model/problem.ts";
import type { Problem, Result } from "../model/problem.ts";
import type { DatasetSource } from "../model/dataset-source.ts";
import { toNobody } from "./job-progress.ts";
import type { JobProgress } from "./job-progress.ts";
import { createMarketKeeper } from "./kept-market.ts";
import type { KeeperTools } from "./kept-market.ts";
import type { CodeJob, OwnCode, WorkedMarket } from "./own-code.ts";
import { announceLongStep } from "./pulse.ts";
import { hasOwnCode } from "./wanted-market.ts";
import type { WantedMarket } from "./wanted-market.ts";

export interface MarketHost {
  /** null where it was not read last, or without a column that is wanted. */
  known(wanted: WantedMarket): StoredMarket | null;
  /**
   * Works on a market, with the numbers that its strategies' own code gives; more than once where damage is found on the way.
   *
   * @param progress - told how far the reading is
   */
  on<T>(wanted: WantedMarket, work: MarketWork<T>, progress?: JobProgress): Promise<Result<T>>;
  /** Works on a market that is known, and runs no code for it. @param otherwise - the problem where the work finds it damaged */
  onKnown<T>(wanted: WantedMarket, work: MarketWork<T>, otherwise: Result<never>): Promise<Result<T>>;
  /** Frees the memory of what was read last. @param datasetId - where it is that stored dataset's alone */
  letGo(datasetId?: string): void;
}

type MarketWork<T> = (stored: WorkedMarket) => Result<T> | Promise<Result<T>>;

export function createMarketHost(tools: KeeperTools): MarketHost {
  const last = createMarketKeeper(tools);
  let ownCode: Promise<OwnCode> | null = null;

  async function workOn<T>(
    { strategies = [], source }: WantedMarket,
    stored: StoredMarket,
    work: MarketWork<T>,
    how: Pick<CodeJob, "progress" | "mayRun">,
  ): Promise<Result<T>> {
    if (!strategies.some(hasOwnCode)) return work(stored);
    ownCode ??= import("./own-code.ts").then(({ createOwnCode }) => createOwnCode());
    const worked = await (await ownCode).on(strategies, stored, { ...how, source });
    return worked.ok ? work(worked.value) : worked;
  }

  return {
    known: (wanted) => last.known(wanted),
    on: (wanted, work, progress = toNobody) =>
      last.on(
        wanted,
        (mayStayOpen) => readSource(wanted, progress, mayStayOpen),
        (stored) => workOn(wanted, stored, work, { progress, mayRun: true }),
      ),
    onKnown: (wanted, work, otherwise) =>
      last.on(
        wanted,
        async () => otherwise,
        (stored) => workOn(wanted, stored, work, { progress: toNobody, mayRun: false }),
      ),
    letGo: (datasetId) => last.letGo(datasetId),
  };
}

/** Whether a dataset can be read, part by part, that was refused as a whole. */
export function isTooLarge(
  source: DatasetSource,
  problem: Problem,
): source is DatasetSource & { readonly type: "stored" } {
  return source.type === "stored" && problem.code === "memory-short";
}

async function readSource(
  { exchange, source, highsAndLows }: WantedMarket,
  progress: JobProgress,
  mayStayOpen: boolean,
): Promise<Result<OpenMarket>> {
  progress.tell("reading", 0);
  if (source.type === "stored") {
    announceLongStep();
    const { datasetId, splits = [] } = source;
    const highAndLow = highsAndLows !== "none";
    if (mayStayOpen && highsAndLows !== "all" && splits.length === 0)
      return openDataset(datasetId, { highAndLow });
    const stored = await loadDataset(datasetId, { highAndLow });
    if (!stored.ok) return stored;
    const { market } = stored.value;
    applySplits(market, splits);
    const instruments = withLeftOut(market.instruments, splits);
    return instruments === market.instruments
      ? stored
      : ok({ ...stored.value, market: withInstruments(market, instruments) });
  }
  const defaults = { exchange, instrumentType: "EQUITY", currency: "" };
  const sources = source.files.map(({ name, url }) => urlSource(name, url));
  const reading = await readMarket(sources, defaults, (read) => {
    progress.tell("reading", read.rows / source.rows, read);
    if (read.rows >= source.rows) announceLongStep(); // the rows are put in order at one go
  });
  return reading.ok ? ok({ market: reading.value.market, damaged: [] }) : reading;
}
