/** Tree to text: as few brackets as the tree needs, names as they were written. What is printed parses to the same tree. */
import type { Syntax } from "./syntax.ts";

/** How tightly each kind of node holds together; a member that holds less tightly than its place asks stands in brackets. */
const OR = 1;
const AND = 2;
const NOT = 3;
const TEST = 4;
const SUM = 5;
const PRODUCT = 6;
const UNARY = 7;
const POSTFIX = 8;
const PRIMARY = 9;

/** @param spell - the page's spelling of a name, or the name as it is */
export function printLine(tree: Syntax, spell: (name: string) => string = (name) => name): string {
  return textAt(OR, tree, spell);
}

function textAt(least: number, tree: Syntax, spell: (name: string) => string): string {
  const text = textOf(tree, spell);
  return strengthOf(tree) >= least ? text : `(${text})`;
}

function strengthOf(tree: Syntax): number {
  switch (tree.type) {
    case "or":
      return OR;
    case "and":
      return AND;
    case "not":
      return NOT;
    case "compare":
    case "between":
    case "crosses":
      return TEST;
    case "arithmetic":
      return tree.operator === "+" || tree.operator === "-" ? SUM : PRODUCT;
    case "minus":
      return UNARY;
    case "ago":
      return POSTFIX;
    case "number":
    case "text":
    case "name":
      return PRIMARY;
  }
}

function textOf(tree: Syntax, spell: (name: string) => string): string {
  const at = (least: number, part: Syntax): string => textAt(least, part, spell);
  switch (tree.type) {
    case "or":
      return tree.members.map((member) => at(AND, member)).join(" or ");
    case "and":
      return tree.members.map((member) => at(NOT, member)).join(" and ");
    case "not":
      return `not ${at(NOT, tree.of)}`;
    case "compare":
      return `${at(SUM, tree.left)} ${tree.sign} ${at(SUM, tree.right)}`;
    case "between":
      return `${at(SUM, tree.of)} between ${at(SUM, tree.low)} and ${at(SUM, tree.high)}`;
    case "crosses":
      return `${at(SUM, tree.left)} crosses ${tree.way} ${at(SUM, tree.right)}`;
    case "arithmetic": {
      const own = strengthOf(tree);
      return `${at(own, tree.left)} ${tree.operator} ${at(own + 1, tree.right)}`;
    }
    case "minus":
      return `-${at(UNARY, tree.of)}`;
    case "ago":
      return `${at(POSTFIX, tree.of)}[${tree.bars}]`;
    case "number":
      return tree.text;
    case "text":
      return `"${tree.value}"`;
    case "name":
      return (
        spell(tree.name) + (tree.args === null ? "" : `(${tree.args.map((arg) => at(OR, arg)).join(", ")})`)
      );
  }
}
