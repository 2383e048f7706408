/**
 * What a workbook of Excel says of itself: its sheets, how its days are counted, which number formats are days, and the
 * texts that its cells share. Source: ECMA-376 part 1, chapter 18.
 */
import { refusal } from "#workers/market/refusal.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { readXml, TAKE_NOTHING } from "./table-source.ts";
import { attributeOf } from "./xml-scan.ts";

/** A part of a workbook by its path in the archive, without a slash in front; null for one that it has not. */
export type PartOf = (path: string) => PriceSource | null;

export interface XlsxSheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly part: PriceSource;
}

export interface XlsxBook {
  readonly sheets: readonly XlsxSheet[];
  readonly is1904: boolean;
  /** By the number of a cell's style: true where it shows a day or a time. */
  readonly dateStyles: readonly boolean[];
  /** Read when first asked for. */
  readonly strings: () => Promise<readonly string[]>;
}

/** UTF-16 units of all shared texts: what a device can hold beside the prices. */
const MOST_TEXT = 64_000_000;
/** Sheets without cells: charts, dialogs and macros of old. */
const NO_TABLES: ReadonlySet<string> = new Set([
  "chartsheet",
  "dialogsheet",
  "xlMacrosheet",
  "xlIntlMacrosheet",
]);
/** What tags of a book's parts hold: ECMA-376 part 1, 18.2.19, 18.2.20, 18.4.8, 18.8.10. */
const WITHIN = {
  Relationships: new Set(["Relationship"]),
  sheets: new Set(["sheet", "AlternateContent"]),
  cellXfs: new Set(["xf", "AlternateContent"]),
  numFmts: new Set(["numFmt", "AlternateContent"]),
  sst: new Set(["si", "extLst", "AlternateContent"]),
  si: new Set(["t", "r", "rPh", "phoneticPr", "AlternateContent"]),
  t: new Set<string>(),
} as const;
const DAMAGED = "cannot be read: damaged, or no workbook; save it again";

export async function readXlsxBook(name: string, partOf: PartOf): Promise<XlsxBook> {
  const bookPath = (await relationsOf("", partOf)).find(({ type }) => type === "officeDocument")?.target;
  const path = bookPath ?? "xl/workbook.xml";
  const part = partOf(path);
  if (!part) throw refusal("file-unreadable", name, null, DAMAGED);
  const listed: { name: string; isHidden: boolean; relation: string }[] = [];
  let is1904 = false;
  await readXml(name, await part.open(), {
    ...TAKE_NOTHING,
    within: WITHIN,
    open(tag, attributes) {
      if (tag === "workbookPr") is1904 = /^(?:1|true|on)$/.test(attributeOf(attributes, "date1904") ?? "");
      if (tag !== "sheet") return;
      listed.push({
        name: attributeOf(attributes, "name") ?? "",
        isHidden: (attributeOf(attributes, "state") ?? "visible") !== "visible",
        relation: attributeOf(attributes, "id") ?? "",
      });
    },
  });
  const relations = await relationsOf(path, partOf);
  const sheets = listed.flatMap(({ name: sheet, isHidden, relation }) => {
    const found = relations.find(({ id }) => id === relation);
    if (found && NO_TABLES.has(found.type)) return [];
    const sheetPart = found?.type === "worksheet" ? partOf(found.target) : null;
    if (!sheetPart)
      throw refusal(
        "file-unreadable",
        name,
        null,
        `the sheet ${sheet} is missing in it, or damaged; save the book again`,
      );
    return [{ name: sheet, isHidden, part: sheetPart }];
  });
  if (listed.length === 0) throw refusal("file-unreadable", name, null, DAMAGED);
  const isLost = ({ id, type, target }: Relation): boolean =>
    type === "worksheet" && !listed.some(({ relation }) => relation === id) && partOf(target) !== null;
  if (relations.some(isLost))
    throw refusal(
      "file-unreadable",
      name,
      null,
      "it has a sheet that its list of sheets lacks; save the book again",
    );
  const partOfType = (type: string): PriceSource | null => {
    const found = relations.find((one) => one.type === type);
    return found ? partOf(found.target) : null;
  };
  const strings = partOfType("sharedStrings");
  let texts: Promise<readonly string[]> | null = null;
  return {
    sheets,
    is1904,
    dateStyles: await readDateStyles(name, partOfType("styles")),
    strings: () => (texts ??= readStrings(name, strings)),
  };
}

interface Relation {
  readonly id: string;
  /** The end of its type's address: `worksheet`, `styles`. */
  readonly type: string;
  /** The path of the part that it names. */
  readonly target: string;
}

/** @param path - of the part whose relations are wanted; "" for those of the archive */
async function relationsOf(path: string, partOf: PartOf): Promise<readonly Relation[]> {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const part = partOf(`${folder}_rels/${path.slice(folder.length)}.rels`);
  if (!part) return [];
  const relations: Relation[] = [];
  await readXml(part.name, await part.open(), {
    ...TAKE_NOTHING,
    within: WITHIN,
    open(tag, attributes) {
      if (tag !== "Relationship") return;
      const type = attributeOf(attributes, "Type") ?? "";
      const target = attributeOf(attributes, "Target") ?? "";
      relations.push({
        id: attributeOf(attributes, "Id") ?? "",
        type: type.slice(type.lastIndexOf("/") + 1),
        target: target.startsWith("/") ? target.slice(1) : resolvePath(folder + target),
      });
    },
  });
  return relations;
}

/** Without its `.` and `..`. */
function resolvePath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

async function readDateStyles(book: string, part: PriceSource | null): Promise<readonly boolean[]> {
  const styles: boolean[] = [];
  if (!part) return styles;
  const codes = new Map<number, string>();
  let isInCells = false;
  await readXml(book, await part.open(), {
    ...TAKE_NOTHING,
    within: WITHIN,
    open(tag, attributes) {
      if (tag === "numFmt")
        codes.set(Number(attributeOf(attributes, "numFmtId")), attributeOf(attributes, "formatCode") ?? "");
      if (tag === "cellXfs") isInCells = true;
      if (tag !== "xf" || !isInCells) return;
      const id = Number(attributeOf(attributes, "numFmtId") ?? 0);
      styles.push(isDateFormat(id, codes.get(id)));
    },
    close(tag) {
      if (tag === "cellXfs") isInCells = false;
    },
  });
  return styles;
}

async function readStrings(book: string, part: PriceSource | null): Promise<readonly string[]> {
  const strings: string[] = [];
  if (!part) return strings;
  let length = 0;
  let text = "";
  let isText = false;
  let isPronunciation = false;
  await readXml(book, await part.open(), {
    within: WITHIN,
    open(tag, _attributes, isEmpty) {
      if (tag === "si") {
        text = "";
        if (isEmpty) strings.push("");
      } else if (tag === "rPh") isPronunciation = !isEmpty;
      else if (tag === "t") isText = !isEmpty && !isPronunciation;
    },
    close(tag) {
      if (tag === "t") isText = false;
      else if (tag === "rPh") isPronunciation = false;
      else if (tag === "si") strings.push(unescapeText(text));
    },
    text(more) {
      if (!isText) return;
      text += more;
      length += more.length;
      if (length > MOST_TEXT)
        throw refusal("file-refused", book, null, "more text in its cells than prices have; save it as CSV");
    },
  });
  return strings;
}

/** `_x000D_`: how Excel writes characters that XML has not. */
export function unescapeText(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replaceAll(/_x([\da-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Which number formats show a day or a time (ECMA-376 part 1, 18.8.30, numFmt). These have a number and no text in a file: dates and times, those of East Asia with them. */
const BUILT_IN: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

/** @param code - the text of a format that the book defines itself; undefined for a built-in one */
function isDateFormat(id: number, code: string | undefined): boolean {
  if (code !== undefined) return isDateCode(code);
  return BUILT_IN.some(([from, to]) => id >= from && id <= to);
}

/** True for `yyyy-mm-dd`, `[$-409]d-mmm-yy;@`, `hh:mm`; not for `0.00`, `"day" 0` or `[h]:mm`, which is a duration. */
function isDateCode(code: string): boolean {
  if (/^\s*(?:general|standard|@)\s*$/i.test(code)) return false;
  if (/\[(?:h+|m+|s+)\]/i.test(code)) return false;
  const signs = code
    .replaceAll(/"[^"]*"?/g, "")
    .replaceAll(/\\./g, "")
    .replaceAll(/[_*]./g, "")
    .replaceAll(/\[[^\]]*\]/g, "");
  const [first = ""] = signs.split(";");
  const withoutFractions = first.replaceAll(/s[.,]0+/gi, "s");
  return /[dmyhs年月日]/i.test(withoutFractions) && !/[0#?]/.test(withoutFractions);
}
