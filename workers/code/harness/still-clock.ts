/** Dates whose clock stands at the first of January 2000, midnight, and whose place of the world is UTC. */
import { define } from "./bare-global.ts";
import { match, textOf } from "./kept.ts";

const STANDS_AT = 946_684_800_000;
/** What is read in the same way everywhere; other texts are read as each engine likes, so they are no date here. */
const ISO = /^(?:[+-]\d{6}|\d{4})(?:-\d\d(?:-\d\d)?)?(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/;
const PARTS = ["FullYear", "Month", "Date", "Day", "Hours", "Minutes", "Seconds", "Milliseconds"];
const TEXTS = [
  "toString",
  "toDateString",
  "toTimeString",
  "toLocaleString",
  "toLocaleDateString",
  "toLocaleTimeString",
];
const NOT_OF_THE_LANGUAGE = ["getYear", "setYear", "toTemporalInstant"];

/** Puts it in the place of the global Date. */
export function stillClock(): void {
  const Native = Date;
  const { apply, construct } = Reflect;
  const { parse: nativeParse, UTC } = Native;
  const { getTime, toUTCString } = Native.prototype;

  const parse = (text: unknown): number => {
    const date = textOf(text);
    const found = match(ISO, date);
    if (found === null) return NaN;
    return nativeParse(found[1] !== undefined && found[2] === undefined ? `${date}Z` : date);
  };
  const momentOf = (value: unknown): unknown => {
    if (value instanceof Native) return apply(getTime, value, []);
    return typeof value === "string" || typeof value === "object" ? parse(value) : value;
  };
  const Still = function Date(...values: unknown[]): unknown {
    if (new.target === undefined) return apply(toUTCString, new Native(STANDS_AT), []);
    if (values.length > 1) return construct(Native, [apply(UTC, Native, values)], new.target);
    return construct(Native, [values.length === 0 ? STANDS_AT : momentOf(values[0])], new.target);
  };
  Reflect.defineProperty(Still, "prototype", { value: Native.prototype, writable: false });
  define(Still, "now", () => STANDS_AT);
  define(Still, "parse", parse);
  define(Still, "UTC", UTC);
  define(globalThis, "Date", Still);

  const { prototype } = Native;
  define(prototype, "constructor", Still);
  for (const part of PARTS) {
    define(prototype, `get${part}`, Reflect.get(prototype, `getUTC${part}`));
    if (part !== "Day") define(prototype, `set${part}`, Reflect.get(prototype, `setUTC${part}`));
  }
  for (const name of TEXTS) define(prototype, name, toUTCString);
  define(prototype, "getTimezoneOffset", () => 0);
  for (const name of NOT_OF_THE_LANGUAGE) Reflect.deleteProperty(prototype, name);
}
