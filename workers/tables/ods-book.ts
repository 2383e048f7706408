/** The tables of a book of LibreOffice: all of them stand in one XML file. */
import { refusal } from "#workers/market/refusal.ts";
import type { PriceSource } from "#workers/market/source.ts";
import type { PartOf } from "./xlsx-book.ts";
import { readXml, TAKE_NOTHING } from "./table-source.ts";
import { attributeOf } from "./xml-scan.ts";

/** Rows stand in tables and groups of rows, cells in rows; a row that stands elsewhere is one of a table whose tag is damaged. */
const INSIDE = {
  "table-row": new Set(["table", "table-rows", "table-header-rows", "table-row-group"]),
  "table-cell": new Set(["table-row"]),
  "covered-table-cell": new Set(["table-row"]),
} as const;
const WITHIN = {
  "table-row": new Set(["table-cell", "covered-table-cell"]),
  "table-rows": new Set(["table-row", "soft-page-break"]),
  "table-header-rows": new Set(["table-row", "soft-page-break"]),
} as const;

export interface OdsBook {
  readonly content: PriceSource;
  /** Tables in their order. */
  readonly tables: readonly { readonly name: string; readonly isHidden: boolean }[];
}

export async function readOdsBook(name: string, partOf: PartOf): Promise<OdsBook> {
  const manifest = partOf("META-INF/manifest.xml");
  if (manifest && (await isEncrypted(name, manifest)))
    throw refusal("file-unreadable", name, null, "protected by a password; save it without one");
  const content = partOf("content.xml");
  if (!content)
    throw refusal("file-unreadable", name, null, "cannot be read: damaged, or no workbook; save it again");
  const tables: { name: string; isHidden: boolean }[] = [];
  const hiddenStyles = new Set<string>();
  let style = "";
  let depth = 0;
  await readXml(name, await content.open(), {
    ...TAKE_NOTHING,
    inside: INSIDE,
    within: WITHIN,
    open(tag, attributes, isEmpty) {
      if (tag === "style") style = attributeOf(attributes, "name") ?? "";
      if (tag === "table-properties" && attributeOf(attributes, "display") === "false")
        hiddenStyles.add(style);
      if (tag !== "table" || isEmpty) return;
      depth++;
      if (depth === 1)
        tables.push({
          name: attributeOf(attributes, "name") ?? "",
          isHidden: hiddenStyles.has(attributeOf(attributes, "style-name") ?? ""),
        });
    },
    close(tag) {
      if (tag === "table") depth--;
    },
  });
  if (tables.length === 0)
    throw refusal("file-unreadable", name, null, "cannot be read: a book without a table; save it again");
  return { content, tables };
}

async function isEncrypted(name: string, manifest: PriceSource): Promise<boolean> {
  let isFound = false;
  await readXml(name, await manifest.open(), {
    ...TAKE_NOTHING,
    open(tag) {
      if (tag === "encryption-data") isFound = true;
    },
  });
  return isFound;
}
