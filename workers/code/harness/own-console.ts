/** The console of a room: its lines are collected, the first 200 of them. */
import { define } from "./bare-global.ts";
import { cut, isArray, jsonOf, textOf, typedArrayLength, typedArrayName } from "./kept.ts";

export const MOST_LINES = 200;
const LONGEST_LINE = 1000;
const MOST_ELEMENTS = 20;

/** Puts it in place; gives a function that takes what was written since its last call, each line with its end. */
export function ownConsole(): () => string {
  let written = "";
  let calls = 0;
  const log = (...values: unknown[]): void => {
    if (calls === MOST_LINES) return;
    calls += 1;
    let line = "";
    for (let place = 0; place < values.length; place++) {
      line += `${place === 0 ? "" : " "}${shown(values[place])}`;
    }
    written += `${cut(line, 0, LONGEST_LINE)}\n`;
  };
  const own = {};
  for (const name of ["log", "info", "warn", "error", "debug"]) define(own, name, log);
  define(globalThis, "console", own);
  return () => {
    const lines = written;
    written = "";
    return lines;
  };
}

/** A person's objects may do anything when they are looked at, so whatever they throw is an answer, too. */
function shown(value: unknown): string {
  try {
    if (typeof value !== "object" || value === null) return textOf(value);
    const isTyped = typedArrayName(value) !== undefined;
    if (isTyped || isArray(value)) return elements(value, isTyped);
    const { message } = value as { message?: unknown };
    if (typeof message === "string") return message;
    const json = jsonOf(value);
    return typeof json === "string" ? json : "an object";
  } catch {
    return "(can't be shown)";
  }
}

function elements(value: object, isTyped: boolean): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an array of either kind
  const array = value as ArrayLike<unknown>;
  const length = Number(isTyped ? typedArrayLength(value) : array.length);
  let text = "";
  for (let place = 0; place < length && place < MOST_ELEMENTS; place++) {
    const element = array[place];
    text += `${place === 0 ? "" : ", "}${typeof element === "object" ? "..." : textOf(element)}`;
  }
  return `[${text}${length > MOST_ELEMENTS ? `, ... (${length})` : ""}]`;
}
