/**
 * The harness: what runs a person's text in JavaScript, in a browser's room and in Node alike. It shares a realm with
 * the text, so once the text has run it trusts nothing but kept functions, its own variables, elements of typed arrays
 * and own properties of what was sent to it.
 */
import { openRandom } from "#workers/model/random.ts";
import { bareGlobal, define } from "./bare-global.ts";
import { exceptionOf, SOURCE_NAME } from "./exception.ts";
import { collectNumbers } from "./collect-numbers.ts";
import { inTurn } from "./in-turn.ts";
import {
  bare,
  cut,
  Days,
  isArray,
  jsonOf,
  lowerCase,
  Numbers,
  setDays,
  setNumbers,
  textOf,
  typedArrayLength,
  typedArrayName,
} from "./kept.ts";
import { readNumbers } from "./read-numbers.ts";
import { stillClock } from "./still-clock.ts";
import type { BlockInstrument, FaultAnswer, RoomAnswer, RoomMessage } from "../room-messages.ts";

/** What a kind of room lends the harness. Each is kept by the room from before the text runs. */
export interface HarnessHost {
  readonly post: (answer: RoomAnswer) => void;
  /** Runs a script in the global scope and gives the value of its last statement; stacks are to call it by `name`. */
  readonly evaluate: (script: string, name: string) => unknown;
  /** Makes what calls `step` in a task of its own, after all promises of the present one. */
  readonly inNextTask: (step: () => void) => () => void;
  /** The real clock in milliseconds, never going back. */
  readonly now: () => number;
}

/** Bares the global; gives what takes the room's messages. */
export type StartHarness = (host: HarnessHost) => (message: RoomMessage) => void;

const LONGEST_NAME = 100;

type Fault = Omit<FaultAnswer, "type" | "lines">;
type Compute = (bars: object) => unknown;

/** Bares the global; gives what takes the room's messages. */
export function startHarness(host: HarnessHost): (message: RoomMessage) => void {
  const { post, evaluate, now } = host;
  let draw = openRandom("");
  let name = "";
  let compute: Compute | null = null;
  let isOver = false;

  const namesLeft = bareGlobal();
  stillClock();
  define(Math, "random", () => draw());
  const takeLines = ownConsole();

  const fail = ({ code, text, symbol, line, column }: Fault): void => {
    isOver = true;
    post({ type: "fault", code, text, symbol, line, column, lines: takeLines() });
  };
  const failAt = (thrown: unknown, symbol: string | null): void => {
    const { text, line, column } = exceptionOf(thrown);
    fail({ code: "code-failed", text, symbol, line, column });
  };

  const open = (source: string): void => {
    if (namesLeft.length > 0) {
      const text = `this engine does not let go of ${namesLeft.join(", ")}`;
      return fail({ code: "code-unavailable", text, symbol: null, line: null, column: null });
    }
    draw = openRandom(`${name}/`);
    const script = ownText(source);
    try {
      const value = evaluate(script, SOURCE_NAME);
      if (isCompute(value)) compute = value;
    } catch (thrown) {
      return failAt(thrown, null);
    }
    if (compute !== null) return sayOpened();
    const text = "there is no function compute at the top level";
    fail({ code: "code-failed", text, symbol: null, line: null, column: null });
  };
  const sayOpened = host.inNextTask(() => post({ type: "opened", lines: takeLines() }));

  const answers = collectNumbers(now, (numbers, instruments) =>
    post({ type: "numbers", numbers, instruments, lines: takeLines() }),
  );
  const computeOne = (bytes: ArrayBuffer, from: number, instrument: BlockInstrument): number => {
    const { symbol, length } = instrument;
    draw = openRandom(`${name}/${symbol}`);
    const { bars, end, unknownFact } = openBars(bytes, from, instrument);
    let fault: string | null = null;
    let thrown: unknown = null;
    let hasThrown = false;
    try {
      fault = readNumbers(compute?.(bars), length, answers.place());
    } catch (error) {
      thrown = error;
      hasThrown = true;
    }
    const unknown = unknownFact();
    if (unknown !== null) {
      const text = `fact("${cut(unknown, 0, LONGEST_NAME)}") is no fact of this dataset that the source names`;
      fail({ code: "rules-unknown-name", text, symbol, line: null, column: null });
    } else if (hasThrown) failAt(thrown, symbol);
    else if (fault !== null) fail({ code: "code-failed", text: fault, symbol, line: null, column: null });
    else answers.added(length);
    return end;
  };
  const take = inTurn(host.inNextTask, {
    begin: (bars) => answers.begin(bars),
    compute: (bytes, from, instrument) => (isOver ? null : computeOne(bytes, from, instrument)),
    done: (isLast) => answers.answer(isLast),
  });

  return (message) => {
    if (message.type === "open") {
      ({ name } = message);
      open(message.source);
    } else if (message.type === "block" && !isOver) take(message);
  };
}

function isCompute(value: unknown): value is Compute {
  return typeof value === "function";
}

/** Names of maps and sources in comments: developer tools would ask the network for what they name. */
const MAP_MARK = /(?<=\/[/*])[#@](?=[ \t]*source(?:Mapping)?URL=)/g;

/**
 * A person's source as the script that is evaluated: strict, under a name of its own, ending with its `compute`. Its places stay,
 * LINES_BEFORE further down.
 */
function ownText(source: string): string {
  const blanked = source.replace(MAP_MARK, " ");
  return `"use strict";\n${blanked}\n;typeof compute === "undefined" ? undefined : compute\n//# sourceURL=${SOURCE_NAME}`;
}

const BYTES = 8;
const DAY_BYTES = 4;

interface OpenedBars {
  /** Without a prototype: no setter of the person's can stand in the way of its names. */
  readonly bars: object;
  /** Where the next instrument begins in the block, in bytes. */
  readonly end: number;
  /** The first name of no fact that was asked for; null where there was none. */
  readonly unknownFact: () => string | null;
}

/** The `bars` that a person's `compute` is given: copies, of one instrument alone. */
function openBars(bytes: ArrayBuffer, from: number, instrument: BlockInstrument): OpenedBars {
  const { length, symbol, sector, hasDates, columns, facts, market } = instrument;
  let at = from;
  const nextColumn = (): Float64Array => {
    const copy = new Numbers(length);
    setNumbers(copy, new Numbers(bytes, at, length));
    at += length * BYTES;
    return copy;
  };
  const columnsOf = (names: readonly string[]): Record<string, unknown> => {
    const named = bare(null);
    for (let place = 0; place < names.length; place++) named[names[place] ?? ""] = nextColumn();
    return named;
  };
  let date: Int32Array | null = null;
  if (hasDates) {
    date = new Days(length);
    setDays(date, new Days(bytes, at, length));
    at += (length + (length % 2)) * DAY_BYTES;
  }
  const bars = columnsOf(columns);
  const byName = columnsOf(facts);
  let unknown: string | null = null;
  bars["length"] = length;
  bars["symbol"] = symbol;
  bars["sector"] = sector;
  if (date) bars["date"] = date;
  bars["fact"] = (name: unknown): unknown => {
    const found = typeof name === "string" ? byName[lowerCase(name)] : undefined;
    if (found !== undefined) return found;
    unknown ??= typeof name === "string" ? name : `a ${typeof name}`;
    throw new RangeError("fact: no fact of that name");
  };
  bars["market"] = market === null ? null : columnsOf(market);
  return { bars, end: at, unknownFact: () => unknown };
}

const MOST_LINES = 200;
const LONGEST_LINE = 1000;
const MOST_ELEMENTS = 20;

/** The console of a room: its lines are collected, the first 200 of them. Puts it in place; gives a function that takes what was written since its last call, each line with its end. */
function ownConsole(): () => string {
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
