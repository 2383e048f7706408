/** Chartink's way to name a day: "latest close", "1 day ago sma( close, 20 )". */
import type { MendNotes } from "./mend-notes.ts";
import { saidOf } from "./mend-notes.ts";
import { endOfBracket } from "./scan-calls.ts";

const LATEST = /\blatest\s+(?=[a-z])/i;
const AGO = /\b(\d+) days? ago\s+(?=[a-z])/i;
const NAME = /^[a-z_][\w.]*/i;

/** Each day behind what it stands before: "close[1]". */
export function mendDays(text: string, notes: MendNotes): string {
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
