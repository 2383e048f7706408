/** Calls in a text that need not be right: their names, arguments and ends. */

export interface FoundCall {
  readonly name: string;
  /** Places in the text: of the name, and behind the closing bracket. */
  readonly from: number;
  readonly to: number;
  /** Without the blanks around them; [] for empty brackets. */
  readonly args: readonly string[];
}

const CALL = /([a-z_][\w.%]*)\s*\(/gi;

/** Replaces each call that `rewrite` has an answer for, those within others first. Brackets that don't close are left. */
export function rewriteCalls(text: string, rewrite: (call: FoundCall) => string | null): string {
  let after = text;
  // From right to left a call comes after all that stand within it.
  const starts = Array.from(text.matchAll(CALL), (match) => match.index).toReversed();
  for (const from of starts) {
    const call = callAt(after, from);
    const written = call && rewrite(call);
    if (call && written !== null) after = after.slice(0, from) + written + after.slice(call.to);
  }
  return after;
}

/** The call whose name begins there; null where it doesn't close. */
function callAt(text: string, from: number): FoundCall | null {
  const head = /^([a-z_][\w.%]*)\s*\(/i.exec(text.slice(from));
  if (!head) return null;
  const [opening, name = ""] = head;
  const open = from + opening.length;
  const close = endOfBracket(text, open);
  if (close === null) return null;
  return { name, from, to: close + 1, args: argumentsOf(text.slice(open, close)) };
}

/** Where the bracket that was opened just before `at` closes; null where it doesn't. */
export function endOfBracket(text: string, at: number): number | null {
  let depth = 1;
  for (let place = at; place < text.length; place++) {
    if (text[place] === "(" || text[place] === "[") depth += 1;
    if (text[place] === ")" || text[place] === "]") depth -= 1;
    if (depth === 0) return place;
  }
  return null;
}

function argumentsOf(inside: string): readonly string[] {
  if (inside.trim() === "") return [];
  const args: string[] = [];
  let depth = 0;
  let from = 0;
  for (const [at, sign] of Array.from(inside).entries()) {
    if (sign === "(" || sign === "[") depth += 1;
    if (sign === ")" || sign === "]") depth -= 1;
    if (sign !== "," || depth > 0) continue;
    args.push(inside.slice(from, at).trim());
    from = at + 1;
  }
  return [...args, inside.slice(from).trim()];
}
