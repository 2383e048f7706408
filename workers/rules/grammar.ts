/** Text to tree: the grammar of rules, a function a line of it. Names are not looked up here (check.ts). */
import { DEEPEST_NESTING, LONGEST_LINE } from "#workers/model/rule.ts";
import { LineError } from "./syntax.ts";
import type { NumberSyntax, Operator, Sign, Syntax } from "./syntax.ts";
import { quoted, tokensOf } from "./tokens.ts";
import type { Token } from "./tokens.ts";

/** `x[n]` goes back so many bars at most. */
export const MOST_BARS_AGO = 5000;

const SIGNS: ReadonlySet<string> = new Set(["!=", "<", "<=", "=", ">", ">="] satisfies Sign[]);
/** Words that can't be names. */
export const KEYWORDS: readonly string[] = ["or", "and", "not", "between", "crosses", "above", "below"];

interface Reader {
  readonly tokens: readonly Token[];
  at: number;
  /** Brackets, calls, nots and minus signs around the place. */
  depth: number;
}

/** @throws LineError at the first place where the line is no rule or expression */
export function parseLine(line: string): Syntax {
  const characters = line.length > LONGEST_LINE ? Array.from(line).length : line.length;
  if (characters > LONGEST_LINE) {
    throw new LineError(
      LONGEST_LINE + 1,
      `the line has ${characters} characters, and ${LONGEST_LINE} are the most; split it into several`,
    );
  }
  const reader: Reader = { tokens: tokensOf(line), at: 0, depth: 0 };
  const tree = readOr(reader);
  const { type, text, column } = here(reader);
  if (type !== "end") {
    throw new LineError(column, `${quoted(text)} can't follow here; write an operator, or nothing`);
  }
  return tree;
}

function readOr(reader: Reader): Syntax {
  return readJoined(reader, "or", () => readJoined(reader, "and", () => readNot(reader)));
}

function readJoined(reader: Reader, type: "and" | "or", readMember: () => Syntax): Syntax {
  const first = readMember();
  const members = [first];
  while (takeWord(reader, type)) members.push(readMember());
  return members.length === 1 ? first : { type, members, start: first.start };
}

function readNot(reader: Reader): Syntax {
  const { column } = here(reader);
  if (!takeWord(reader, "not")) return readTest(reader);
  const of = nested(reader, () => readNot(reader));
  return { type: "not", of, start: column };
}

function readTest(reader: Reader): Syntax {
  const left = readSum(reader);
  const { start } = left;
  const token = here(reader);
  if (isSign(token)) {
    reader.at++;
    return { type: "compare", sign: token.text, left, right: readSum(reader), start };
  }
  if (takeWord(reader, "between")) {
    const low = readSum(reader);
    expectWord(reader, "and", "a and b after between");
    return { type: "between", of: left, low, high: readSum(reader), start };
  }
  if (!takeWord(reader, "crosses")) return left;
  const way = takeWord(reader, "above") ? "above" : "below";
  if (way === "below") expectWord(reader, "below", "above or below after crosses");
  return { type: "crosses", way, left, right: readSum(reader), start };
}

function isSign(token: Token): token is Token & { readonly text: Sign } {
  return token.type === "sign" && SIGNS.has(token.text);
}

function readSum(reader: Reader): Syntax {
  return readOperations(reader, ["+", "-"], () =>
    readOperations(reader, ["*", "/"], () => readUnary(reader)),
  );
}

function readOperations(reader: Reader, operators: readonly Operator[], readOperand: () => Syntax): Syntax {
  let left = readOperand();
  for (;;) {
    const operator = operators.find((each) => takeSign(reader, each));
    if (operator === undefined) return left;
    left = { type: "arithmetic", operator, left, right: readOperand(), start: left.start };
  }
}

function readUnary(reader: Reader): Syntax {
  const { column } = here(reader);
  if (!takeSign(reader, "-")) return readPostfix(reader);
  const of = nested(reader, () => readUnary(reader));
  return { type: "minus", of, start: column };
}

function readPostfix(reader: Reader): Syntax {
  let of = readPrimary(reader);
  while (takeSign(reader, "[")) {
    const token = here(reader);
    const limit = `a whole number of bars, 0 to ${MOST_BARS_AGO}`;
    if (token.type !== "number" || !Number.isInteger(token.value) || token.value > MOST_BARS_AGO) {
      throw new LineError(token.column, `${shown(token)} can't stand in [ ]; write ${limit}`);
    }
    reader.at++;
    expectSign(reader, "]");
    of = { type: "ago", of, bars: token.value, start: of.start };
  }
  return of;
}

function readPrimary(reader: Reader): Syntax {
  const token = here(reader);
  const start = token.column;
  if (token.type === "number") {
    reader.at++;
    return { type: "number", value: token.value, text: token.text, start } satisfies NumberSyntax;
  }
  if (token.type === "word" && !KEYWORDS.includes(token.text.toLowerCase())) {
    reader.at++;
    const args = takeSign(reader, "(") ? readArguments(reader) : null;
    return { type: "name", name: token.text, args, start, column: start };
  }
  if (takeSign(reader, "(")) {
    const inner = nested(reader, () => readOr(reader));
    expectSign(reader, ")");
    return { ...inner, start };
  }
  const what = token.type === "end" ? "the line ends here" : `${shown(token)} can't stand here`;
  throw new LineError(start, `${what}; a number, a name or a bracket must follow`);
}

/** Behind the opening bracket. */
function readArguments(reader: Reader): Syntax[] {
  return nested(reader, () => {
    const args: Syntax[] = [];
    if (takeSign(reader, ")")) return args;
    do args.push(readArgument(reader));
    while (takeSign(reader, ","));
    expectSign(reader, ")");
    return args;
  });
}

function readArgument(reader: Reader): Syntax {
  const token = here(reader);
  if (token.type !== "text") return readOr(reader);
  reader.at++;
  return { type: "text", value: token.text, start: token.column };
}

/** Before what is read there: brackets around it count. */
function nested<T>(reader: Reader, read: () => T): T {
  if (++reader.depth > DEEPEST_NESTING) {
    throw new LineError(
      here(reader).column,
      `brackets, calls, not and minus signs stand more than ${DEEPEST_NESTING} deep here; split the line`,
    );
  }
  const value = read();
  reader.depth--;
  return value;
}

function here(reader: Reader): Token {
  const token = reader.tokens[reader.at];
  if (!token) throw new RangeError("grammar: read behind the end of the line");
  if (token.type === "unreadable") throw token.error;
  return token;
}

function takeWord(reader: Reader, word: string): boolean {
  const token = here(reader);
  const isIt = token.type === "word" && token.text.toLowerCase() === word;
  if (isIt) reader.at++;
  return isIt;
}

function takeSign(reader: Reader, sign: string): boolean {
  const token = here(reader);
  const isIt = token.type === "sign" && token.text === sign;
  if (isIt) reader.at++;
  return isIt;
}

function expectWord(reader: Reader, word: string, wanted: string): void {
  if (takeWord(reader, word)) return;
  const token = here(reader);
  throw new LineError(token.column, `${shown(token)} can't stand here; write ${wanted}`);
}

function expectSign(reader: Reader, sign: string): void {
  if (takeSign(reader, sign)) return;
  const token = here(reader);
  throw new LineError(token.column, `${shown(token)} can't stand here; a ${quoted(sign)} is missing`);
}

function shown(token: Token): string {
  return token.type === "end" ? "the end of the line" : quoted(token.text);
}
