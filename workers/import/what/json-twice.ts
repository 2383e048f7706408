/** Keys that stand twice in one record of JSON, of which a reader of JSON keeps the last in silence: each is told apart. */

/** Behind a key that stood before in its record, and before which time it is: no text has it by itself. */
const AGAIN = "\u0000";
/** Records inside each other that are looked at: no answer has more. */
const MOST_DEPTH = 64;
const TOKENS = /[{}]|"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?/g;

/** The text with a mark behind every key that its record has already; the text itself where there is none. */
export function markTwiceNamed(text: string): string {
  const records: Map<string, number>[] = [];
  let depth = 0;
  return text.replaceAll(TOKENS, (token: string, key: string | undefined, colon: string | undefined) => {
    if (token === "{") {
      if (depth < MOST_DEPTH) records[depth] = new Map();
      depth++;
      return token;
    }
    if (token === "}") {
      depth--;
      return token;
    }
    const record = depth > MOST_DEPTH ? undefined : records[depth - 1];
    if (colon === undefined || key === undefined || !record) return token;
    const times = record.get(key) ?? 0;
    record.set(key, times + 1);
    return times === 0 ? token : `"${key}\\u0000${times}"${colon}`;
  });
}

/** A key as it was written. */
export function writtenKey(key: string): string {
  const at = key.indexOf(AGAIN);
  return at < 0 ? key : key.slice(0, at);
}

/** A title as pandas writes one that stands twice: `close.1`. */
export function countedTitle(key: string): string {
  return key.replace(AGAIN, ".");
}
