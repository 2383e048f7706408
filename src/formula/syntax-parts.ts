/** The parts of a line's tree, for whoever looks through it or changes one. */
import type { Syntax } from "#workers/rules/syntax.ts";

/** What a node is made of directly, from left to right. */
export function childrenOf(node: Syntax): readonly Syntax[] {
  switch (node.type) {
    case "number":
    case "text":
      return [];
    case "name":
      return node.args ?? [];
    case "ago":
    case "minus":
    case "not":
      return [node.of];
    case "arithmetic":
    case "compare":
    case "crosses":
      return [node.left, node.right];
    case "between":
      return [node.of, node.low, node.high];
    case "and":
    case "or":
      return node.members;
  }
}

/** The same node of other parts, as many as it has. */
export function withChildren(node: Syntax, parts: readonly Syntax[]): Syntax {
  const [first = node, second = node, third = node] = parts;
  switch (node.type) {
    case "number":
    case "text":
      return node;
    case "name":
      return node.args === null ? node : { ...node, args: parts };
    case "ago":
    case "minus":
    case "not":
      return { ...node, of: first };
    case "arithmetic":
    case "compare":
    case "crosses":
      return { ...node, left: first, right: second };
    case "between":
      return { ...node, of: first, low: second, high: third };
    case "and":
    case "or":
      return { ...node, members: parts };
  }
}
