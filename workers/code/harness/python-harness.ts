/**
 * Python's harness: takes Pyodide's files, makes an interpreter of them for each text, and speaks for it. The text runs
 * inside WebAssembly and has no way to JavaScript; the scope is bared all the same, before anything of Pyodide runs.
 */
import { openRandom } from "#workers/model/random.ts";
import { bareGlobal, define } from "./bare-global.ts";
import { collectNumbers } from "./collect-numbers.ts";
import { exceptionOf } from "./exception.ts";
import type { HarnessHost } from "./harness.ts";
import { inTurn } from "./in-turn.ts";
import { makeImage, startInterpreter } from "./python-instance.ts";
import type { Interpreter } from "./python-instance.ts";
import type { Ingredients } from "./python-machine.ts";
import { makeAsk } from "./python-orders.ts";
import type { OrderFault } from "./python-orders.ts";
import { seenOf } from "./python-seen.ts";
import type { Natives } from "./python-seen.ts";
import { stillClock } from "./still-clock.ts";
import type { BlockInstrument, BlockMessage, PackMessage, RoomMessage } from "../room-messages.ts";

const NUMBER_BYTES = 8;
const DAY_BYTES = 4;
const BYTE_VALUES = 256;

/** Bares the global; gives what takes the room's messages. */
export function startPython(host: HarnessHost): (message: RoomMessage) => void {
  const natives: Natives = { WebAssembly, TextDecoder, TextEncoder };
  const coders = { decoder: new TextDecoder(), encoder: new TextEncoder() };
  const namesLeft = bareGlobal();
  stillClock();
  let draw = openRandom("");
  define(Math, "random", () => draw());

  const files = comingFiles();
  const startFresh = keepImage(() =>
    mix(files, {
      natives,
      coders,
      evaluate: host.evaluate,
      drawByte: () => Math.floor(draw() * BYTE_VALUES),
    }),
  );
  const ask = makeAsk(coders);
  let text: OneText | null = null;

  const refuse = (why: string): void => {
    const place = { symbol: null, line: null, column: null };
    host.post({ type: "fault", code: "code-unavailable", text: why, ...place, lines: "" });
  };
  const start = async (): Promise<void> => {
    text = null;
    if (namesLeft.length > 0) return refuse(`this engine does not let go of ${namesLeft.join(", ")}`);
    draw = openRandom("");
    try {
      const python = await startFresh();
      text = openText(host, {
        ask: (order) => ask(python, order),
        seed: (name) => {
          draw = openRandom(name);
        },
      });
      host.post({ type: "started", lines: "" });
    } catch (error) {
      refuse(`Python did not start: ${exceptionOf(error).text}`);
    }
  };

  return (message) => {
    switch (message.type) {
      case "pack":
        return files.take(message);
      case "fresh":
        return void start();
      case "open":
        return text?.open(message.name, message.source);
      case "block":
        return text?.take(message);
    }
  };
}

interface Mixing {
  readonly natives: Natives;
  readonly coders: { readonly decoder: TextDecoder };
  readonly evaluate: HarnessHost["evaluate"];
  readonly drawByte: () => number;
}

function mix(files: ComingFiles, { natives, coders, evaluate, drawByte }: Mixing): Ingredients {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- classic-text.ts makes it so
  const module = evaluate(coders.decoder.decode(files.get("pyodide.js")), "pyodide.js") as (
    seen: object,
  ) => Ingredients["open"];
  const seen = seenOf(natives, drawByte);
  const { Module, Instance } = natives.WebAssembly;
  return {
    open: (settings) => module(seen)(settings),
    module: new Module(files.get("pyodide.wasm")),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Emscripten makes them
    instantiate: (made, imports) => new Instance(made, imports as WebAssembly.Imports),
    library: files.get("python.zip"),
    wheels: files.wheels(),
  };
}

/** Gives what makes fresh interpreters: the first time it takes longer. */
function keepImage(mixed: () => Ingredients): () => Promise<Interpreter> {
  let image: Promise<() => Promise<Interpreter>> | null = null;
  const make = async (): Promise<() => Promise<Interpreter>> => {
    const ingredients = mixed();
    const made = await makeImage(ingredients);
    return () => startInterpreter(ingredients, made);
  };
  return async () => (await (image ??= make()))();
}

/** What one text's interpreter is asked through. */
interface TextGround {
  readonly ask: (order: Parameters<ReturnType<typeof makeAsk>>[1]) => ReturnType<ReturnType<typeof makeAsk>>;
  /** All chance but Python's own `random` comes from this text, too. */
  readonly seed: (name: string) => void;
}

interface OneText {
  open(name: string, source: string): void;
  take(block: BlockMessage): void;
}

function openText({ post, now, inNextTask }: HarnessHost, { ask, seed }: TextGround): OneText {
  let field = "";
  let isOver = false;
  let written = ""; // by instruments that are not answered yet

  const fail = ({ code, text, line, column }: OrderFault, symbol: string | null, lines: string): void => {
    isOver = true;
    const place = { symbol, line: line ?? null, column: column ?? null };
    post({ type: "fault", code, text, ...place, lines: written + lines });
  };
  const answers = collectNumbers(now, (numbers, instruments) => {
    post({ type: "numbers", numbers, instruments, lines: written });
    written = "";
  });
  const computeOne = (bytes: ArrayBuffer, from: number, instrument: BlockInstrument): number | null => {
    const { symbol, length } = instrument;
    const size = sizeOf(instrument);
    const { into, at } = answers.place();
    const numbers = into.subarray(at, at + length);
    seed(`${field}/${symbol}`);
    const columns = new Uint8Array(bytes, from, size);
    const { fault, lines } = ask({ order: { op: "compute", ...instrument }, columns, numbers });
    if (fault !== null) {
      fail(fault, symbol, lines);
      return null;
    }
    makeUnknownAlike(numbers);
    written += lines;
    answers.added(length);
    return from + size;
  };
  const take = inTurn(inNextTask, {
    begin: (bars) => answers.begin(bars),
    compute: (bytes, from, instrument) => (isOver ? null : computeOne(bytes, from, instrument)),
    done: (isLast) => answers.answer(isLast),
  });

  return {
    open(name, source) {
      field = name;
      seed(`${name}/`);
      const { fault, lines } = ask({ order: { op: "open", name, source }, ...NOTHING_MORE });
      if (fault === null) post({ type: "opened", lines });
      else fail(fault, null, lines);
    },
    take(block) {
      if (!isOver) take(block);
    },
  };
}

const NOTHING_MORE = { columns: new Uint8Array(0), numbers: new Float64Array(0) };

/** Bytes of an instrument's columns in its block. */
function sizeOf({ length, hasDates, columns, facts, market }: BlockInstrument): number {
  const count = columns.length + facts.length + (market?.length ?? 0);
  return count * length * NUMBER_BYTES + (hasDates ? (length + (length % 2)) * DAY_BYTES : 0);
}

/** Infinite is unknown, and every NaN has the same bits. */
function makeUnknownAlike(numbers: Float64Array): void {
  for (let bar = 0; bar < numbers.length; bar++) {
    const value = numbers[bar] ?? Number.NaN;
    numbers[bar] = value - value === 0 ? value : Number.NaN;
  }
}

/** The files that Python is made of, as they come to the room, part by part. */
interface ComingFiles {
  take(part: PackMessage): void;
  /** Throws where it has not come. */
  get(file: string): Uint8Array<ArrayBuffer>;
  /** A person's packages, by the path that they get. */
  wheels(): ReadonlyMap<string, Uint8Array>;
}

const WHEEL = /^[^/]+\.whl$/;

function comingFiles(): ComingFiles {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    take({ file, size, at, bytes }) {
      const whole = files.get(file) ?? new Uint8Array(size);
      whole.set(new Uint8Array(bytes), at);
      files.set(file, whole);
    },
    get(file) {
      const whole = files.get(file);
      if (!whole) throw new Error(`the pack has no ${file}`);
      return whole;
    },
    wheels: () =>
      new Map([...files].flatMap(([file, whole]) => (WHEEL.test(file) ? [[`/wheels/${file}`, whole]] : []))),
  };
}
