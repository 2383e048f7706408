/** Comparisons of the numbers of a date in plain words: `month >= 11` is "it is November or later in the year". */
import type { Sign, Syntax } from "#workers/rules/syntax.ts";

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/**
 * What stands behind "it is", and behind "it is not" for `!=`.
 *
 * @returns null where the left side is no number of a date, or the right one no such number as a literal
 */
export function dateWords(left: Syntax, sign: Sign, right: Syntax): string | null {
  const date = dateOf(left, right);
  if (date === null) return null;
  switch (sign) {
    case "=":
    case "!=":
      return date.words;
    case ">=":
      return `${date.words} or later${date.within}`;
    case "<=":
      return `${date.words} or earlier${date.within}`;
    case ">":
      return `later than ${date.words}${date.within}`;
    case "<":
      return `earlier than ${date.words}${date.within}`;
  }
}

/** Behind "it is", for `between`; null as in dateWords. */
export function dateRange(of: Syntax, low: Syntax, high: Syntax): string | null {
  const [first, last] = [dateOf(of, low), dateOf(of, high)];
  return first && last && `from ${first.words} to ${last.words}`;
}

function dateOf(name: Syntax, literal: Syntax): { readonly words: string; readonly within: string } | null {
  if (name.type !== "name" || name.args !== null || literal.type !== "number") return null;
  const { value } = literal;
  if (!Number.isInteger(value)) return null;
  switch (name.name.toLowerCase()) {
    case "weekday":
      return named(WEEKDAYS[value - 1], " in the week");
    case "month":
      return named(MONTHS[value - 1], " in the year");
    case "day":
      return named(`day ${value} of the month`, "");
    case "sessionofmonth":
      return named(`trading day ${value} of the month`, "");
    case "year":
      return named(String(value), "");
    default:
      return null;
  }
}

function named(words: string | undefined, within: string) {
  return words === undefined ? null : { words, within };
}
