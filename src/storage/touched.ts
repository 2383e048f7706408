/** Notes which records the write under way touches: the second copy gets those, and a full disk is told their size. */
import type { DBCoreMutateRequest, DBCoreTable, Dexie } from "dexie";

/** Keys by table; "everything" where a whole table was cleared. */
export type Touched = ReadonlyMap<string, ReadonlySet<string>> | "everything";

let touched = new Map<string, Set<string>>();
let isEverything = false;
let values: unknown[] = [];

/** Call when a write begins; there is one at a time. */
export function beginTouched(): void {
  touched = new Map();
  isEverything = false;
  values = [];
}

/** What was touched since the write began. */
export function whatWasTouched(): Touched {
  return isEverything ? "everything" : touched;
}

/** About how many bytes the write would have stored so far. */
export function bytesWritten(): number {
  return values.reduce((sum: number, value) => sum + sizeOf(value), 0);
}

/** Call once, before the database opens. */
export function noteTouchedIn(database: Dexie): void {
  database.use({
    stack: "dbcore",
    name: "touched",
    create: (core) => ({ ...core, table: (name) => noting(core.table(name)) }),
  });
}

function noting(table: DBCoreTable): DBCoreTable {
  return {
    ...table,
    mutate(request) {
      note(table, request);
      return table.mutate(request);
    },
  };
}

function note(table: DBCoreTable, request: DBCoreMutateRequest): void {
  if (request.type === "deleteRange") {
    isEverything = true;
    return;
  }
  const { extractKey } = table.schema.primaryKey;
  const keys: readonly unknown[] =
    request.type === "delete"
      ? request.keys
      : request.values.map((value: unknown, at) => request.keys?.[at] ?? extractKey?.(value));
  if (request.type !== "delete") values.push(...request.values);
  const known = touched.get(table.name) ?? new Set();
  touched.set(table.name, known);
  for (const key of keys) known.add(String(key)); // all keys of this database are texts
}

/** About how many bytes a record takes: as JSON, curves as they lie in memory. */
export function sizeOf(value: unknown): number {
  let curves = 0;
  const text = JSON.stringify(value, (_key, part: unknown) => {
    if (!ArrayBuffer.isView(part)) return part;
    curves += part.byteLength;
    return null;
  });
  return curves + (text?.length ?? 0);
}
