/** Imported markets on this device: one column file a dataset. For a worker of the page; nothing here works in Node. */
import { err, ok } from "#workers/model/problem.ts";
import type { AppliedSplit } from "#workers/model/instruments.ts";
import type { PartedMarket, PriceColumn } from "#workers/model/market.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import { fileName } from "#workers/model/column-files.ts";
import { removeFile, sweepFiles } from "./store-choice.ts";
import { openDatasetFile } from "./dataset-file.ts";
import type { DatasetFile } from "./dataset-file.ts";
import { isNamed, storageProblem } from "./dataset-files.ts";
import { memoryForPrices } from "./device-memory.ts";
import { COLUMNS } from "./column-directory.ts";
import { openColumnFile } from "./column-reader.ts";
import { LOOKED_AT_BY_RUNS, openParts } from "./parted-file.ts";
import { Refusal } from "./refusal.ts";
import { damagedPrices, readStoredMarket } from "./stored-market.ts";
import type { StoredMarket } from "./stored-market.ts";
import type { Extendable } from "./tails-reader.ts";
import { wholeAsParts } from "./whole-parts.ts";

/**
 * The stored market, checked against its checksums; what is damaged is named and left out. One that the memory can't
 * hold is refused before it is read.
 */
export async function loadDataset(
  datasetId: string,
  { highAndLow }: { readonly highAndLow: boolean },
): Promise<Result<StoredMarket>> {
  const reading = { highAndLow, mostBytes: memoryForPrices() };
  return withFile(datasetId, (bytes) => readStoredMarket(bytes, reading));
}

/** A stored market, a part of which may be in its file still. */
export interface OpenMarket extends StoredMarket {
  /** Lets go of the file, where it is open: what is left there counts as damaged then. */
  readonly close?: () => void;
}

/** As loadDataset, with as much left in the file as the work may not look at (MarketReading). */
export async function openDataset(
  datasetId: string,
  { highAndLow }: { readonly highAndLow: boolean },
): Promise<Result<OpenMarket>> {
  return withFile(
    datasetId,
    async (bytes): Promise<Result<OpenMarket>> => {
      const reading = { highAndLow, mostBytes: memoryForPrices(), staysOpen: bytes.isQuick };
      const stored = await readStoredMarket(bytes, reading);
      return stored.ok && stored.value.readOn ? ok({ ...stored.value, close: () => bytes.close() }) : stored;
    },
    ({ close }) => close !== undefined,
  );
}

export interface PartsReading {
  /** Adjusted for as the prices are read. */
  readonly splits: readonly AppliedSplit[];
  /** Columns that are looked at beside those of every run. */
  readonly alsoLookedAt?: readonly PriceColumn[];
}

/** Opens a stored market for as long as `work` takes, to be read part by part. */
export async function withParts<T>(
  datasetId: string,
  { splits, alsoLookedAt = [] }: PartsReading,
  work: (market: PartedMarket) => Result<T> | Promise<Result<T>>,
): Promise<Result<T>> {
  return withFile(datasetId, async (bytes) => {
    const file = openColumnFile(bytes);
    return file ? work(openParts(file, splits, [...LOOKED_AT_BY_RUNS, ...alsoLookedAt])) : err(damagedPrices);
  });
}

/**
 * As withParts, with every column held against its checksums, and what it takes to go on with the file. One of the first
 * version is opened, too, and can't be gone on with.
 */
export async function withDataset<T>(
  datasetId: string,
  work: (stored: { parts: PartedMarket; extendable: Extendable | null }) => Promise<Result<T>>,
): Promise<Result<T>> {
  return withFile(datasetId, async (file) => {
    const columns = openColumnFile(file);
    if (columns) {
      const { base } = columns.directory;
      const bytes = base?.place.bytes ?? file.bytes;
      const extendable = { file, columns, front: { id: file.frontId ?? datasetId, bytes } };
      return work({ parts: openParts(columns, [], COLUMNS), extendable });
    }
    const whole = await readStoredMarket(file, { highAndLow: true, mostBytes: memoryForPrices() });
    return whole.ok ? work({ parts: wholeAsParts(whole.value.market), extendable: null }) : whole;
  });
}

/** @param staysOpen - true for what goes on reading, and closes the file itself */
async function withFile<T>(
  datasetId: string,
  work: (bytes: DatasetFile) => Promise<Result<T>>,
  staysOpen: (value: T) => boolean = () => false,
): Promise<Result<T>> {
  let opened: DatasetFile | null = null;
  let isKept = false;
  try {
    opened = await openDatasetFile(datasetId);
    const result = await work(opened);
    isKept = result.ok && staysOpen(result.value);
    return result;
  } catch (error) {
    if (error instanceof Refusal) return err(error.problem);
    if (opened) throw error; // no room in the memory, or a mistake of ours: not the storage's doing
    if (isNamed(error, "NotFoundError")) return err(pricesGone);
    return err(storageProblem(error, 0));
  } finally {
    if (!isKept) opened?.close();
  }
}

/** Deletes a stored market; one that is not there is no problem, and one that is being read goes with the next sweep. */
export async function deleteDataset(datasetId: string): Promise<Result<null>> {
  try {
    await removeFile(fileName(datasetId));
    return ok(null);
  } catch (error) {
    return err(storageProblem(error, 0));
  }
}

/** Deletes what interrupted imports left; files that a tab is writing stay. Gives how many stayed. */
export async function sweepStaging(): Promise<Result<number>> {
  try {
    return ok(await sweepFiles());
  } catch (error) {
    return err(storageProblem(error, 0));
  }
}

const pricesGone: Problem = {
  code: "data-missing",
  message: "The prices of this dataset are no longer on this device. Import the files again.",
};
