/** Where something is in what people handed over: a line of a file, or a row of a sheet of a workbook. */

/** A workbook's sheets are read as if they were files in it: `book.xlsx/Prices`. */
const SHEET = /^(.*\.(?:xlsx|xlsm|xltx|xltm|ods|ots))\/([^/]+)$/i;

export interface SheetName {
  /** With its folders and archives. */
  readonly book: string;
  readonly sheet: string;
}

/** null for a file that is no sheet of a workbook. */
export function sheetOf(file: string): SheetName | null {
  const [, book, sheet] = SHEET.exec(file) ?? [];
  return book === undefined || sheet === undefined ? null : { book, sheet };
}

/** `a.csv:12`, or `book.xlsx, sheet "Prices", row 12`; without a line the file alone. */
export function placeOf(file: string, line: number | null): string {
  const found = sheetOf(file);
  if (!found) return line === null ? file : `${file}:${line}`;
  const sheet = `${found.book}, sheet "${found.sheet}"`;
  return line === null ? sheet : `${sheet}, row ${line}`;
}

/** A line of a file, for where the file is told beside it: `line 12`, or `row 12` of a sheet. */
export function lineOf(file: string, line: number): string {
  return sheetOf(file) ? `row ${line}` : `line ${line}`;
}
