/** What a text must be to stand for an instrument, and what is wrong with another one. */
import { codePointOf } from "./code-point.ts";
import { unseenIn } from "./ink.ts";

/** What decoding makes of bytes that are no UTF-8. */
const GARBLED = "\uFFFD";
export const CANNOT_BE_READ = "cannot be read";
/** A spreadsheet works out what begins so, wherever a result is opened. */
const FORMULA = /^[=+\-@]/;

/** What exchanges and vendors write. */
const SYMBOL_TEXT = /^[\p{L}\p{N}^$_.][\p{L}\p{N} .,&^=_/$%+*#!:@'-]{0,39}$/u;

/** Why a text is no symbol, for behind "symbol is ..., which "; null where it is one. */
export function symbolFault(symbol: string): string | null {
  const garbled = garbledFault(symbol);
  if (garbled !== null) return garbled;
  const unseen = unseenIn(symbol);
  if (unseen !== null) return `has a character that cannot be seen (${codePointOf(unseen)})`;
  if (FORMULA.test(symbol)) return "a spreadsheet would take for a formula";
  return symbol === "__proto__" ? "programs take for something else" : null;
}

export function garbledFault(text: string): string | null {
  return text.includes(GARBLED) ? CANNOT_BE_READ : null;
}

/** Why no exchange would call an instrument so, for behind "symbol is ..., which "; null where one might. */
export function unlikelySymbol(symbol: string): string | null {
  return symbolFault(symbol) ?? (SYMBOL_TEXT.test(symbol) ? null : "is not a symbol");
}
