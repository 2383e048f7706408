/** Several rules in one text: a list with bullets or numbers, lines of a file, a JSON list; and what else surrounds a rule there. */
import { checkRule } from "#workers/rules/check.ts";

/** A mark before a rule that no rule begins with; a single minus may be a sign, so it is none unless others have it too. */
const BULLET = /^\s*(?:[•·▪‣◦*]|[-–—](?=\s)|\(?\d{1,3}[.)](?=\s)|\[[ x]?\](?=\s))\s*/i;
const CERTAIN_BULLET = /^\s*(?:[•·▪‣◦]|\(?\d{1,3}[.)](?=\s))\s*/;
const QUOTED = /^\s*("(?:[^"\\]|\\.)*")\s*,?\s*$/;
/** Up to what begins a comment outside of quotes. */
const BEFORE_COMMENT = /^((?:[^"/#]|"[^"]*"|\/(?!\/))*)(?:\/\/|#)/;

/** The line without a comment behind it. */
export function withoutComment(line: string): string {
  const before = BEFORE_COMMENT.exec(line)?.[1];
  return before === undefined ? line : before.trimEnd();
}

/** A text in quotes as a file has it, comma and all, without them; null for anything else. */
export function unquoted(line: string): string | null {
  const quoted = QUOTED.exec(line)?.[1];
  if (quoted === undefined) return null;
  try {
    return String(JSON.parse(quoted));
  } catch {
    return null; // an escape that JSON has not
  }
}

/** Without the number or the dot of a list. */
export function withoutBullet(line: string): string {
  return line.replace(CERTAIN_BULLET, "");
}

/** @param mend - a line in the language's own spelling. @returns null unless the text has two rules or more, and nothing else */
export function readRuleList(pasted: string, mend: (line: string) => string): readonly string[] | null {
  const lines = pasted
    .replace(/^\s*\[(?=\s*")/, "") // a list of a file
    .replace(/(?<="\s*)\]\s*,?\s*$/, "")
    .split(/[\n\r]+|(?<=")\s*,\s*(?=")/)
    .map(withoutComment)
    .filter((line) => line.trim() !== "");
  if (lines.length < 2) return null;
  const hasBullets = lines.every((line) => BULLET.test(line));
  const rules = lines.map((line) => {
    const bare = hasBullets ? line.replace(BULLET, "") : line;
    return mend(unquoted(bare) ?? bare).trim();
  });
  return rules.every((rule) => checkRule(rule, true).ok) ? rules : null;
}
