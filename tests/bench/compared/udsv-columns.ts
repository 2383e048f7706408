/** CSV as uDSV reads it. */
import { inferSchema, initParser } from "udsv";

/** One column an entry, with numbers as numbers. */
export function udsvColumns(text: string): readonly unknown[][] {
  return initParser(inferSchema(text)).typedCols(text);
}
