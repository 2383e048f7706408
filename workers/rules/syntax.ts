/** The tree of a line as it was written. Columns count from 1; `start` is that of the first character, its bracket included. */

export type Sign = ">=" | "<=" | ">" | "<" | "=" | "!=";
export type Operator = "+" | "-" | "*" | "/";

type Placed<T> = T & { readonly start: number };

/** A literal; `text` is what is printed, in the page's own spelling. */
export type NumberSyntax = Placed<{ readonly type: "number"; readonly value: number; readonly text: string }>;

/** A name, or a function with its arguments; null where it stands without brackets. */
export type NameSyntax = Placed<{
  readonly type: "name";
  readonly name: string;
  readonly args: readonly Syntax[] | null;
  /** Column of the name itself, whatever brackets stand around it. */
  readonly column: number;
}>;

interface Sides {
  readonly left: Syntax;
  readonly right: Syntax;
}

/** `and` and `or` have at least two members; one of the same type as a member stood in brackets. */
export type Syntax =
  | NumberSyntax
  | NameSyntax
  | Placed<{ readonly type: "text"; readonly value: string }>
  | Placed<{ readonly type: "ago"; readonly of: Syntax; readonly bars: number }>
  | Placed<{ readonly type: "minus" | "not"; readonly of: Syntax }>
  | Placed<Sides & { readonly type: "arithmetic"; readonly operator: Operator }>
  | Placed<Sides & { readonly type: "compare"; readonly sign: Sign }>
  | Placed<{ readonly type: "between"; readonly of: Syntax; readonly low: Syntax; readonly high: Syntax }>
  | Placed<Sides & { readonly type: "crosses"; readonly way: "above" | "below" }>
  | Placed<{ readonly type: "and" | "or"; readonly members: readonly Syntax[] }>;

/** The nodes of one type. */
export type SyntaxOf<Type extends Syntax["type"]> = Extract<Syntax, { readonly type: Type }>;

/** What is wrong with a line, at a column that counts from 1. */
export interface LineProblem {
  readonly column: number;
  /** A part of a sentence: "sam is not known; did you mean sma?". */
  readonly text: string;
}

/** Thrown inside the language's own code, and turned into a problem at its door. */
export class LineError extends Error {
  override readonly name = "LineError";
  readonly column: number;

  constructor(column: number, text: string) {
    super(text);
    this.column = column;
  }
}
