/** Cuts the text of a rule into tokens (workers/rules/README.md section 2). */

export type Token =
  | { readonly type: "number"; readonly value: number }
  | { readonly type: "text"; readonly value: string }
  /** A name or a keyword, in lower case. */
  | { readonly type: "word"; readonly value: string }
  | { readonly type: "sign"; readonly value: string };

const SUFFIXES: Readonly<Record<string, number>> = {
  "%": 1,
  k: 1e3,
  m: 1e6,
  bn: 1e9,
  lakh: 1e5,
  cr: 1e7,
};
const SPACE = /\s+/y;
const TEXT = /"([^"]*)"/y;
const WORD = /[a-z][a-z0-9_.]*/iy;
const SIGN = />=|<=|!=|[-+*/()[\],<>=]/y;
const NUMBER = /(\d+(?:_\d+)*(?:\.\d+(?:_\d+)*)?(?:e[+-]?\d+)?)(%|(?:k|m|bn|lakh|cr)(?![a-z0-9_.]))?/iy;

/** @throws SyntaxError at what is no token */
export function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  while (at < text.length) {
    if (take(SPACE) !== null) continue;
    const number = take(NUMBER);
    if (number !== null) {
      tokens.push({ type: "number", value: numberOf(number[1] ?? "", number[2] ?? "%") });
      continue;
    }
    const word = take(WORD);
    if (word !== null) {
      tokens.push({ type: "word", value: word[0].toLowerCase() });
      continue;
    }
    const quoted = take(TEXT);
    if (quoted !== null) {
      tokens.push({ type: "text", value: quoted[1] ?? "" });
      continue;
    }
    const sign = take(SIGN);
    if (sign === null) throw new SyntaxError(`${text}: nothing begins with ${text[at]} at ${at}`);
    tokens.push({ type: "sign", value: sign[0] });
  }
  return tokens;
}

function numberOf(digits: string, suffix: string): number {
  return Number(digits.replaceAll("_", "")) * (SUFFIXES[suffix.toLowerCase()] ?? 1);
}
