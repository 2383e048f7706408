/** The merged cells of a sheet of Excel. They stand behind its rows, so the sheet is gone through once for them. */
import { refusal } from "#workers/market/refusal.ts";
import type { PriceSource } from "#workers/market/source.ts";
import type { MergedArea } from "./merged-cells.ts";
import { readXml, TAKE_NOTHING } from "./table-source.ts";
import { attributeOf } from "./xml-scan.ts";
import { columnOf } from "./xlsx-rows.ts";

const MARK = "mergeCells";
/** A tag's name with its bracket and a prefix is not longer. */
const OVERLAP = 64;
/** Nobody merges more cells of a table. */
const MOST_AREAS = 200_000;

/** Merged areas in the order of their first rows. */
export async function readMergedAreas(file: string, part: PriceSource): Promise<readonly MergedArea[]> {
  const areas: MergedArea[] = [];
  await readXml(file, behindMark(part), {
    ...TAKE_NOTHING,
    isPart: true,
    open(tag, attributes) {
      const area = tag === "mergeCell" ? areaOf(attributeOf(attributes, "ref") ?? "") : null;
      if (area) areas.push(area);
      if (areas.length > MOST_AREAS)
        throw refusal("file-refused", file, null, "more merged cells than a table has; save it as CSV");
    },
  });
  return areas.toSorted((a, b) => a.firstRow - b.firstRow || a.firstColumn - b.firstColumn);
}

/** What follows the rows, from the list of merged cells on; rows are not taken apart for it. */
async function* behindMark(part: PriceSource): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder("latin1");
  const encoder = new TextEncoder();
  let held = "";
  let isFound = false;
  for await (const chunk of await part.open()) {
    if (isFound) {
      yield chunk;
      continue;
    }
    const text = held + decoder.decode(chunk);
    const at = text.indexOf(MARK);
    isFound = at >= 0;
    // Its tag begins before its name.
    if (isFound) yield encoder.encode(text.slice(text.lastIndexOf("<", at)));
    else held = text.slice(-OVERLAP);
  }
}

/** `B2:D5`; null for what names no area. */
function areaOf(reference: string): MergedArea | null {
  const [first = "", last = first] = reference.split(":");
  const area = {
    firstRow: rowOf(first),
    lastRow: rowOf(last),
    firstColumn: columnOf(first),
    lastColumn: columnOf(last),
  };
  const isArea = area.firstRow > 0 && area.firstColumn >= 0 && area.lastRow >= area.firstRow;
  return isArea ? area : null;
}

function rowOf(reference: string): number {
  return Number(/\d+$/.exec(reference)?.[0] ?? 0);
}
