/**
 * Long tables in pieces. Thousands of records that are copied out of the database and parsed in one go hold up the page;
 * the browser hands out each piece in a task of its own.
 */
import type { Table } from "dexie";
import type { z } from "zod";
import { readRecords } from "./records.ts";
import type { DamagedRecord, RecordList } from "./records.ts";
import { whereStored } from "./where-stored.ts";

const PIECE = 50;

/** Hands over all that is stored, in the order of the ids. It may be damaged. */
export async function eachPiece<T extends { readonly id: string }>(
  table: Table<T, string>,
  take: (stored: readonly T[]) => void,
): Promise<void> {
  let last: string | undefined;
  for (;;) {
    const rest = last === undefined ? table.toCollection() : table.where(":id").above(last);
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other is what it is for
    const piece = await rest.limit(PIECE).toArray();
    take(piece);
    last = piece.at(-1)?.id;
    if (last === undefined || piece.length < PIECE) return;
  }
}

/** Parses all records of a table, in the order of their ids; none where the browser keeps no database for this page. */
export async function readAll<T>(
  table: Table<{ readonly id: string }, string>,
  schema: z.ZodType<T>,
  kind: string,
): Promise<RecordList<T>> {
  const records: T[] = [];
  const damaged: DamagedRecord[] = [];
  const read = () =>
    eachPiece(table, (stored) => {
      const piece = readRecords(schema, stored, kind);
      records.push(...piece.records);
      damaged.push(...piece.damaged);
    });
  await whereStored(read, undefined);
  return { records, damaged };
}
