/** Workbooks written by hand from the standards, as small as they can be. */
import { zipSync } from "fflate";
import type { PriceSource } from "#workers/market/source.ts";
import { rangeSource } from "../market/text-sources.ts";

/** A number as it is, a text, a day (a Date) shown as one, XML of a cell as it stands, or nothing. */
export type Cell = number | string | Date | { readonly xml: string } | null;

export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly Cell[])[];
  readonly state?: "hidden" | "veryHidden";
  /** `A1:C1` */
  readonly merged?: readonly string[];
}

export interface BookOptions {
  readonly is1904?: boolean;
  /** The format of days: a built-in number, or a code of the book's own. */
  readonly dateFormat?: number | string;
  readonly sharedStrings?: boolean;
}

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const DAY_MS = 86_400_000;

export function xlsxBytes(sheets: readonly Sheet[], options: BookOptions = {}): Uint8Array {
  const { is1904 = false, dateFormat = 14, sharedStrings = false } = options;
  const strings: string[] = [];
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const cellXml = (cell: Cell, reference: string): string => {
    if (cell === null) return "";
    if (typeof cell === "number") return `<c r="${reference}"><v>${cell}</v></c>`;
    if (cell instanceof Date)
      return `<c r="${reference}" s="1"><v>${(cell.getTime() - epoch) / DAY_MS}</v></c>`;
    if (typeof cell === "object") return cell.xml.replace("<c", `<c r="${reference}"`);
    if (!sharedStrings) return `<c r="${reference}" t="inlineStr"><is><t>${escape(cell)}</t></is></c>`;
    const known = strings.indexOf(cell);
    if (known < 0) strings.push(cell);
    return `<c r="${reference}" t="s"><v>${known < 0 ? strings.length - 1 : known}</v></c>`;
  };
  const sheetXml = ({ rows, merged = [] }: Sheet): string => {
    const rowXml = rows.map((cells, row) => {
      const all = cells.map((cell, at) => cellXml(cell, `${columnName(at)}${row + 1}`)).join("");
      return all === "" ? "" : `<row r="${row + 1}">${all}</row>`;
    });
    const areas = merged.map((area) => `<mergeCell ref="${area}"/>`).join("");
    const list = areas === "" ? "" : `<mergeCells count="${merged.length}">${areas}</mergeCells>`;
    return `<worksheet xmlns="${MAIN}"><sheetData>${rowXml.join("")}</sheetData>${list}</worksheet>`;
  };
  const parts = Object.fromEntries(
    sheets.map((sheet, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet)]),
  );
  const isOwn = typeof dateFormat === "string";
  const numFmts = isOwn
    ? `<numFmts><numFmt numFmtId="164" formatCode="${dateFormat.replaceAll('"', "&quot;")}"/></numFmts>`
    : "";
  return zipTexts({
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "_rels/.rels": relations([["rId1", "officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr${is1904 ? ' date1904="1"' : ""}/><sheets>${sheets
      .map(
        ({ name, state }, at) =>
          `<sheet name="${escape(name)}" sheetId="${at + 1}"${state ? ` state="${state}"` : ""} r:id="rId${at + 1}"/>`,
      )
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations([
      ...sheets.map((_, at) => [`rId${at + 1}`, "worksheet", `worksheets/sheet${at + 1}.xml`] as const),
      ["rIdStyles", "styles", "styles.xml"],
      ["rIdStrings", "sharedStrings", "sharedStrings.xml"],
    ]),
    "xl/styles.xml": `<styleSheet xmlns="${MAIN}">${numFmts}<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="${isOwn ? 164 : dateFormat}"/></cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": `<sst xmlns="${MAIN}">${strings.map((text) => `<si><t>${escape(text)}</t></si>`).join("")}</sst>`,
    ...parts,
  });
}

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

function relations(list: readonly (readonly [id: string, type: string, target: string])[]): string {
  const items = list.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.join("")}</Relationships>`;
}

/** 0 is A, 26 is AA. */
function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

function odsCell(cell: Cell): string {
  if (cell === null) return "<table:table-cell/>";
  if (typeof cell === "number")
    return `<table:table-cell office:value-type="float" office:value="${cell}"><text:p>${cell}</text:p></table:table-cell>`;
  if (cell instanceof Date) {
    const day = cell.toISOString().slice(0, 10);
    return `<table:table-cell office:value-type="date" office:date-value="${day}"><text:p>shown otherwise</text:p></table:table-cell>`;
  }
  if (typeof cell === "object") return cell.xml;
  return `<table:table-cell office:value-type="string"><text:p>${escape(cell)}</text:p></table:table-cell>`;
}

export function odsBytes(sheets: readonly Sheet[]): Uint8Array {
  const tableXml = ({ name, rows, state }: Sheet): string => {
    const rowXml = rows.map((cells) => `<table:table-row>${cells.map(odsCell).join("")}</table:table-row>`);
    const end =
      '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>';
    return `<table:table table:name="${escape(name)}" table:style-name="${state ? "hidden" : "shown"}">${rowXml.join("")}${end}</table:table>`;
  };
  return zipTexts({
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "META-INF/manifest.xml": `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>`,
    "content.xml": `<?xml version="1.0" encoding="UTF-8"?><office:document-content><office:automatic-styles><style:style style:name="shown"><style:table-properties table:display="true"/></style:style><style:style style:name="hidden"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet>${sheets.map(tableXml).join("")}</office:spreadsheet></office:body></office:document-content>`,
  });
}

export function zipTexts(texts: Readonly<Record<string, string>>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, encode(text)])));
}

export function xlsxSource(name: string, sheets: readonly Sheet[], options: BookOptions = {}): PriceSource {
  return rangeSource(name, xlsxBytes(sheets, options));
}

export function odsSource(name: string, sheets: readonly Sheet[]): PriceSource {
  return rangeSource(name, odsBytes(sheets));
}
