/**
 * Names and messages as they are shown. Names come from files and from people: characters that steer a screen or turn
 * the order of letters round are left out, what is written from right to left keeps to its own place, and what is
 * longer than anybody reads is cut with an ellipsis. What is stored and exported stays as it is; texts for a terminal
 * go through workers/commands/printable.ts.
 */
import { codePointOf } from "#workers/model/code-point.ts";

/** Line ends and tabs are blanks in a name. */
const BLANKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu;
/** The other control characters, and marks, overrides and isolates of direction. */
const STEERING = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
/** First strong isolate, and its end: what is between turns nothing outside round. */
const [ISOLATE, END] = ["\u2068", "\u2069"];

/** In letters: of a word, which nothing could wrap, of a name, and of a message with names in it. */
const LONGEST_WORD = 100;
const LONGEST_NAME = 200;
const LONGEST_MESSAGE = 2000;
const LONG_WORD = new RegExp(`(\\S{${LONGEST_WORD}})\\S+`, "gu");

/** A message, or a name in a place that has room for it. */
export function shown(text: string): string {
  return shownUpTo(LONGEST_MESSAGE, text);
}

/** A name as a title. */
export function shownName(name: string): string {
  return shownUpTo(LONGEST_NAME, name);
}

/** Sentences of a strategy, however many: only what nothing could wrap is cut. */
export function shownSentence(text: string): string {
  return shownWhole(withShortWords(text));
}

/** The whole of a text, however long: for a file in which it may be more than words. */
export function shownWhole(text: string): string {
  const plain = text.replaceAll(BLANKS, " ").replaceAll(STEERING, "");
  return RIGHT_TO_LEFT.test(plain) ? `${ISOLATE}${plain}${END}` : plain;
}

function shownUpTo(most: number, text: string): string {
  const words = withShortWords(text);
  return shownWhole(words.length > most ? `${cut(words, most)}…` : words);
}

function withShortWords(text: string): string {
  return text.replaceAll(LONG_WORD, "$1…");
}

/** The beginning of a text, without half a sign at its end. */
function cut(text: string, letters: number): string {
  return text.slice(0, letters).replace(/[\uD800-\uDBFF]$/, "");
}

/** A program's text as it is: with its lines and tabs, and what would steer the screen or turn letters round by its number. */
export function shownSource(source: string): string {
  return source.replaceAll(STEERING, (sign) =>
    sign === "\n" || sign === "\t" || sign === "\r" ? sign : `<${codePointOf(sign)}>`,
  );
}

/** What is shown of a cell or a title, which may be more than a text. */
export function shownNode<Node>(node: Node): Node | string {
  return typeof node === "string" ? shown(node) : node;
}
