/**
 * TypeScript to JavaScript by putting blanks where types stand, so that every place of the rest stays where it was. What is more
 * than types (enum, namespace, decorators, parameter properties) has no such form and is refused.
 */
import { Parser, tokTypes, tokenizer } from "acorn";
import type { Token } from "acorn";
import { tsPlugin } from "@sveltejs/acorn-typescript";

/** Where and why a text can't be read; places from 1. */
export interface SyntaxFault {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

interface TreeNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Thrown while a tree is gone through, at a node that is more than types. */
class MoreThanTypes extends Error {
  readonly at: number;

  constructor(what: string, at: number) {
    super(`${what} is more than types, which become blanks here; write it as plain JavaScript`);
    this.at = at;
  }
}

const STRICT = '"use strict";\n';
const TypeScriptParser = Parser.extend(tsPlugin());

/** The same text with blanks for types, or the first place that stands in the way. A text of JavaScript alone stays as it is. */
export function blankTypes(source: string): string | SyntaxFault {
  try {
    const tree: unknown = TypeScriptParser.parse(STRICT + source, OPTIONS);
    const text = new BlankedText(STRICT + source);
    if (isNode(tree)) visit(tree, null, text);
    return text.toString().slice(STRICT.length);
  } catch (error) {
    return syntaxFault(error, source);
  }
}

/** The first error of a script of strict JavaScript, or null. */
export function findSyntaxFault(source: string): SyntaxFault | null {
  try {
    Parser.parse(STRICT + source, OPTIONS);
    return null;
  } catch (error) {
    return syntaxFault(error, source);
  }
}

const OPTIONS = { ecmaVersion: 2023, sourceType: "script", locations: true } as const;

function syntaxFault(error: unknown, source: string): SyntaxFault {
  if (error instanceof MoreThanTypes)
    return { text: error.message, ...placeAt(source, error.at - STRICT.length) };
  if (error instanceof SyntaxError && "pos" in error && typeof error.pos === "number") {
    const text = error.message.replace(/ \(\d+:\d+\)$/, "");
    return { text, ...placeAt(source, error.pos - STRICT.length) };
  }
  throw error;
}

function placeAt(source: string, offset: number): { line: number; column: number } {
  const before = source.slice(0, Math.max(0, offset)).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** A text of which parts become blanks; line ends stay. */
class BlankedText {
  readonly source: string;
  readonly #signs: string[];

  constructor(source: string) {
    this.source = source;
    this.#signs = source.split("");
  }

  blank(from: number, to: number): void {
    for (let at = from; at < to; at++) if (!/\s/.test(this.source[at] ?? "")) this.#signs[at] = " ";
  }

  /** A whole statement: what stands before it must not go on in what comes after. */
  blankStatement(from: number, to: number): void {
    this.blank(from, to);
    this.#signs[from] = ";";
  }

  put(at: number, sign: string): void {
    this.#signs[at] = sign;
  }

  /** Blanks the words and signs between two places that are among these; comments stay. */
  blankAmong(from: number, to: number, wanted: ReadonlySet<string>): void {
    for (const token of tokensOf(this.source.slice(from, to))) {
      const word = this.source.slice(from + token.start, from + token.end);
      if (wanted.has(word)) this.blank(from + token.start, from + token.end);
    }
  }

  toString(): string {
    return this.#signs.join("");
  }
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const all = tokenizer(text, { ecmaVersion: 2023 });
  for (let token = all.getToken(); token.type !== tokTypes.eof; token = all.getToken()) tokens.push(token);
  return tokens;
}

const REFUSED: Readonly<Record<string, string>> = {
  TSEnumDeclaration: "enum",
  TSModuleDeclaration: "namespace",
  TSParameterProperty: "a parameter that is a property",
  TSImportEqualsDeclaration: "import =",
  TSExportAssignment: "export =",
  Decorator: "a decorator",
};
const STATEMENTS = new Set(["TSInterfaceDeclaration", "TSTypeAliasDeclaration", "TSDeclareFunction"]);
const MEMBERS = new Set([
  "TSDeclareMethod",
  "TSAbstractMethodDefinition",
  "TSIndexSignature",
  "TSAbstractPropertyDefinition",
]);
const MODIFIERS = new Set(["public", "private", "protected", "readonly", "override", "abstract", "declare"]);
const MARKS = new Set(["?", "!"]);

function visit(node: TreeNode, parent: TreeNode | null, text: BlankedText): void {
  const refused = REFUSED[node.type];
  if (refused !== undefined && node["declare"] !== true) throw new MoreThanTypes(refused, node.start);
  if (STATEMENTS.has(node.type) || node["declare"] === true || node.type === "TSModuleDeclaration") {
    if (node.type === "PropertyDefinition") text.blank(node.start, node.end);
    else text.blankStatement(node.start, node.end);
    return;
  }
  const isClass = node.type === "ClassDeclaration" || node.type === "ClassExpression";
  const isWithoutBody = childOf(node, "value")?.type === "TSDeclareMethod";
  if (isWithoutBody || MEMBERS.has(node.type) || (node["abstract"] === true && !isClass)) {
    text.blank(node.start, node.end);
    return;
  }
  switch (node.type) {
    case "TSTypeAnnotation":
      return blankAnnotation(node, parent, text);
    case "TSTypeParameterDeclaration":
    case "TSTypeParameterInstantiation":
      return blankParameters(node, parent, text);
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      blankAs(node, text);
      break;
    case "TSNonNullExpression":
      text.blank(node.end - 1, node.end);
      break;
    case "TSTypeAssertion":
      blankAssertion(node, text);
      break;
    case "ClassDeclaration":
    case "ClassExpression":
      blankHeritage(node, text);
      break;
    case "PropertyDefinition":
    case "MethodDefinition":
      blankModifiers(node, text);
      break;
    case "Identifier":
    case "VariableDeclarator":
      blankMarks(node, text);
  }
  for (const child of childrenOf(node)) visit(child, node, text);
}

/** ": number". One of an arrow's result may hold a line end, behind which `=>` can't stand: its bracket moves to the end. */
function blankAnnotation(node: TreeNode, parent: TreeNode | null, text: BlankedText): void {
  text.blank(node.start, node.end);
  const isResult = parent?.type === "ArrowFunctionExpression";
  if (!isResult || !text.source.slice(node.start, node.end).includes("\n")) return;
  const bracket = text.source.lastIndexOf(")", node.start);
  text.blank(bracket, bracket + 1);
  text.put(node.end - 1, ")");
}

/** "<T>". One with a line end before an arrow's bracket would end `return` and `async`: the bracket moves to its start. */
function blankParameters(node: TreeNode, parent: TreeNode | null, text: BlankedText): void {
  text.blank(node.start, node.end);
  const isArrow = parent?.type === "ArrowFunctionExpression";
  if (!isArrow || !text.source.slice(node.start, node.end).includes("\n")) return;
  const bracket = text.source.indexOf("(", node.end);
  text.blank(bracket, bracket + 1);
  text.put(node.start, "(");
}

/** Line ends, blanks and comments, and a sign that would go on with the line before. */
const GOES_ON = /^(?:[^\S\n]|\/\/.*|\/\*[^]*?\*\/)*\n(?:\s|\/\/.*|\/\*[^]*?\*\/)*[([`]/;

/** "x as T" ends at its line, where what is left would go on in a bracket of the next one: a semicolon stands there. */
function blankAs(node: TreeNode, text: BlankedText): void {
  const from = childOf(node, "expression")?.end ?? node.start;
  const word = from + text.source.slice(from).search(/\b(as|satisfies)\b/);
  text.blank(word, node.end);
  if (GOES_ON.test(text.source.slice(node.end))) text.put(word, ";");
}

/** "<T>x". */
function blankAssertion(node: TreeNode, text: BlankedText): void {
  text.blank(node.start, childOf(node, "expression")?.start ?? node.start);
}

/** "implements A, B", "abstract" before "class", and the arguments of the class that is extended. */
function blankHeritage(node: TreeNode, text: BlankedText): void {
  const body = childOf(node, "body")?.start ?? node.end;
  const extended = childOf(node, "superClass")?.end ?? childOf(node, "id")?.end ?? node.start;
  const found = text.source.slice(extended, body).search(/\bimplements\b/);
  if (found >= 0) text.blank(extended + found, body);
  if (node["abstract"] === true) text.blankAmong(node.start, body, new Set(["abstract"]));
}

/** Words before a member's name, and marks behind it. */
function blankModifiers(node: TreeNode, text: BlankedText): void {
  const key = childOf(node, "key");
  if (!key) return;
  text.blankAmong(
    node.start,
    node["computed"] === true ? text.source.indexOf("[", node.start) : key.start,
    MODIFIERS,
  );
  const next = childOf(node, "typeAnnotation")?.start ?? childOf(node, "value")?.start ?? node.end;
  const isMarked = node["optional"] === true || node["definite"] === true;
  if (isMarked) text.blankAmong(key.end, next, MARKS);
}

/** "a?" of a parameter, "y!" of a variable. */
function blankMarks(node: TreeNode, text: BlankedText): void {
  if (node.type === "Identifier" && node["optional"] === true) {
    const name = String(node["name"]);
    text.blankAmong(node.start + name.length, childOf(node, "typeAnnotation")?.start ?? node.end, MARKS);
  }
  const id = childOf(node, "id");
  if (node.type === "VariableDeclarator" && node["definite"] === true && id) {
    const end = id.start + String(id["name"]).length;
    text.blankAmong(end, childOf(id, "typeAnnotation")?.start ?? id.end, MARKS);
  }
}

function childrenOf(node: TreeNode): TreeNode[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

function childOf(node: TreeNode, key: string): TreeNode | null {
  const value = node[key];
  return isNode(value) ? value : null;
}

function isNode(value: unknown): value is TreeNode {
  return (
    typeof value === "object" &&
    value !== null &&
    "type" in value &&
    "start" in value &&
    "end" in value &&
    typeof value.type === "string"
  );
}
