/**
 * What a source file writes for people: its strings and templates, those that a plus puts together, and what stands
 * between tags, with the words of links and of other parts of a line. A `$` stands for a value that is worked out; of
 * two that a condition chooses from, the longer one is taken.
 */
import { parseSync, Visitor, type ESTree } from "vite";

/** Elements that begin a line of their own inside of a text; every other one is a part of the line. */
const BLOCKS =
  /^(?:button|br|dd|details|div|dl|dt|figure|h\d|input|li|ol|p|pre|section|select|table|textarea|ul)$/;

export function writtenTexts(path: string, source: string): string[] {
  const found: string[] = [];
  const addExpression = (node: ESTree.Expression) => {
    const text = textOf(node);
    if (text !== undefined) found.push(text);
  };
  const addElement = (node: ESTree.JSXElement | ESTree.JSXFragment) => {
    found.push(...linesOf(node.children));
  };
  new Visitor({
    Literal: addExpression,
    TemplateLiteral: addExpression,
    BinaryExpression: addExpression,
    JSXElement: addElement,
    JSXFragment: addElement,
  }).visit(parseSync(path, source).program);
  return found;
}

/** The lines that the children of an element make. */
function linesOf(children: readonly ESTree.JSXChild[]): string[] {
  const text = children.map(textOfChild).join("");
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** What a child adds to the line; a line break where it begins another one. */
function textOfChild(child: ESTree.JSXChild): string {
  if (child.type === "JSXText") return child.value.replaceAll(/\s+/g, " ");
  if (child.type === "JSXFragment") return child.children.map(textOfChild).join("");
  if (child.type === "JSXExpressionContainer")
    return child.expression.type === "JSXEmptyExpression" ? "" : (textOf(child.expression) ?? "$");
  if (child.type !== "JSXElement") return "$";
  const { name } = child.openingElement;
  if (name.type === "JSXIdentifier" && BLOCKS.test(name.name)) return "\n";
  return child.children.map(textOfChild).join("").trim() || "$";
}

/** The text that an expression writes; undefined where it writes none that can be told. */
function textOf(node: ESTree.Expression | ESTree.PrivateIdentifier): string | undefined {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  if (node.type === "LogicalExpression") return textOf(node.right);
  if (node.type === "ParenthesizedExpression") return textOf(node.expression);
  if (node.type === "TemplateLiteral") return textOfTemplate(node);
  if (node.type === "ConditionalExpression") {
    const [one, other] = [textOf(node.consequent), textOf(node.alternate)];
    return (one ?? "").length < (other ?? "").length ? other : one;
  }
  if (node.type !== "BinaryExpression" || node.operator !== "+") return undefined;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === undefined && right === undefined ? undefined : `${left ?? "$"}${right ?? "$"}`;
}

function textOfTemplate({ quasis, expressions }: ESTree.TemplateLiteral): string {
  const values = expressions.map((value) => textOf(value) ?? "$");
  return quasis.map(({ value }, at) => `${value.cooked ?? ""}${values[at] ?? ""}`).join("");
}
