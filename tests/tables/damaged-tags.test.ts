/** XML that is damaged inside of an archive that is whole: no row, column or sheet is lost without a word. */
import { unzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { barLines, checkAll } from "../import/check-support.ts";
import { weekdays } from "../import/good-rows.ts";
import { rangeSource } from "../market/text-sources.ts";
import { odsBytes, xlsxBytes } from "./make-books.ts";
import type { Cell, Sheet } from "./make-books.ts";

const DAYS = 6;

function sheetOf(name: string, first: number): Sheet {
  const rows: Cell[][] = [
    ["Symbol", "Date", "Open", "High", "Low", "Close", "Volume"],
    ...weekdays(DAYS).map((iso, at) => [
      name,
      new Date(iso),
      first + at,
      first + at + 3,
      first + at - 1,
      first + at + 1,
      5,
    ]),
  ];
  return { name, rows };
}

/** Two sheets, so that one may be lost. */
const SHEETS = [sheetOf("AAA", 100), sheetOf("BBB", 300)];
const BOOKS = [
  { name: "book.xlsx", bytes: xlsxBytes(SHEETS, { sharedStrings: true }) },
  { name: "book.ods", bytes: odsBytes(SHEETS) },
];
const LATIN = new TextDecoder("latin1");

interface Damage {
  readonly what: string;
  readonly text: string;
}

/** What may become of a tag. */
function damagesOf(text: string, start: number, end: number): Damage[] {
  const tag = text.slice(start, end);
  const cut = (from: number, to: number, put = ""): string => text.slice(0, from) + put + text.slice(to);
  const slash = tag.indexOf("/");
  const quote = tag.indexOf('"');
  return [
    { what: `${tag} gone`, text: cut(start, end) },
    { what: `${tag} without its start`, text: cut(start, start + 1) },
    { what: `${tag} without its end`, text: cut(end - 1, end) },
    { what: `${tag} with another name`, text: cut(start + 2, start + 2, "q") },
    ...(slash >= 0
      ? [{ what: `${tag} without its slash`, text: cut(start + slash, start + slash + 1) }]
      : []),
    ...(quote >= 0 ? [{ what: `${tag} without a quote`, text: cut(start + quote, start + quote + 1) }] : []),
    { what: `cut short at ${tag}`, text: text.slice(0, start) },
  ];
}

/** Of the tags that stand in the list of sheets, texts or rows: the first few, those of a row in the midst, the last few. */
function chosenTags(text: string): RegExpMatchArray[] {
  const all = [...text.matchAll(/<[^>]*>/g)];
  const middle = Math.floor(all.length / 2);
  return [...all.slice(0, 12), ...all.slice(middle, middle + 18), ...all.slice(-12)];
}

const PARTS = [
  "xl/worksheets/sheet1.xml",
  "xl/workbook.xml",
  "xl/_rels/workbook.xml.rels",
  "xl/sharedStrings.xml",
  "content.xml",
];

/** The bars that come of a book, and whether anything is told of it. */
async function linesOf(name: string, bytes: Uint8Array): Promise<{ lines: string[]; isTold: boolean }> {
  const files = await checkAll([rangeSource(name, bytes)]);
  const isTold = files.some(({ check }) => check.verdict !== "ok" || check.leftOut.length > 0);
  return { lines: barLines(files.filter(({ rows }) => rows !== null)), isTold };
}

describe("a damaged tag of a book", () => {
  it.each(BOOKS)("of $name loses nothing, or is told", async ({ name, bytes }) => {
    const whole = await linesOf(name, bytes);
    expect([whole.lines.length, whole.isTold]).toEqual([1 + 2 * DAYS, false]);
    const parts = unzipSync(bytes);
    const silent: string[] = [];
    let told = 0;
    for (const path of PARTS.filter((one) => parts[one])) {
      const text = LATIN.decode(parts[path]);
      for (const tag of new Set(chosenTags(text))) {
        for (const damage of damagesOf(text, tag.index ?? 0, (tag.index ?? 0) + tag[0].length)) {
          const damaged = zipSync({ ...parts, [path]: new TextEncoder().encode(damage.text) }, { level: 0 });
          // oxlint-disable-next-line no-await-in-loop -- one book in memory at a time
          const found = await linesOf(name, damaged);
          if (found.isTold) told++;
          else if (found.lines.join("\n") !== whole.lines.join("\n")) silent.push(`${path}: ${damage.what}`);
        }
      }
    }
    expect(silent).toEqual([]);
    expect(told).toBeGreaterThan(100);
  });
});
