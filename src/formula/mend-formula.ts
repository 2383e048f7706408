/**
 * A formula from elsewhere (a word processor, a phone, Pine, Chartink, plain English) in the language's own spelling. What
 * has one meaning only is mended and told; what has several is left as it is, and told as a doubt. Texts in double quotes
 * stay as they are.
 */
import { checkNumber, checkRule } from "#workers/rules/check.ts";
import { parseLine } from "#workers/rules/grammar.ts";
import { printLine } from "#workers/rules/print.ts";
import { mendCalls } from "./mend-calls.ts";
import {
  CHARACTERS,
  CHARTINK_CAPS,
  DOUBTS,
  ENGLISH,
  FOREIGN_NAMES,
  OPERATORS,
  PLAIN_CAP,
  QUOTES,
} from "./mend-table.ts";
import type { Mend } from "./mend-table.ts";
import { COMMENT_LEFT_OUT, saidOf } from "./mend-notes.ts";
import type { MendNotes } from "./mend-notes.ts";
import { mendNumbers } from "./mend-numbers.ts";
import { unquoted, withoutBullet, withoutComment } from "./rule-list.ts";
import { endOfBracket } from "./scan-calls.ts";

export interface Mended {
  readonly text: string;
  /** "“≥” is written >=", each once, in the order of the text's mending; [] for a text that stays as it is. */
  readonly changes: readonly string[];
  /** Sentences: what can't be mended for certain, and what to do. */
  readonly doubts: readonly string[];
}

/** A text that is longer is no formula. */
const LONGEST_MENDED = 2000;

export function mendFormula(written: string): Mended {
  if (written.length > LONGEST_MENDED || MASKS.test(written))
    return { text: written, changes: [], doubts: [] };
  const notes: MendNotes = { changes: new Set(), doubts: new Set() };
  const { masked, unmask } = maskTexts(mendAll(bareLine(written, notes), QUOTES, notes));
  const plain = mendAll(masked, CHARACTERS, notes).trim();
  const mended = isRight(unmask(plain)) ? unmask(plain) : inOwnSpelling(unmask(mendWords(plain, notes)));
  return { text: mended, changes: [...notes.changes], doubts: [...notes.doubts] };
}

/** Without what surrounds a rule in a file, a list or a program. */
function bareLine(written: string, notes: MendNotes): string {
  if (isRight(written.trim())) return written;
  const inFile = unquoted(written);
  if (inFile !== null) notes.changes.add("the quotes of a file are left out");
  const quoted = inFile ?? written;
  const isOneLine = !/[\n\r]/.test(quoted.trim());
  const line = isOneLine ? withoutComment(quoted) : quoted;
  if (line !== quoted) notes.changes.add(COMMENT_LEFT_OUT);
  const bare = withoutBullet(line);
  if (bare !== line) notes.changes.add("the list's number or dot is left out");
  return bare;
}

function mendWords(line: string, notes: MendNotes): string {
  const isChartink = /\blatest\b|\bdays? ago\b|\{/i.test(line);
  let text = mendAll(line, OPERATORS, notes);
  text = mendAll(text, FOREIGN_NAMES, notes);
  text = mendNumbers(text, notes);
  text = mendCalls(text, isChartink, notes);
  text = mendDays(text, notes);
  const isCapInWords = /\bmarket cap\b/i.test(text);
  text = mendAll(text, ENGLISH, notes);
  if (isChartink) text = mendAll(text, CHARTINK_CAPS, notes);
  else if (isCapInWords) noteSmallCaps(text, notes);
  for (const { pattern, says } of DOUBTS) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) notes.doubts.add(says(found.trim()));
  }
  return text.replaceAll(/ {2,}/g, " ").trim();
}

/** A market cap of less than this is none of a listed company: it is counted in something larger. */
const SMALLEST_CAP = 1e6;

function noteSmallCaps(text: string, { doubts }: MendNotes): void {
  for (const [found, , figure = ""] of text.matchAll(PLAIN_CAP))
    if (Number(figure) < SMALLEST_CAP)
      doubts.add(`“${found}” counts in single units of money: where crores are meant, write ${figure}cr.`);
}

/** As the language prints it, where it can be read; without brackets around all of it. */
function inOwnSpelling(line: string): string {
  const isWhole = line.startsWith("(") && endOfBracket(line, 1) === line.length - 1;
  if (isWhole) return inOwnSpelling(line.slice(1, -1).trim());
  return isRight(line) ? printLine(parseLine(line)) : line;
}

/** Applies each mend wherever it fits, and notes it once for each thing that it replaced. */
function mendAll(text: string, mends: readonly Mend[], notes: MendNotes): string {
  return mends.reduce(
    (before, mend) =>
      before.replaceAll(mend.pattern, (...found) => {
        const groups = found.filter((each): each is string => typeof each === "string");
        const [whole = ""] = groups;
        const after = typeof mend.to === "string" ? mend.to : mend.to(groups);
        if (after !== whole) notes.changes.add(mend.says ?? saidOf(whole, after));
        return after;
      }),
    text,
  );
}

/** A word of another language may be read as a fact's name here; a line with one is looked at all the same. */
function isRight(line: string): boolean {
  if (FOREIGN_NAMES.some(({ pattern }) => line.search(pattern) >= 0)) return false;
  return line === "" || checkRule(line, true).ok || checkNumber(line, true).ok;
}

/** Texts in quotes as single characters that no mend looks at. */
function maskTexts(line: string): { masked: string; unmask: (text: string) => string } {
  const texts: string[] = [];
  const masked = line.replaceAll(/"[^"]*"?/g, (text) => {
    texts.push(text);
    return String.fromCharCode(FIRST_MASK + texts.length - 1);
  });
  const unmask = (text: string) =>
    text.replaceAll(new RegExp(MASKS, "g"), (mask) => texts[mask.charCodeAt(0) - FIRST_MASK] ?? "");
  return { masked, unmask };
}

/** Letters of Unicode's private use, which nobody writes. */
const MASKS = /[\uE000-\uF8FF]/;
const FIRST_MASK = 0xe000;

/** Chartink's way to name a day: "latest close", "1 day ago sma( close, 20 )". */
const LATEST = /\blatest\s+(?=[a-z])/i;
const AGO = /\b(\d+) days? ago\s+(?=[a-z])/i;
const NAME = /^[a-z_][\w.]*/i;

/** Each day behind what it stands before: "close[1]". */
function mendDays(text: string, notes: MendNotes): string {
  let after = text;
  for (let found = LATEST.exec(after); found; found = LATEST.exec(after)) {
    notes.changes.add("“latest” is left out: a number is today’s where nothing is said");
    after = after.slice(0, found.index) + after.slice(found.index + found[0].length);
  }
  // From the right, so that what stands in a call is done before the call is.
  for (let found = lastOf(after); found; found = lastOf(after)) {
    const begin = found.index + found[0].length;
    const end = endOfPrimary(after, begin);
    const written = `${after.slice(begin, end)}[${found[1]}]`;
    notes.changes.add(saidOf(after.slice(found.index, end), written));
    after = after.slice(0, found.index) + written + after.slice(end);
  }
  return after;
}

function lastOf(text: string): RegExpExecArray | null {
  const all = Array.from(text.matchAll(new RegExp(AGO, "gi")));
  return all.at(-1) ?? null;
}

/** Behind the name, and its brackets where it has some. */
function endOfPrimary(text: string, begin: number): number {
  const name = NAME.exec(text.slice(begin))?.[0] ?? "";
  const behind = begin + name.length;
  const open = /^\s*\(/.exec(text.slice(behind));
  if (!open) return behind;
  const close = endOfBracket(text, behind + open[0].length);
  return close === null ? behind : close + 1;
}
