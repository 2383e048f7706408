import { describe, expect, it } from "vitest";
import { toCsv } from "#src/format/csv.ts";
import type { CsvCell } from "#src/format/csv.ts";

describe("a cell of a CSV file", () => {
  it.each<{ title: string; cell: CsvCell; text: string }>([
    { title: "text that begins with =", cell: "=1+1", text: "'=1+1" },
    { title: "text that begins with +", cell: "+1", text: "'+1" },
    { title: "text that begins with -", cell: "-1", text: "'-1" },
    { title: "text that begins with @", cell: "@SUM(A1)", text: "'@SUM(A1)" },
    { title: "text that begins with a tab", cell: "\t=1", text: "'\t=1" },
    { title: "text that begins with CR", cell: "\r=1", text: '"\'\r=1"' },
    { title: "text with = inside", cell: "A=B", text: "A=B" },
    { title: "a negative number", cell: -1.5, text: "-1.5" },
    { title: "a number in full", cell: 0.1 + 0.2, text: "0.30000000000000004" },
    { title: "an undefined figure", cell: Number.NaN, text: "" },
    { title: "null", cell: null, text: "" },
    { title: "a comma", cell: "a,b", text: '"a,b"' },
    { title: "a quote", cell: 'a "b"', text: '"a ""b"""' },
    { title: "a line break", cell: "a\nb", text: '"a\nb"' },
  ])("with $title", ({ cell, text }) => {
    expect(toCsv(["h"], [[cell]])).toBe(`h\r\n${text}\r\n`);
  });
});
