/** The tree of a line as it was written. Columns count from 1; `start` is that of the first character, its bracket included. */

export type Sign = ">=" | "<=" | ">" | "<" | "=" | "!=";
export type Operator = "+" | "-" | "*" | "/";

interface Placed {
  readonly start: number;
}

/** A literal; `text` is what is printed, in the page's own spelling. */
export interface NumberSyntax extends Placed {
  readonly type: "number";
  readonly value: number;
  readonly text: string;
}

export interface TextSyntax extends Placed {
  readonly type: "text";
  readonly value: string;
}

/** A name, or a function with its arguments; null where it stands without brackets. */
export interface NameSyntax extends Placed {
  readonly type: "name";
  readonly name: string;
  readonly args: readonly Syntax[] | null;
  /** Column of the name itself, whatever brackets stand around it. */
  readonly column: number;
}

export interface AgoSyntax extends Placed {
  readonly type: "ago";
  readonly of: Syntax;
  readonly bars: number;
}

export interface MinusSyntax extends Placed {
  readonly type: "minus" | "not";
  readonly of: Syntax;
}

export interface ArithmeticSyntax extends Placed {
  readonly type: "arithmetic";
  readonly operator: Operator;
  readonly left: Syntax;
  readonly right: Syntax;
}

export interface CompareSyntax extends Placed {
  readonly type: "compare";
  readonly sign: Sign;
  readonly left: Syntax;
  readonly right: Syntax;
}

export interface BetweenSyntax extends Placed {
  readonly type: "between";
  readonly of: Syntax;
  readonly low: Syntax;
  readonly high: Syntax;
}

export interface CrossesSyntax extends Placed {
  readonly type: "crosses";
  readonly way: "above" | "below";
  readonly left: Syntax;
  readonly right: Syntax;
}

/** At least two members; one of the same type as a member stood in brackets. */
export interface JoinedSyntax extends Placed {
  readonly type: "and" | "or";
  readonly members: readonly Syntax[];
}

export type Syntax =
  | NumberSyntax
  | TextSyntax
  | NameSyntax
  | AgoSyntax
  | MinusSyntax
  | ArithmeticSyntax
  | CompareSyntax
  | BetweenSyntax
  | CrossesSyntax
  | JoinedSyntax;

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
