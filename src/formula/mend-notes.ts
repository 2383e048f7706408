/** What the steps of a mending write down as they go. */
export interface MendNotes {
  readonly changes: Set<string>;
  readonly doubts: Set<string>;
}

/** "“crosses over” is written crosses above". */
export function saidOf(before: string, after: string): string {
  return after.trim() === ""
    ? `“${before.trim()}” is left out`
    : `“${before.trim()}” is written ${after.trim()}`;
}

export const COMMENT_LEFT_OUT = "the comment is left out";
