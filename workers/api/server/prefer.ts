/** `Prefer: wait=SECONDS` of RFC 7240. */

const MOST_SECONDS = 60;

/** Milliseconds; 0 without it. */
export function waitOf(prefer: string | string[] | undefined): number {
  const all = Array.isArray(prefer) ? prefer.join(",") : (prefer ?? "");
  for (const part of all.split(",")) {
    const [, seconds] = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;.*)?$/i.exec(part) ?? [];
    if (seconds !== undefined) return Math.min(Number(seconds), MOST_SECONDS) * 1000;
  }
  return 0;
}
