import { describe, expect, it } from "vitest";
import { blankTypes, findSyntaxFault } from "#workers/code/blank-types.ts";

/** What stands in «» becomes blanks, in «; » a semicolon and blanks. */
const TABLE = [
  "let x«: number» = 1",
  "let y«!»«: number»",
  "function compute(bars«: any», k«?»«: number»)«: number[]» { return [] }",
  "const f = «<T extends A>»(a«: T») => a",
  "const c = bars.close «as Float64Array»;",
  "const c = bars.close «satisfies Float64Array»;",
  "a = b «;as any»\n(c)",
  "x = close[0]«!»",
  "x = a«!».b«!».c",
  "«;interface A { x: number }»",
  "foo\n«;type B = string»\n(1)",
  "«;declare const Q: number;»",
  "class C«<T>» extends D«<T>» «implements A, B »{}",
  "class C { «private readonly» x«?»«: number» = 1 }",
  "class C { static y«!»«: string»; z }",
  "class C { «declare q: number;» m() {} }",
  "class C { «constructor(a: number);» constructor(a) {} }",
  "«abstract» class D { «abstract foo(): void;» bar() {} }",
  "«;function over(a: string): void;»\nfunction over(a) {}",
  "f«<number>»(1)",
  "const x = y ? a : b",
  "const o = { a: 1, b: c «as D» }",
  "for (const k of xs «as any[]») {}",
  "let a«: { b: number }» = c, d = e",
  "const big = 1_000, s = `a${b «as C»}c`, r = /:\\s?number/",
  "const h = «<any>»k",
  "f(a «as B», // why\n  c)",
  "a = b «;as C» // why\n[d] = e",
  "a = b «as number»\n  + 1",
];

function sourceOf(row: string): string {
  return row.replaceAll(/«;?|»/g, "");
}

function expectedOf(row: string): string {
  return row.replaceAll(/«(;?)([^»]*)»/g, (_, semicolon: string, types: string) => {
    const blanks = types.replaceAll(/\S/g, " ");
    return semicolon === "" ? blanks : `;${blanks.slice(1)}`;
  });
}

describe("types become blanks", () => {
  it.each(TABLE)("%s", (row) => {
    expect(blankTypes(sourceOf(row))).toBe(expectedOf(row));
  });

  it("moves a bracket that a line end would part from its arrow", () => {
    const blanked = blankTypes("const g = (a): {\n  b: number\n} => a\nconst h = <\n  T\n>(a: T) => a");
    expect(blanked).toBe("const g = (a    \n           \n) => a\nconst h = (\n   \n  a   ) => a");
  });

  it("leaves JavaScript as it is", () => {
    const source =
      "function compute({ close }) {\n  const out = close.map((x, i) => i < 2 ? NaN : x / close[i - 2])\n  return out\n}";
    expect(blankTypes(source)).toBe(source);
  });
});

describe("what can't become blanks is refused at its place", () => {
  it.each([
    ["let a = 1;\nenum E { A }", 2, 1, "enum"],
    ["namespace N { const a = 1 }", 1, 1, "namespace"],
    ["class C { constructor(private a: number) {} }", 1, 23, "a parameter that is a property"],
    ["let x: = 1", 1, 8, "Unexpected token"],
  ])("%s", (source, line, column, text) => {
    expect(blankTypes(source)).toMatchObject({ line, column, text: expect.stringContaining(text) });
  });
});

describe("the first error of a script", () => {
  it.each([
    ["function compute(bars) {\n  return 1 +\n}", 3, 1],
    ["let a = 1\nimport x from 'y'", 2, 1],
    ["with (bars) {}", 1, 1],
    ["return 1", 1, 1],
    ["await 1", 1, 7],
  ])("%s", (source, line, column) => {
    expect(findSyntaxFault(source)).toMatchObject({ line, column });
  });

  it("is none of a good one", () => {
    expect(findSyntaxFault("const compute = (bars) => bars.close")).toBeNull();
  });
});
