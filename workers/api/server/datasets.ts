/**
 * The datasets of a server: folders that it reads and never writes to, and uploads that it keeps. Each is a file of columns named
 * by what the engine reads of it; what changes a dataset makes another file, so that runs stay on what they were asked of.
 */
import { randomUUID } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { InstrumentDefaults } from "#workers/model/reading.ts";
import { createEngineThreads } from "../engine-threads.ts";
import { TidemarkError } from "../error.ts";
import { reportOf } from "../report-of.ts";
import type { MarketOutline } from "../outline.ts";
import type { ImportGiven, UploadedFile } from "../thread-jobs.ts";
import type { ColumnFiles } from "./column-files.ts";
import type { DatasetRecord, DatasetRecords, KeptSeries } from "./dataset-records.ts";
import { emptyDataset, freeId, holdReady, idOf, mutable, readOnly } from "./held-dataset.ts";
import { refuseTaken, refuseUnread } from "./held-dataset.ts";
import type { Held, ReadyDataset } from "./held-dataset.ts";
import { notFound, refuse } from "./problems.ts";
import type { Dataset } from "./schemas.ts";

export interface DatasetsTools {
  /** Paths, in the order in which they were named. */
  readonly folders: readonly string[];
  readonly defaults: InstrumentDefaults;
  readonly columns: ColumnFiles;
  readonly records: DatasetRecords;
  /** Whether runs wait for, or are at work on, a dataset. */
  readonly isInUse: (id: string) => boolean;
  /** Called after each change: columns may not be needed any more. */
  readonly onChanged: () => void;
  readonly log: (line: string) => void;
}

export interface NewFiles {
  readonly files: readonly UploadedFile[];
  readonly answers: Readonly<Record<string, string>>;
  readonly exchange: string | null;
  readonly instrumentType: string | null;
  /** Bars that are there already are taken from these files. */
  readonly replaces?: boolean;
}

export class Datasets {
  readonly #tools: DatasetsTools;
  readonly #threads = createEngineThreads(1);
  readonly #held = new Map<string, Held>();
  /** By dataset: the change that is under way, after which the next one comes. */
  readonly #changes = new Map<string, Promise<unknown>>();
  #isClosed = false;

  constructor(tools: DatasetsTools) {
    this.#tools = tools;
    const uploads = tools.records.all().filter(({ source }) => source === "upload");
    for (const folder of tools.folders) {
      const name = basename(resolve(folder));
      const taken = new Set([...this.#held.keys(), ...uploads.map(({ id }) => id)]);
      const told = emptyDataset({ id: freeId(name, taken), name, source: "folder" });
      if (told.id !== idOf(name)) tools.log(`${folder} is the dataset ${told.id}: ${idOf(name)} is taken`);
      this.#held.set(told.id, { told, ready: null, failure: null, base: null });
      void this.#change(told.id, () => this.#readFolder(told, folder));
    }
    for (const record of uploads) {
      const { id, name, source, report, base } = record;
      if (base === null) continue;
      const told = { ...emptyDataset({ id, name, source }), report };
      this.#held.set(id, { told, ready: null, failure: null, base });
      void this.#change(id, () => this.#failing(told, () => this.#take(told, base, record)));
    }
  }

  list(): readonly Dataset[] {
    return Array.from(this.#held.values(), ({ told }) => told);
  }

  /** @throws CallProblem `not-found` */
  get(id: string): Dataset {
    return this.#heldOf(id).told;
  }

  has(id: string): boolean {
    return this.#held.has(id);
  }

  /** @throws CallProblem */
  refuseWriting(id: string): never {
    throw readOnly(id);
  }

  /** Of a dataset that a body names. @throws CallProblem where there is none, or where it can't be used (yet) */
  ready(id: string): ReadyDataset {
    const found = this.#held.get(id);
    const names = [...this.#held.keys()].slice(0, 12).join(", ") || "none";
    if (!found)
      throw refuse("dataset-unknown", `There is no dataset ${id.slice(0, 100)}; there are ${names}.`);
    if (found.ready) return found.ready;
    if (found.failure !== null) throw refuse("dataset-failed", found.failure);
    throw refuse("dataset-reading", `The dataset ${id} is still being read; send it again in a second.`, {
      headers: { "Retry-After": "1" },
    });
  }

  /** Works on it as it is now: its columns stay until the work is over, whatever it becomes meanwhile. @throws CallProblem as ready */
  async whileReady<T>(id: string, work: (dataset: ReadyDataset) => Promise<T>): Promise<T> {
    const dataset = this.ready(id);
    return this.#tools.columns.holding([dataset.columns], () => work(dataset));
  }

  /** What the files would be, without keeping anything of them. */
  async look(files: NewFiles, addTo: string | null): Promise<ImportGiven> {
    const base = addTo === null ? null : this.#writable(addTo).base;
    return this.#import(files, { base, isDryRun: true }, async (given) => given);
  }

  /**
   * A new dataset of the files.
   *
   * @param keep - called with its id before anything of it is on the disk
   * @returns its id, or why it was not made
   */
  async create(
    name: string,
    files: NewFiles,
    keep: (id: string) => Promise<void>,
  ): Promise<string | ImportGiven> {
    const id = idOf(name);
    return this.#change(id, async () => {
      refuseTaken(id, this.#held.has(id), this.#tools.records.get(id)?.series.length ?? 0);
      return this.#import(files, { base: null, isDryRun: false }, async (given, columns) => {
        if (columns === null) return given;
        await keep(id);
        const report = { files: given.report.map(mutable) };
        const record: DatasetRecord = {
          id,
          name,
          source: "upload",
          report,
          base: columns,
          series: [],
          dropped: [],
        };
        await this.#whole(id, async () => {
          await this.#take({ ...emptyDataset(record), report }, columns, record, given.written?.outline);
          await this.#tools.records.put(record);
        });
        return id;
      });
    });
  }

  /** More days or files, whole or not at all. */
  async add(id: string, files: NewFiles): Promise<string | ImportGiven> {
    return this.#change(id, async () => {
      const { base, told } = this.#writable(id);
      return this.#import(files, { base, isDryRun: false }, async (given, columns) => {
        const record = this.#tools.records.get(id);
        if (columns === null || !record) return given;
        const report = { files: [...told.report.files, ...given.report.map(mutable)] };
        const next = { ...record, base: columns, report };
        await this.#whole(id, async () => {
          await this.#take({ ...told, report }, columns, next, given.written?.outline);
          await this.#tools.records.put(next);
        });
        return id;
      });
    });
  }

  /** Puts a series in place of the one of that name. @returns what was understood of it */
  async putSeries(
    id: string,
    { name, kind, path }: { readonly name: string; readonly kind: KeptSeries["kind"]; readonly path: string },
  ): Promise<Dataset["report"]> {
    return this.#change(id, async () => {
      const { told, base } = this.#readyHeld(id);
      const known = told.facts.find((fact) => fact.name.toLowerCase() === name.toLowerCase());
      if (known && known.kind !== kind)
        throw refuse("name-taken", `${known.name} is a ${known.kind} of this dataset; choose another name.`);
      const before = this.#recordOf(told);
      const file = `${randomUUID()}.csv`;
      await rename(path, this.#tools.records.seriesPath(file));
      const others = before.series.filter((one) => one.name.toLowerCase() !== name.toLowerCase());
      const next = { ...before, series: [...others, { name, kind, file }] };
      try {
        return await this.#whole(id, async () => {
          const reports = await this.#take(told, base, next);
          const own = reports.filter((report) => report.file === `${name}.csv`);
          const made = this.#heldOf(id).told.facts.find(
            (fact) => fact.name.toLowerCase() === name.toLowerCase(),
          );
          refuseUnread(own, made?.instruments ?? 0);
          await this.#tools.records.put(next);
          await this.#forgetFiles(before, next);
          return { files: own };
        });
      } catch (error) {
        await rm(this.#tools.records.seriesPath(file), { force: true });
        throw error;
      }
    });
  }

  /** @throws CallProblem for one that isn't there, or that a folder has of its own */
  async removeSeries(id: string, kind: KeptSeries["kind"], name: string): Promise<void> {
    await this.#change(id, async () => {
      const { told, base } = this.#readyHeld(id);
      const key = name.toLowerCase();
      const known = told.facts.find((fact) => fact.name.toLowerCase() === key && fact.kind === kind);
      if (!known) throw notFound(`${kind} ${name.slice(0, 100)}`);
      const before = this.#recordOf(told);
      const isOwn = before.series.some((one) => one.name.toLowerCase() === key);
      if (!isOwn && told.source === "folder") throw readOnly(id);
      const next: DatasetRecord = {
        ...before,
        series: before.series.filter((one) => one.name.toLowerCase() !== key),
        dropped: told.source === "folder" ? before.dropped : [...before.dropped, key],
      };
      await this.#whole(id, async () => {
        await this.#take(told, base, next);
        await this.#tools.records.put(next);
      });
      await this.#forgetFiles(before, next);
    });
  }

  /** Writes a series as CSV. @throws CallProblem for one that isn't there */
  async writeSeries(
    id: string,
    { kind, name, path }: { kind: string; name: string; path: string },
  ): Promise<void> {
    const { told, ready } = this.#readyHeld(id);
    const known = told.facts.find(
      (fact) => fact.name.toLowerCase() === name.toLowerCase() && fact.kind === kind,
    );
    if (!known) throw notFound(`${kind} ${name.slice(0, 100)}`);
    const { columns: files } = this.#tools;
    const columns = { path: files.pathOf(ready.columns) };
    await files.holding([ready.columns], () => this.#threads.run("steps", { columns, name, path }));
  }

  async remove(id: string): Promise<void> {
    await this.#change(id, async () => {
      const { told } = this.#heldOf(id);
      if (told.source === "folder") throw readOnly(id);
      if (this.#tools.isInUse(id))
        throw refuse("dataset-in-use", `Runs of ${id} wait or are at work; cancel them, or wait.`);
      await this.#tools.records.remove(id);
      this.#held.delete(id);
    });
  }

  /** Names of the columns that datasets are made of. */
  columnsInUse(): readonly string[] {
    return [...this.#held.values()].flatMap(({ ready, base }) => [ready?.columns ?? "", base ?? ""]);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#threads.close();
  }

  async #readFolder(told: Dataset, folder: string): Promise<void> {
    const { defaults, records, columns } = this.#tools;
    await this.#failing(told, () =>
      columns.make(async (columnsPath) => {
        const read = await this.#threads.run("read", { paths: [resolve(folder)], defaults, columnsPath });
        const report = { files: read.files.map(reportOf).map(mutable) };
        for (const { message, mend } of read.unread)
          this.#tools.log(`dataset ${told.id}: ${message} ${mend}`);
        // A client may be on another machine: neither the folder's place nor a command is for it.
        const warnings = read.unread.map(({ message }) => ({
          code: "not-read",
          message: `${message} If they hold prices, save them as CSV.`,
        }));
        const record = records.get(told.id);
        return {
          fingerprint: read.fingerprint,
          finish: () =>
            this.#take({ ...told, report, warnings }, read.fingerprint, record ?? null, read.outline),
        };
      }),
    );
  }

  async #import<T>(
    { files, answers, exchange, instrumentType, replaces = false }: NewFiles,
    { base, isDryRun }: { readonly base: string | null; readonly isDryRun: boolean },
    then: (given: ImportGiven, columns: string | null) => Promise<T>,
  ): Promise<T> {
    const { columns } = this.#tools;
    return columns.make(async (columnsPath) => {
      const given = await columns.holding(base === null ? [] : [base], () =>
        this.#threads.run("import", {
          files,
          answers,
          defaults: { exchange, instrumentType },
          base: base === null ? null : { path: columns.pathOf(base) },
          replaces,
          columnsPath,
          isDryRun,
        }),
      );
      const fingerprint = given.written?.fingerprint ?? null;
      return { fingerprint, finish: () => then(given, fingerprint) };
    });
  }

  /** Holds a dataset ready, with the series of its record beside what its files have. @returns reports of the series */
  async #take(
    told: Dataset,
    base: string,
    record: DatasetRecord | null,
    outline?: MarketOutline,
  ): Promise<Dataset["report"]["files"]> {
    const { records, columns: files } = this.#tools;
    const { series = [], dropped = [] } = record ?? {};
    const columns = { path: files.pathOf(base) };
    if (series.length === 0 && dropped.length === 0) {
      const known = outline ?? (await this.#threads.run("outline", { columns }));
      this.#held.set(told.id, holdReady(told, { base, columns: base, outline: known }));
      return [];
    }
    const placed = series.map(({ name, kind, file }) => ({ name, kind, path: records.seriesPath(file) }));
    return files.make(async (columnsPath) => {
      const made = await this.#threads.run("series", { columns, series: placed, dropped, columnsPath });
      const { fingerprint } = made;
      return {
        fingerprint,
        finish: async () => {
          this.#held.set(told.id, holdReady(told, { base, columns: fingerprint, outline: made.outline }));
          return made.files.map(reportOf).map(mutable);
        },
      };
    });
  }

  /** What goes wrong is told by the dataset itself. */
  async #failing(told: Dataset, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.#isClosed) return;
      const isTold = error instanceof TidemarkError && error.code !== "internal";
      const message = error instanceof Error ? error.message : String(error);
      if (!isTold) this.#tools.log(`dataset ${told.id}: ${message}`);
      const warnings = [{ code: isTold ? error.code : "internal", message }];
      const failed: Dataset = { ...told, status: "failed", warnings };
      const { base = null } = this.#held.get(told.id) ?? {};
      this.#held.set(told.id, { told: failed, ready: null, failure: message, base });
    }
  }

  /** What is held stays as it was where the work fails. */
  async #whole<T>(id: string, work: () => Promise<T>): Promise<T> {
    const before = this.#held.get(id);
    try {
      return await work();
    } catch (error) {
      if (before) this.#held.set(id, before);
      else this.#held.delete(id);
      throw error;
    }
  }

  /** One change of a dataset after the other. */
  async #change<T>(id: string, work: () => Promise<T>): Promise<T> {
    const before = this.#changes.get(id) ?? Promise.resolve();
    const done = before.then(work, work);
    this.#changes.set(id, done);
    try {
      return await done;
    } finally {
      if (this.#changes.get(id) === done) this.#changes.delete(id);
      if (!this.#isClosed) this.#tools.onChanged();
    }
  }

  #heldOf(id: string): Held {
    const found = this.#held.get(id);
    if (!found) throw notFound(`dataset ${id.slice(0, 100)}`);
    return found;
  }

  #readyHeld(id: string): { told: Dataset; ready: ReadyDataset; base: string } {
    const { told, base } = this.#heldOf(id);
    const ready = this.ready(id);
    return { told, ready, base: base ?? ready.columns };
  }

  #writable(id: string): { told: Dataset; ready: ReadyDataset; base: string } {
    if (this.#heldOf(id).told.source === "folder") throw readOnly(id);
    return this.#readyHeld(id);
  }

  #recordOf({ id, name, source, report }: Dataset): DatasetRecord {
    const known = this.#tools.records.get(id);
    return known ?? { id, name, source, report, base: null, series: [], dropped: [] };
  }

  /** Files of series that the record no longer names. */
  async #forgetFiles(before: DatasetRecord, next: DatasetRecord): Promise<void> {
    const kept = new Set(next.series.map(({ file }) => file));
    const spare = before.series.filter(({ file }) => !kept.has(file));
    await Promise.all(spare.map(({ file }) => rm(this.#tools.records.seriesPath(file), { force: true })));
  }
}
