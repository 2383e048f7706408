/** Workbooks that are damaged, hostile or of a kind that is not read: a reason with its place, and nothing of them taken. */
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { PriceSource } from "#workers/market/source.ts";
import { createXmlScanner } from "#workers/tables/xml-scan.ts";
import { checkAll } from "../import/check-support.ts";
import { weekdays } from "../import/good-rows.ts";
import { rangeSource } from "../market/text-sources.ts";
import { odsBytes, xlsxBytes, xlsxSource, zipTexts } from "./make-books.ts";
import type { Cell } from "./make-books.ts";

const rows: Cell[][] = [
  ["Date", "Open", "High", "Low", "Close", "Volume"],
  ...weekdays(30).map((iso, at) => [new Date(iso), 100 + at, 103 + at, 99 + at, 101 + at, 5]),
];

async function reasonsFor(source: PriceSource): Promise<string[]> {
  const files = await checkAll([source]);
  for (const { check, rows: taken } of files) expect([check.verdict, taken]).toEqual(["refuse", null]);
  return files.map(({ check }) => `${check.file}: ${check.message}`);
}

/** A book of one sheet whose rows are this XML. */
function bookOf(sheetData: string, after = ""): PriceSource {
  const parts = zipTexts({
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": `<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook><sheets><sheet name="Prices" sheetId="1" r:id="b"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="b" Type="x/worksheet" Target="/xl/worksheets/one.xml"/></Relationships>`,
    "xl/worksheets/one.xml": `<worksheet><dimension ref="A1:XFD1000000000"/><sheetData>${sheetData}</sheetData>${after}</worksheet>`,
  });
  return rangeSource("book.xlsx", parts);
}

const HEADER = `<row r="1"><c t="str"><v>Date</v></c><c t="str"><v>Close</v></c></row>`;

describe("sheets that claim what can't be", () => {
  it.each([
    {
      title: "a row of a thousand million",
      xml: `${HEADER}<row r="1000000000"><c><v>1</v></c></row>`,
      reason:
        "book.xlsx/Prices: row 1000000000: more rows than a sheet can have (1,048,576); save the table again",
    },
    {
      title: "a column that no sheet has",
      xml: `${HEADER}<row r="2"><c r="ZZZZZZZ2"><v>1</v></c></row>`,
      reason: 'book.xlsx/Prices: row 2: a cell "ZZZZZZZ2", which no sheet has; save the table again',
    },
    {
      title: "rows that go back",
      xml: `<row r="7"><c><v>1</v></c></row><row r="3"><c><v>1</v></c></row>`,
      reason: "book.xlsx/Prices: row 3: a row that stands behind row 7; save the table again",
    },
    {
      title: "a text that the book has not",
      xml: `<row r="4"><c t="s"><v>12</v></c></row>`,
      reason: "book.xlsx/Prices: row 4: cannot be read: a cell's text is missing; save the book again",
    },
    {
      title: "a document type with entities",
      xml: `<!DOCTYPE lolz [<!ENTITY lol "lol">]>`,
      reason:
        "book.xlsx/Prices: cannot be read: it has a document type in its XML, as no program writes it; save it again",
    },
    {
      title: "a text that doesn't end",
      xml: `<row r="2"><c t="str"><v>${"9".repeat(1_100_000)}`,
      reason:
        "book.xlsx/Prices: cannot be read: it has a cell or a tag of more than a million characters; save it again",
    },
  ])("$title", async ({ xml, reason }) => {
    const [found = ""] = await reasonsFor(bookOf(xml));
    expect(found.slice(0, reason.length)).toBe(reason);
  });

  it("merged cells that span the whole sheet, again and again", async () => {
    const many = Array.from({ length: 2500 }, (_, at) => [new Date(Date.UTC(2001, 0, 1 + at)), "x", at + 1]);
    const merged = Array.from({ length: 3000 }, () => "B1:XFD1048576");
    const [reason] = await reasonsFor(xlsxSource("book.xlsx", [{ name: "Prices", rows: many, merged }]));
    expect(reason).toMatch(
      /^book\.xlsx\/Prices: row \d+: merged cells over millions of others; save the table as CSV$/,
    );
    const spanned = `<table:table-cell table:number-columns-spanned="1000000000" table:number-rows-spanned="1000000000" office:value-type="string"><text:p>x</text:p></table:table-cell>`;
    const row = `<table:table-row><table:table-cell office:value-type="float" office:value="1"/>${spanned}</table:table-row>`;
    const content = `<office:document-content><table:table table:name="Prices">${row.repeat(3000)}</table:table></office:document-content>`;
    const [other] = await reasonsFor(
      rangeSource("book.ods", zipTexts({ mimetype: "x", "content.xml": content })),
    );
    expect(other).toMatch(/merged cells over millions of others/);
  });

  it("LibreOffice's row that comes a thousand million times", async () => {
    const cell = `<table:table-cell office:value-type="float" office:value="1"/>`;
    const content = `<office:document-content><table:table table:name="Prices"><table:table-row table:number-rows-repeated="1000000000">${cell}</table:table-row></table:table></office:document-content>`;
    const book = zipTexts({ mimetype: "x", "content.xml": content });
    expect(await reasonsFor(rangeSource("book.ods", book))).toEqual([
      "book.ods/Prices: row 1: cells that are said to be repeated millions of times; save the book again",
    ]);
  });
});

describe("books that are damaged or closed", () => {
  const good = xlsxBytes([{ name: "Prices", rows }]);

  it("bombs: a sheet of which there would be two hundred times as much", async () => {
    const bomb = zipSync({
      "[Content_Types].xml": new Uint8Array(4),
      "xl/workbook.xml": new Uint8Array(4),
      "xl/worksheets/sheet1.xml": new Uint8Array(20_000_000),
    });
    const [reason] = await reasonsFor(rangeSource("book.xlsx", bomb));
    expect(reason).toMatch(/would unpack to \d+ times its size/);
  });

  it("an archive that is cut short, or has another length than it says", async () => {
    expect(await reasonsFor(rangeSource("book.xlsx", good.slice(0, -30)))).toEqual([
      "book.xlsx: cannot be read: not a zip archive, or one that is cut short; download it again",
    ]);
  });

  it("damage in any byte is read or refused, never an error of ours", async () => {
    for (const bytes of [good, odsBytes([{ name: "Prices", rows }])]) {
      for (let at = 0; at < bytes.length; at += 17) {
        const damaged = bytes.slice();
        damaged[at] = (damaged[at] ?? 0) ^ 0x41;
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const files = await checkAll([rangeSource("book.xlsx", damaged)]);
        expect(files.length).toBeGreaterThan(0);
      }
    }
  });

  it("says in which sheet a part is damaged", async () => {
    const stored = zipSync(
      Object.fromEntries(
        Object.entries({
          "[Content_Types].xml": "<Types/>",
          "xl/workbook.xml": `<workbook><sheets><sheet name="Prices" r:id="b"/></sheets></workbook>`,
          "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="b" Type="x/worksheet" Target="s.xml"/></Relationships>`,
          "xl/s.xml": "<worksheet><sheetData>MARK</sheetData></worksheet>",
        }).map(([path, text]) => [path, new TextEncoder().encode(text)]),
      ),
      { level: 0 },
    );
    const at = new TextDecoder("latin1").decode(stored).indexOf("MARK");
    stored.set([1, 2, 3], at);
    expect(await reasonsFor(rangeSource("book.xlsx", stored))).toEqual([
      "book.xlsx/Prices: cannot be read: damaged or cut short; download the archive again",
    ]);
  });

  it("a password, of Excel and of LibreOffice", async () => {
    const ole = new Uint8Array(2048);
    ole.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    const name = "EncryptedPackage";
    for (let at = 0; at < name.length; at++) ole[1024 + 2 * at] = name.charCodeAt(at);
    expect(await reasonsFor(rangeSource("book.xlsx", ole))).toEqual([
      "book.xlsx: a workbook with a password; save it without one",
    ]);
    const closed = zipTexts({
      mimetype: "x",
      "META-INF/manifest.xml": `<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>`,
      "content.xml": "nothing that can be read",
    });
    expect(await reasonsFor(rangeSource("book.ods", closed))).toEqual([
      "book.ods: protected by a password; save it without one",
    ]);
  });

  it("all sheets hidden", async () => {
    const hidden = xlsxSource("book.xlsx", [{ name: "Prices", rows, state: "hidden" }]);
    expect(await reasonsFor(hidden)).toEqual([
      "book.xlsx: all its sheets are hidden; show the one with the prices and save",
    ]);
  });
});

describe("files of spreadsheets that are not read", () => {
  const ole = new Uint8Array(600);
  ole.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  it.each([
    { name: "old.xls", bytes: ole, reason: /an old Excel workbook \(\.xls\); save it as \.xlsx or CSV/ },
    {
      name: "book.xlsb",
      bytes: zipTexts({ "[Content_Types].xml": "x", "xl/workbook.bin": "x" }),
      reason: /a binary Excel workbook \(\.xlsb\); save it as \.xlsx or CSV/,
    },
    {
      name: "book.numbers",
      bytes: zipTexts({ "Index/Document.iwa": "x", "preview.jpg": "x" }),
      reason: /a Numbers document; in Numbers choose File, Export to, and Excel \(\.xlsx\) or CSV/,
    },
    {
      name: "flat.fods",
      bytes: new TextEncoder().encode(
        '<?xml version="1.0"?><office:document office:mimetype="application/vnd.oasis.opendocument.spreadsheet" xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"><office:body><office:spreadsheet/></office:body></office:document>',
      ),
      reason: /a spreadsheet as a web page or XML; open it/,
    },
    {
      name: "letter.docx",
      bytes: zipTexts({ "[Content_Types].xml": "x", "word/document.xml": "x" }),
      reason: /a document of Office without a sheet/,
    },
  ])("$name", async ({ name, bytes, reason }) => {
    const [found = ""] = await reasonsFor(rangeSource(name, bytes));
    expect(found).toMatch(reason);
    const [inside = ""] = await reasonsFor(rangeSource("all.zip", zipSync({ [name]: bytes })));
    expect(inside).toMatch(reason);
  });
});

function eventsOf(pieces: readonly string[]): string[] {
  const events: string[] = [];
  const scanner = createXmlScanner({
    open: (name, attributes, isEmpty) => events.push(`open ${name}${attributes} ${String(isEmpty)}`),
    close: (name) => events.push(`close ${name}`),
    text: (more) => events.push(`text ${more}`),
  });
  for (const piece of pieces) scanner.push(piece);
  scanner.end();
  return events;
}

describe("the scanner of XML", () => {
  it("refuses a text that ends inside of a tag", () => {
    const scanner = createXmlScanner({ open: () => {}, close: () => {}, text: () => {} });
    scanner.push('<row r="2"><c');
    expect(() => scanner.end()).toThrow("is cut short");
  });

  const text = `<?xml version="1.0"?><!-- a > b --><x:a k='1>2' x:n="&lt;&#65;&#x42;&nope;">t &amp; u<![CDATA[<raw>]]><b/></x:a >`;
  it("gives the same wherever the text is cut", () => {
    const whole = eventsOf([text]);
    expect(whole).toEqual([
      `open a k='1>2' x:n="&lt;&#65;&#x42;&nope;" false`,
      "text t & u",
      "text <raw>",
      "open b true",
      "close a",
    ]);
    expect(eventsOf(text.split(""))).toEqual(whole);
    for (let at = 1; at < text.length; at++)
      expect(eventsOf([text.slice(0, at), text.slice(at)])).toEqual(whole);
  });
});
