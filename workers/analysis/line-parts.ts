/** What a line of the rule language is made of: lines again, so that each part can be worked out by itself. */
import { functionNamed } from "#workers/rules/function-table.ts";
import type { NameSyntax, Syntax } from "#workers/rules/syntax.ts";

/**
 * The parts of a tree in the order of its text, without plain numbers and texts. A part says by itself what it says in its
 * place: one inside market(...), of(...) or in front of [n] keeps that around it, and a crossing is made of its two halves.
 */
export function linePartsOf(tree: Syntax): readonly Syntax[] {
  return membersOf(tree).filter((part) => !isConstant(part));
}

function membersOf(tree: Syntax): readonly Syntax[] {
  switch (tree.type) {
    case "number":
    case "text":
      return [];
    case "and":
    case "or":
      return tree.members;
    case "not":
    case "minus":
      return [tree.of];
    case "compare":
    case "arithmetic":
      return [tree.left, tree.right];
    case "between":
      return [tree.of, tree.low, tree.high];
    case "crosses":
      return halvesOf(tree);
    case "ago":
      return linePartsOf(tree.of).map((part) => ago(part, tree.bars));
    case "name":
      return argumentsOf(tree);
  }
}

function isConstant(tree: Syntax): boolean {
  return (
    tree.type === "number" || tree.type === "text" || (tree.type === "minus" && tree.of.type === "number")
  );
}

function halvesOf({ way, left, right, start }: Extract<Syntax, { type: "crosses" }>): readonly Syntax[] {
  const [now, before] = way === "above" ? ([">", "<="] as const) : (["<", ">="] as const);
  return [
    { type: "compare", sign: now, left, right, start },
    { type: "compare", sign: before, left: ago(left, 1), right: ago(right, 1), start },
  ];
}

/** A plain number is the same on every bar. */
function ago(of: Syntax, bars: number): Syntax {
  return isConstant(of) ? of : { type: "ago", of, bars, start: of.start };
}

function argumentsOf(tree: NameSyntax): readonly Syntax[] {
  const args = tree.args ?? [];
  if (functionNamed(tree.name)?.gives !== "any") return args;
  const asked = args.slice(-1).flatMap(linePartsOf);
  const { type, name, start, column } = tree;
  return asked.map((part) => ({ type, name, start, column, args: [...args.slice(0, -1), part] }));
}
