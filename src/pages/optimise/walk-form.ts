/** The form of a walk-forward: years as people type them, and the windows that they make of a period. */
import { z } from "zod";
import "#workers/model/jitless.ts";
import { formatCount } from "#src/format/number.ts";
import { readAmount } from "#src/format/read-amount.ts";
import { MOST_SIMULATIONS } from "#src/run/walk-forward.ts";
import type { WalkSettings } from "#src/storage/walk-record.ts";
import { walkWindows } from "#workers/model/walk-windows.ts";
import type { DateSpan, WalkWindow } from "#workers/model/walk-windows.ts";

export interface WalkText {
  readonly choose: string;
  readonly trade: string;
}

export type ReadWalk =
  | {
      readonly type: "windows";
      readonly years: { readonly choose: number; readonly trade: number };
      readonly windows: readonly WalkWindow[];
    }
  | { readonly type: "wrong"; readonly messages: Readonly<Record<string, string>> };

const MOST_YEARS = 30;

const years = z.string().transform((text, context) => {
  const value = readAmount(text);
  if (value !== null && Number.isInteger(value) && value >= 1 && value <= MOST_YEARS) return value;
  context.addIssue({ code: "custom", message: `Type whole years, 1 to ${MOST_YEARS}.` });
  return z.NEVER;
});

const walkSchema = z.object({ choose: years, trade: years });

/** Five years to choose on and one to trade, less where the period is short. */
export function suggestedYears({ from, to }: DateSpan): WalkText {
  const whole = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return { choose: String(Math.max(1, Math.min(5, Math.floor(whole / 2)))), trade: "1" };
}

/** The years of a walk-forward as they were typed. */
export function typedYears({ choose, trade }: WalkSettings): WalkText {
  return { choose: String(choose), trade: String(trade) };
}

/** @param variants - of the grid, each run once in every window */
export function readWalk(text: WalkText, period: DateSpan, variants: number): ReadWalk {
  const parsed = walkSchema.safeParse(text);
  if (!parsed.success) {
    const messages: Record<string, string> = {};
    for (const { path, message } of parsed.error.issues) messages[path.join(".")] ??= message;
    return { type: "wrong", messages };
  }
  const windows = walkWindows(period, parsed.data);
  const message = problemOf(windows.length, variants);
  return message === null
    ? { type: "windows", years: parsed.data, windows }
    : { type: "wrong", messages: { walk: message } };
}

function problemOf(windows: number, variants: number): string | null {
  if (windows === 0) return "The period has no years left to trade on. Choose on fewer years.";
  if (windows * variants > MOST_SIMULATIONS)
    return `These are ${formatCount(windows * variants)} simulations, and ${formatCount(MOST_SIMULATIONS)} are the most at once. Take larger steps, or trade for more years.`;
  return null;
}
