/**
 * A line as the fields of a row, and back: the tree of the line is laid over the formulas of the table. What differs
 * from a formula in more than its numbers, its facts and the sign of its first comparison has no row, and stays a line.
 */
import { readAmount } from "#src/format/read-amount.ts";
import { functionNamed } from "#workers/rules/function-table.ts";
import { KEYWORDS, parseLine } from "#workers/rules/grammar.ts";
import { numberNamed } from "#workers/rules/name-table.ts";
import { printLine } from "#workers/rules/print.ts";
import { LineError } from "#workers/rules/syntax.ts";
import type { NumberSyntax, Sign, Syntax, SyntaxOf } from "#workers/rules/syntax.ts";
import { childrenOf, withChildren } from "#src/formula/syntax-parts.ts";
import { CONDITIONS, HOWS } from "./condition-table.ts";
import type { ConditionEntry, Hows } from "./condition-table.ts";
import type { TypedRow } from "./rule-tree.ts";

/** All entries whose formulas differ in nothing but what a row's fields hold; the first of them stands for it. */
export interface RowShape {
  readonly key: string;
  readonly entry: ConditionEntry;
  readonly tree: Syntax;
  readonly hows: Hows;
  /** What the row says behind its first field: words, and fields by name, numbers and facts counted from 0. */
  readonly parts: readonly RowPart[];
}

export type RowPart =
  | { readonly type: "words"; readonly text: string }
  | { readonly type: "how"; readonly text: "how" }
  | { readonly type: "value"; /** Its name. */ readonly text: string; readonly at: number };

const KNOWN_SIGNS: readonly Sign[] = [">=", "<=", ">", "<", "=", "!="];
const FACT_NAME = /^[a-z][a-z0-9_.]{0,39}$/i;

export const SHAPES: readonly RowShape[] = shapesOf(CONDITIONS);

function shapesOf(conditions: readonly ConditionEntry[]): readonly RowShape[] {
  const shapes: RowShape[] = [];
  for (const entry of conditions) {
    const tree = parseLine(entry.formula);
    if (shapes.some((shape) => matchShape(shape, tree) !== null)) continue;
    const { formula: key } = entry;
    const hows = hasComparison(tree) ? (entry.hows ?? HOWS) : {};
    shapes.push({ key, entry, tree, hows, parts: partsOf(entry.row) });
  }
  return shapes;
}

function hasComparison(tree: Syntax): boolean {
  return isComparison(tree) || childrenOf(tree).some(hasComparison);
}

function partsOf(row: string): readonly RowPart[] {
  let values = 0;
  return row.split(/(\{[^}]*\})/).flatMap((piece): RowPart[] => {
    const name = /^\{(.*)\}$/.exec(piece)?.[1];
    if (name === "how") return [{ type: "how", text: name }];
    if (name !== undefined) return [{ type: "value", text: name, at: values++ }];
    return piece.trim() === "" ? [] : [{ type: "words", text: piece.trim() }];
  });
}

/** The row of a line; null where it has none. */
export function rowOfLine(line: string): TypedRow | null {
  const tree = readTree(line);
  if (tree === null) return null;
  for (const shape of SHAPES) {
    const row = matchShape(shape, tree);
    if (row !== null) return row;
  }
  return null;
}

function readTree(line: string): Syntax | null {
  try {
    return parseLine(line);
  } catch (error) {
    if (error instanceof LineError) return null;
    throw error;
  }
}

export function shapeOf({ shape }: TypedRow): RowShape | null {
  return SHAPES.find(({ key }) => key === shape) ?? null;
}

/** The line that a row says; a value that can't be read stands in it behind a ?, which no line may hold. */
export function lineOfRow(row: TypedRow): string {
  const shape = shapeOf(row);
  if (!shape) throw new RangeError(`row form: no shape ${row.shape}`);
  return printLine(filled(shape.tree, { row, shape, at: 0, isHowMet: false }));
}

/** Whether what stands in a field can be read as it is meant: a number, or the name of a fact. */
export function isReadable(row: TypedRow, at: number): boolean {
  const shape = shapeOf(row);
  const value = row.values[at];
  if (!shape || value === undefined) return false;
  return factsOf(shape.tree).has(at) ? isFactName(value) : readNumber(value) !== null;
}

/** The fields that hold the name of a fact. */
function factsOf(tree: Syntax): ReadonlySet<number> {
  const facts = new Set<number>();
  let at = 0;
  walk(tree, (node) => {
    if (isFactHole(node)) facts.add(at);
    if (isNumberHole(node) || isFactHole(node)) at++;
  });
  return facts;
}

function walk(node: Syntax, see: (node: Syntax) => void): void {
  see(node);
  if (!isNumberHole(node)) for (const part of childrenOf(node)) walk(part, see);
}

interface Filling {
  readonly row: TypedRow;
  readonly shape: RowShape;
  at: number;
  isHowMet: boolean;
}

function filled(node: Syntax, filling: Filling): Syntax {
  if (isNumberHole(node)) return numberSyntax(filling.row.values[filling.at++] ?? "");
  if (isFactHole(node)) {
    const name = (filling.row.values[filling.at++] ?? "").trim();
    return { ...node, name: isFactName(name) ? name : `?${name}` };
  }
  if ((node.type === "compare" || node.type === "crosses") && !filling.isHowMet && hasHow(filling.shape)) {
    filling.isHowMet = true;
    const left = filled(node.left, filling);
    const right = filled(node.right, filling);
    const { how } = filling.row;
    const sign = KNOWN_SIGNS.find((each) => each === how);
    const { start } = node;
    if (sign !== undefined) return { type: "compare", sign, left, right, start };
    return { type: "crosses", way: how === "crosses above" ? "above" : "below", left, right, start };
  }
  return withChildren(
    node,
    childrenOf(node).map((part) => filled(part, filling)),
  );
}

interface Matching {
  readonly hows: Hows;
  readonly values: string[];
  how: string | null;
}

function matchShape(shape: RowShape, tree: Syntax): TypedRow | null {
  const matching: Matching = { hows: shape.hows, values: [], how: null };
  if (!matches(shape.tree, tree, matching)) return null;
  return { shape: shape.key, how: matching.how ?? "", values: matching.values };
}

function matches(pattern: Syntax, tree: Syntax, matching: Matching): boolean {
  if (isNumberHole(pattern)) {
    if (!isNumberHole(tree)) return false;
    matching.values.push(printLine(tree));
    return true;
  }
  if (isFactHole(pattern)) {
    if (!isFactHole(tree)) return false;
    matching.values.push(tree.name);
    return true;
  }
  if (isComparison(pattern) && isComparison(tree)) {
    if (matching.how === null && Object.keys(matching.hows).length > 0) {
      matching.how = howOf(tree);
      if (!Object.hasOwn(matching.hows, matching.how)) return false;
    } else if (howOf(pattern) !== howOf(tree)) return false;
    return matches(pattern.left, tree.left, matching) && matches(pattern.right, tree.right, matching);
  }
  if (!isSameNode(pattern, tree)) return false;
  const [parts, others] = [childrenOf(pattern), childrenOf(tree)];
  if (parts.length !== others.length) return false;
  return parts.every((part, at) => {
    const other = others[at];
    return other !== undefined && matches(part, other, matching);
  });
}

/** Apart from what stands in them. */
function isSameNode(pattern: Syntax, tree: Syntax): boolean {
  if (pattern.type === "name" && tree.type === "name") {
    return pattern.name.toLowerCase() === tree.name.toLowerCase();
  }
  if (pattern.type === "text" && tree.type === "text") return pattern.value === tree.value;
  if (pattern.type === "ago" && tree.type === "ago") return pattern.bars === tree.bars;
  if (pattern.type === "arithmetic" && tree.type === "arithmetic") return pattern.operator === tree.operator;
  return pattern.type === tree.type && pattern.type !== "number";
}

function isComparison(node: Syntax): node is SyntaxOf<"compare"> | SyntaxOf<"crosses"> {
  return node.type === "compare" || node.type === "crosses";
}

function howOf(node: SyntaxOf<"compare"> | SyntaxOf<"crosses">): string {
  return node.type === "compare" ? node.sign : `crosses ${node.way}`;
}

function hasHow({ hows }: RowShape): boolean {
  return Object.keys(hows).length > 0;
}

/** A literal, its minus sign with it. */
function isNumberHole(node: Syntax): boolean {
  return node.type === "number" || (node.type === "minus" && node.of.type === "number");
}

/** A name that no word of the language has: that of a fact. */
function isFactHole(node: Syntax): node is SyntaxOf<"name"> {
  return node.type === "name" && node.args === null && isFactName(node.name);
}

function isFactName(text: string): boolean {
  const name = text.trim();
  const isTaken = numberNamed(name) || functionNamed(name) || KEYWORDS.includes(name.toLowerCase());
  return FACT_NAME.test(name) && !isTaken;
}

function numberSyntax(typed: string): Syntax {
  const read = readNumber(typed);
  if (read !== null) return read;
  return { type: "number", value: NaN, text: `?${typed.trim()}`, start: 1 } satisfies NumberSyntax;
}

/** As the language writes it, or as people do ("1,50,000"); null for what is no number. */
function readNumber(typed: string): Syntax | null {
  const tree = readTree(typed.trim());
  if (tree !== null && isNumberHole(tree)) return tree;
  const amount = readAmount(typed);
  return amount === null ? null : readTree(String(amount));
}
