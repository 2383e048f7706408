/** A dataset as the server holds it: what is told of it, and what runs need. */
import { readOutline } from "../outline.ts";
import type { MarketOutline, OutlineReader } from "../outline.ts";
import type { FileReport } from "../tidemark.d.ts";
import { CallProblem, refuse } from "./problems.ts";
import type { Dataset } from "./schemas.ts";

/** A dataset that runs can be of. */
export interface ReadyDataset {
  readonly id: string;
  readonly hash: string;
  /** Name of the file of its columns. */
  readonly columns: string;
  readonly outline: OutlineReader;
}

export interface Held {
  readonly told: Dataset;
  readonly ready: ReadyDataset | null;
  /** Why it can't be used; null where it can, or is not read yet. */
  readonly failure: string | null;
  /** Columns without the series that were put beside; null before they are read. */
  readonly base: string | null;
}

interface NamedColumns {
  /** Without the series that were put beside. */
  readonly base: string;
  /** The SHA-256 of what the engine reads, and the name of its file. */
  readonly columns: string;
  readonly outline: MarketOutline;
}

export function holdReady(told: Dataset, { base, columns, outline }: NamedColumns): Held {
  const hash = `sha256:${columns}`;
  const { first, last, instruments } = outline;
  const whole: Dataset = {
    ...told,
    status: "ready",
    hash,
    instruments: instruments.length,
    bars: outline.bars.reduce((sum, count) => sum + count, 0),
    first,
    last,
    facts: outline.facts.map((fact) => ({
      name: fact.name,
      kind: fact.kind,
      instruments: fact.instruments,
      first: fact.first,
      last: fact.last,
    })),
  };
  return {
    told: whole,
    ready: { id: told.id, hash, columns, outline: readOutline(outline) },
    failure: null,
    base,
  };
}

export function readOnly(id: string): CallProblem {
  return refuse(
    "dataset-read-only",
    `The folder of ${id} is never written to: change its files, and start the server again.`,
  );
}

/**
 * @param isHeld - whether there is a dataset of that id
 * @param series - how many the store keeps under that id: those of a folder that is not served now would be lost
 * @throws CallProblem `name-taken`
 */
export function refuseTaken(id: string, isHeld: boolean, series: number): void {
  if (isHeld) throw refuse("name-taken", `There is a dataset ${id} already; choose another name.`);
  if (series === 0) return;
  const text = `The store keeps numbers for a folder ${id}, which is not served now; choose another name.`;
  throw refuse("name-taken", text);
}

/**
 * A series of which no row can be read is none, nor is one of instruments that aren't there.
 *
 * @param instruments - that have a value of it
 * @throws CallProblem `file-refused`
 */
export function refuseUnread(files: Dataset["report"]["files"], instruments: number): void {
  for (const { file, rows, leftOut, issues } of files) {
    const isStrange = rows > 0 && instruments === 0 && issues.length > 0;
    if (!isStrange && (leftOut === 0 || leftOut < rows)) continue;
    const problems = issues.map((message) => ({ code: "file-refused", place: file, column: null, message }));
    const text = `None of its ${rows} rows can be used: ${issues[0] ?? file}`;
    throw new CallProblem("file-refused", 422, text, { problems });
  }
}

export function mutable({ file, rows, leftOut, issues }: FileReport): Dataset["report"]["files"][number] {
  return { file, rows, leftOut, issues: [...issues] };
}

export function emptyDataset({ id, name, source }: Pick<Dataset, "id" | "name" | "source">): Dataset {
  return {
    id,
    name,
    source,
    status: "reading",
    hash: null,
    instruments: 0,
    bars: 0,
    first: "",
    last: "",
    facts: [],
    report: { files: [] },
    warnings: [],
  };
}

/** A name's letters and digits; `dataset` where it has none. */
export function idOf(name: string): string {
  const id = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 80)
    .replaceAll(/^-+|-+$/g, "");
  return id === "" ? "dataset" : id;
}

export function freeId(name: string, taken: ReadonlySet<string>): string {
  const id = idOf(name);
  let free = id;
  for (let number = 2; taken.has(free); number++) free = `${id}-${number}`;
  return free;
}
