/** The rows of a table of LibreOffice, from the XML of all its tables. Source: OpenDocument 1.3 part 3, chapters 9 and 19. */
import { refusal } from "#workers/market/refusal.ts";
import { MOST_COLUMNS, numberCell } from "./csv-rows.ts";
import type { CsvRows } from "./csv-rows.ts";
import { createMergeFiller } from "./merged-cells.ts";
import type { MergedArea } from "./merged-cells.ts";
import { attributeOf } from "./xml-scan.ts";
import type { XmlTaker } from "./xml-scan.ts";

/** A short text may say that a row comes again and again: so many cells may come of it in a table. */
const MOST_REPEATED = 5_000_000;
const TOO_OFTEN = "cells that are said to be repeated millions of times; save the book again";

/** @param wanted - the place of the table among those of the book, from 0 */
export function createOdsRows(file: string, rows: CsvRows, wanted: number): XmlTaker {
  let table = -1;
  let depth = 0;
  let row = 0;
  let rowRepeats = 1;
  let cells: string[] = [];
  let cellRepeats = 1;
  let value: string | null = null;
  let text = "";
  let paragraphs = 0;
  /** Notes that hang at a cell are no part of it. */
  let notes = 0;
  let isInCell = false;
  /** Grows with the cells: an area is known when its first cell is. */
  const merged: MergedArea[] = [];
  const fillMerged = createMergeFiller(file, merged);
  let repeated = 0;

  const isWanted = (): boolean => table === wanted && depth === 1;

  function startCell(attributes: string): void {
    cellRepeats = countOf(attributes, "number-columns-repeated");
    value = valueOf(attributes);
    text = "";
    paragraphs = 0;
    isInCell = true;
    const lastColumn = cells.length + countOf(attributes, "number-columns-spanned") - 1;
    const lastRow = row + countOf(attributes, "number-rows-spanned");
    if (lastColumn > cells.length || lastRow > row + 1)
      merged.push({ firstRow: row + 1, lastRow, firstColumn: cells.length, lastColumn });
  }

  function endCell(): void {
    isInCell = false;
    const cell = value ?? text.trim();
    const isTooWide = cells.length + cellRepeats > MOST_COLUMNS;
    if (isTooWide && cell !== "")
      throw refusal("file-refused", file, row + 1, "more columns than a sheet can have; save it again");
    if (isTooWide) return; // the empty rest of the row
    for (let at = 0; at < cellRepeats; at++) cells.push(cell);
  }

  function endRow(): void {
    if (cells.every((cell) => cell === "")) {
      row += rowRepeats;
      return;
    }
    repeated += rowRepeats > 1 ? rowRepeats * cells.length : 0;
    if (repeated > MOST_REPEATED) throw refusal("file-refused", file, row + 1, TOO_OFTEN);
    for (let at = 0; at < rowRepeats; at++) rows.add(++row, fillMerged(row, cells));
  }

  function enterTable(isEmpty: boolean): void {
    if (isEmpty) return;
    depth++;
    if (depth > 1) return;
    table++;
    row = 0;
  }

  return {
    // The other tables were read when the book was opened.
    isDone: () => table > wanted || (table === wanted && depth === 0),
    open(tag, attributes, isEmpty) {
      if (tag === "table") enterTable(isEmpty);
      if (!isWanted()) return;
      if (tag === "table-row") {
        rowRepeats = countOf(attributes, "number-rows-repeated");
        cells = [];
        if (isEmpty) endRow();
      } else if (tag === "table-cell" || tag === "covered-table-cell") {
        startCell(attributes);
        if (isEmpty) endCell();
      } else if (tag === "annotation") notes += isEmpty ? 0 : 1;
      else if (tag === "p" && notes === 0) text += paragraphs++ > 0 ? " " : "";
      else if (tag === "s" && notes === 0) text += " ".repeat(Math.min(countOf(attributes, "c"), 1000));
    },
    close(tag) {
      if (tag === "table") depth--;
      if (!isWanted()) return;
      if (tag === "table-cell" || tag === "covered-table-cell") endCell();
      else if (tag === "table-row") endRow();
      else if (tag === "annotation") notes--;
    },
    text(more) {
      if (isInCell && notes === 0 && isWanted() && paragraphs > 0) text += more;
    },
  };
}

/** A count of at least 1. */
function countOf(attributes: string, name: string): number {
  const count = Number(attributeOf(attributes, name) ?? 1);
  return count >= 1 ? Math.floor(count) : 1;
}

/** The value of a number, a day or a truth; null for a text, which stands in the cell. */
function valueOf(attributes: string): string | null {
  const type = attributeOf(attributes, "value-type");
  if (type === "float" || type === "currency" || type === "percentage") {
    const value = attributeOf(attributes, "value");
    return value === null ? null : numberCell(value);
  }
  if (type === "date") {
    const day = attributeOf(attributes, "date-value");
    return day === null ? null : day.replace("T", " ").replace(/ 00:00:00(?:\.0+)?$/, "");
  }
  if (type === "time") {
    const [, hours = "", minutes = "", seconds = ""] =
      /^PT(\d+)H(\d+)M(\d+)/.exec(attributeOf(attributes, "time-value") ?? "") ?? [];
    return hours === "" ? null : `${hours}:${minutes}:${seconds}`;
  }
  if (type === "boolean") return (attributeOf(attributes, "boolean-value") ?? "").toUpperCase();
  return null;
}
