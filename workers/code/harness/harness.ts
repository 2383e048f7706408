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
import { cut } from "./kept.ts";
import { openBars } from "./open-bars.ts";
import { ownConsole } from "./own-console.ts";
import { ownText } from "./own-text.ts";
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
