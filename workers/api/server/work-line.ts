/**
 * Work from its POST to its end: it waits in line, is done by as many at once as there are cores, and is told of with every
 * change. What was at work when the process died begins anew.
 */
import { TidemarkError } from "../error.ts";
import { CallProblem, problemOf, refuse } from "./problems.ts";
import type { Run } from "./schemas.ts";
import type { WorkRecord, WorkStore } from "./work-store.ts";

const MOST_STARTS = 2;

/** What a new piece of work is of; the line gives it the rest. */
export type NewWork = Pick<
  WorkRecord,
  "dataset" | "strategyName" | "strategyHash" | "engine" | "strategy" | "columns" | "sweep"
>;

export interface WorkTools {
  readonly store: WorkStore;
  /** At work at once. */
  readonly cores: number;
  /** Work that waits behind them, all lines together; more is refused. */
  readonly mostWaiting: number;
  readonly waitingElsewhere: () => number;
  /** Pieces whose results stay. */
  readonly keep: number;
  /** Does a piece of work. @throws TidemarkError, CallProblem what its record then says */
  readonly work: (record: WorkRecord, hooks: WorkHooks) => Promise<void>;
  /** What the disk has of a piece that was at work when the process died. */
  readonly recount?: (record: WorkRecord) => Promise<Partial<WorkRecord>>;
  /** Called when a piece is over: what it needed may not be needed any more. */
  readonly onOver: () => void;
  /** Is told of defects. */
  readonly log: (line: string) => void;
}

export interface WorkHooks {
  readonly signal: AbortSignal;
  /** @param share - 0 to 1 @param done - rows of a sweep that are there */
  readonly onProgress: (share: number, done?: number) => void;
}

export type Follower = (record: WorkRecord) => void;

export function isOver({ status }: Pick<Run, "status">): boolean {
  return status === "done" || status === "failed" || status === "cancelled";
}

export class WorkLine {
  readonly #tools: WorkTools;
  readonly #queue: string[] = [];
  readonly #atWork = new Map<string, AbortController>();
  readonly #followers = new Map<string, Set<Follower>>();
  /** Columns of the work that is on the way into the queue, by its id. */
  readonly #entering = new Map<string, string>();
  #isClosed = false;

  constructor(tools: WorkTools) {
    this.#tools = tools;
  }

  get running(): number {
    return this.#atWork.size;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** What is not over. */
  open(): readonly WorkRecord[] {
    return this.#tools.store.list().filter((record) => !isOver(record));
  }

  /** Names of the columns that what is not over is of. */
  columnsInUse(): ReadonlySet<string> {
    return new Set([...this.#entering.values(), ...this.open().map(({ columns }) => columns)]);
  }

  /**
   * @param keep - called with the id before anything of it is on the disk
   * @throws CallProblem where the queue is full
   */
  async add(work: NewWork, keep: (id: string) => Promise<void>): Promise<string> {
    const { store, cores, mostWaiting, waitingElsewhere } = this.#tools;
    const inLine = this.#queue.length + this.#entering.size + waitingElsewhere();
    if (inLine >= mostWaiting && this.#atWork.size >= cores) throw full(mostWaiting);
    const id = store.newId();
    this.#entering.set(id, work.columns); // its place is taken before anything is awaited
    try {
      await keep(id);
      await store.put({
        id,
        status: "waiting",
        progress: 0,
        created: now(),
        started: null,
        ended: null,
        problem: null,
        starts: 0,
        event: Date.now(),
        ...work,
      });
      this.#queue.push(id);
    } finally {
      this.#entering.delete(id);
    }
    this.#next();
    return id;
  }

  /** Resolves when it is over, or the time is, or the signal ends; at once for one that isn't there. */
  async whenOver(id: string, ms: number, signal: AbortSignal): Promise<void> {
    const record = this.#tools.store.get(id);
    if (!record || isOver(record) || ms <= 0 || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const stop = this.follow(id, (changed) => {
        if (isOver(changed)) done();
      });
      const timer = setTimeout(done, ms);
      signal.addEventListener("abort", done);
      function done(): void {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        stop();
        resolve();
      }
    });
  }

  /** Tells the record as it is, then with each change; returns what ends that. */
  follow(id: string, follower: Follower): () => void {
    const all = this.#followers.get(id) ?? new Set();
    this.#followers.set(id, all.add(follower));
    const record = this.#tools.store.get(id);
    if (record) follower(record);
    return () => {
      all.delete(follower);
      if (all.size === 0 && this.#followers.get(id) === all) this.#followers.delete(id);
    };
  }

  /** Ends what waits or is at work; what is over stays as it is. */
  async cancel(id: string): Promise<void> {
    const record = this.#tools.store.get(id);
    if (!record || isOver(record)) return;
    const place = this.#queue.indexOf(id);
    if (place >= 0) this.#queue.splice(place, 1);
    this.#atWork.get(id)?.abort();
    this.#atWork.delete(id);
    await this.#change(id, { status: "cancelled", ended: now() });
    this.#next();
    this.#tools.onOver();
  }

  async remove(id: string): Promise<void> {
    await this.cancel(id);
    await this.#tools.store.remove(id);
  }

  /** Takes up what the store has that is not over. */
  async resume(): Promise<void> {
    for (const record of this.open().toReversed()) {
      const { id, status, starts } = record;
      const hasCrashed = status === "running" && starts >= MOST_STARTS;
      const end: Partial<WorkRecord> = hasCrashed
        ? { status: "failed", ended: now(), problem: crashed().body }
        : { status: "waiting", progress: 0, started: null };
      // oxlint-disable-next-line no-await-in-loop -- at the start, one after the other
      const there = await this.#tools.recount?.(record);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await this.#change(id, { ...end, ...there });
      if (!hasCrashed) this.#queue.push(id);
    }
    this.#next();
  }

  /** No change is told any more: what is not over begins anew at the next start, and an end in order counts as no death. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const { store, log } = this.#tools;
    const atWork = [...this.#atWork.keys()];
    for (const ending of this.#atWork.values()) ending.abort();
    await Promise.all(
      atWork.map(async (id) => {
        const record = store.get(id);
        if (record?.status !== "running") return;
        const waiting: WorkRecord = {
          ...record,
          status: "waiting",
          started: null,
          starts: record.starts - 1,
        };
        await store.put(waiting).catch((error: unknown) => log(`${id}: ${String(error)}`));
      }),
    );
  }

  #next(): void {
    const { cores } = this.#tools;
    for (; !this.#isClosed && this.#atWork.size < cores && this.#queue.length > 0;) {
      const id = this.#queue.shift();
      if (id !== undefined) void this.#begin(id);
    }
  }

  async #begin(id: string): Promise<void> {
    const { log, onOver } = this.#tools;
    const ending = new AbortController();
    this.#atWork.set(id, ending);
    try {
      const changes = await this.#work(id, ending.signal);
      if (changes) await this.#change(id, { ...changes, ended: now() });
      await this.#prune();
    } catch (error) {
      log(`${id}: ${String(error)}`); // the disk refused its record: at the next start it begins anew
      this.#showFailed(id, error);
    } finally {
      if (this.#atWork.get(id) === ending) this.#atWork.delete(id);
      this.#next();
      onOver();
    }
  }

  /** @returns what its record says of its end; null where somebody else ended it */
  async #work(id: string, signal: AbortSignal): Promise<Partial<WorkRecord> | null> {
    const { store, work, log } = this.#tools;
    const starts = (store.get(id)?.starts ?? 0) + 1;
    const record = await this.#change(id, { status: "running", started: now(), starts });
    if (!record || signal.aborted) return null;
    try {
      await work(record, { signal, onProgress: (share, done) => this.#show(id, share, done) });
      return { status: "done", progress: 1 };
    } catch (error) {
      if (signal.aborted) return null;
      const isTold = error instanceof CallProblem || error instanceof TidemarkError;
      if (!isTold || (error instanceof TidemarkError && error.code === "internal"))
        log(`${id}: ${String(error)}`);
      return { status: "failed", problem: problemOf(error).body };
    }
  }

  /** Progress is told, and not written. */
  #show(id: string, progress: number, done?: number): void {
    const known = this.#tools.store.get(id);
    if (!known || isOver(known)) return;
    const { sweep } = known;
    const rows = sweep && done !== undefined ? { sweep: { ...sweep, done } } : {};
    const record = { ...known, ...rows, progress, event: nextEvent(known) };
    this.#tools.store.show(record);
    this.#tell(record);
  }

  /** What could not be written, told in memory alone: nobody waits for its end without end. */
  #showFailed(id: string, error: unknown): void {
    const known = this.#tools.store.get(id);
    if (!known || isOver(known)) return;
    const problem = problemOf(error).body;
    const record: WorkRecord = { ...known, status: "failed", ended: now(), problem, event: nextEvent(known) };
    this.#tools.store.show(record);
    this.#tell(record);
  }

  async #change(id: string, changes: Partial<WorkRecord>): Promise<WorkRecord | null> {
    const known = this.#tools.store.get(id);
    if (!known || this.#isClosed || isOver(known)) return null;
    const record = { ...known, ...changes, event: nextEvent(known) };
    try {
      await this.#tools.store.put(record);
    } finally {
      this.#tell(record); // memory has it, whatever the disk says
    }
    return record;
  }

  #tell(record: WorkRecord): void {
    for (const follower of this.#followers.get(record.id) ?? []) follower(record);
  }

  async #prune(): Promise<void> {
    const { store, keep } = this.#tools;
    const over = store.list().filter(isOver);
    await Promise.all(over.slice(keep).map(({ id }) => store.remove(id)));
  }
}

function now(): string {
  return new Date().toISOString();
}

/** Numbers grow over restarts, too: no run takes less time than it tells events. */
function nextEvent({ event }: WorkRecord): number {
  return Math.max(event + 1, Date.now());
}

function crashed(): CallProblem {
  return new CallProblem("run-crashed", 500, "The server ended twice while this was at work.");
}

function full(mostWaiting: number): CallProblem {
  const text = `${mostWaiting} runs wait already; send it again later.`;
  return refuse("queue-full", text, { headers: { "Retry-After": "2" } });
}
