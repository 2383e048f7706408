/** A table of another program as a source of CSV text, made while it is read. */
import { Refusal, refusal } from "#workers/market/refusal.ts";
import { reasonOf } from "#workers/market/source.ts";
import type { Chunks, PriceSource } from "#workers/market/source.ts";
import { createCsvRows } from "./csv-rows.ts";
import type { CsvRows } from "./csv-rows.ts";
import { BadXml, createXmlScanner } from "./xml-scan.ts";
import type { XmlTaker } from "./xml-scan.ts";

/** UTF-16 units of a chunk of CSV text. */
const CHUNK_LENGTH = 262_144;

/**
 * @param part - has the table's XML
 * @param taker - makes what takes the tags of a table's XML and gives its rows
 */
export function sheetSource(
  { name, tableOf }: { readonly name: string; readonly tableOf: string },
  part: PriceSource,
  taker: (rows: CsvRows) => Promise<XmlTaker> | XmlTaker,
): PriceSource {
  return {
    name,
    bytes: null,
    tableOf,
    async *open() {
      const rows = createCsvRows(name);
      const encoder = new TextEncoder();
      const take = await taker(rows);
      for await (const _ of scanXml(name, await part.open(), take)) {
        if (rows.waiting() >= CHUNK_LENGTH) yield encoder.encode(rows.take());
      }
      rows.end();
      yield encoder.encode(rows.take());
    },
  };
}

/**
 * Gives the tags of an XML file to `take`; stops after each chunk, for what was taken to be carried off.
 *
 * @param place - what messages call the file
 * @throws Refusal for what is no XML
 */
export async function* scanXml(place: string, chunks: Chunks, take: XmlTaker): AsyncGenerator<null> {
  const decoder = new TextDecoder();
  const scanner = createXmlScanner(take);
  try {
    for await (const chunk of chunks) {
      scanner.push(decoder.decode(chunk, { stream: true }));
      yield null;
      if (take.isDone?.() === true) return;
    }
    scanner.push(decoder.decode());
    scanner.end();
    yield null;
  } catch (error) {
    if (error instanceof BadXml) throw badXml(place, error);
    throw error instanceof Refusal ? placedAt(place, error) : error;
  }
}

/** The same for a file that is taken whole. */
export async function readXml(place: string, chunks: Chunks, take: XmlTaker): Promise<void> {
  for await (const _ of scanXml(place, chunks, take));
}

/** What is wrong with a part of a book is told of the sheet or the book that a person knows. */
function placedAt(place: string, error: Refusal): Refusal {
  const { code, message, place: part = "" } = error.problem;
  if (part === place || !part.includes("/") || !message.startsWith(`${part}: `)) return error;
  return refusal(code, place, null, message.slice(part.length + 2));
}

function badXml(place: string, error: BadXml): Refusal {
  return refusal("file-unreadable", place, null, `cannot be read: it ${reasonOf(error)}; save it again`);
}

/** Does nothing with what it is given. */
export const TAKE_NOTHING: XmlTaker = { open: () => {}, close: () => {}, text: () => {} };
