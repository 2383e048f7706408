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
    { title: "a number as a file has it", cell: 123.4567891234, text: "123.4567891234" },
    { title: "a large number as a file has it", cell: 123_456_789_012_345, text: "123456789012345" },
    { title: "a small number as a file has it", cell: 0.00000012345, text: "1.2345e-7" },
    { title: "a sum with the noise of doubles", cell: 0.1 + 0.2, text: "0.3" },
    { title: "a profit with the noise of doubles", cell: -227.7000000000002, text: "-227.7" },
    { title: "a difference of prices that are close", cell: 100.1 - 100, text: "0.1" },
    { title: "money to the hundredth", cell: (0.1 + 0.2) * 1e9 + 0.25, text: "300000000.25" },
    { title: "what ends in no digit, with twelve", cell: 200 / 3, text: "66.6666666667" },
    { title: "what is small and ends in no digit", cell: -1e-7 / 3, text: "-3.33333333333e-8" },
    { title: "an undefined figure", cell: Number.NaN, text: "" },
    { title: "null", cell: null, text: "" },
    { title: "a comma", cell: "a,b", text: '"a,b"' },
    { title: "a quote", cell: 'a "b"', text: '"a ""b"""' },
    { title: "a line break", cell: "a\nb", text: '"a\nb"' },
  ])("with $title", ({ cell, text }) => {
    expect(toCsv(["h"], [[cell]])).toBe(`h\r\n${text}\r\n`);
  });
});
