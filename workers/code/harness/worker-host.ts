/** The harness in a browser: a classic worker with an opaque origin, which is handed one port and nothing else. */
import { startHarness } from "./harness.ts";
import type { StartHarness } from "./harness.ts";
import { bare, kept, keptGetter, typedArrayMemory } from "./kept.ts";
import { HARNESS_RUNS } from "../room-messages.ts";
import type { RoomAnswer, RoomMessage } from "../room-messages.ts";

/** Waits for the port that the room's page hands over. */
export function startInWorker(start: StartHarness = startHarness): void {
  globalThis.onmessage = ({ ports }: MessageEvent) => {
    globalThis.onmessage = null;
    const [port] = ports;
    if (port) startOn(port, start);
  };
}

function startOn(port: MessagePort, start: StartHarness): void {
  // Of a list it asks no more than how to go through it.
  const send = kept(port.postMessage as (this: MessagePort, message: unknown, list?: object) => void);
  const listOf = listOfOne();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the engine's worker alone has the other end
  const messageOf = keptGetter(MessageEvent.prototype, "data") as (event: unknown) => RoomMessage;
  const clock = performance;
  const now = kept<Performance, [], number>(clock.now);
  const Channel = MessageChannel;
  // oxlint-disable-next-line no-eval -- this is where a person's text runs
  const run = globalThis.eval; // never called by its own name, so that it knows the global scope alone

  const take = start({
    post: (answer: RoomAnswer) =>
      answer.type === "numbers"
        ? send(port, answer, listOf(typedArrayMemory(answer.numbers))) // moved: a copy would take as long as the way
        : send(port, answer),
    evaluate: (script) => run(script),
    inNextTask: (step) => {
      const { port1, port2 } = new Channel();
      port1.onmessage = () => step();
      return () => send(port2, null);
    },
    now: () => now(clock),
  });
  port.onmessage = (event) => take(messageOf(event));
  send(port, HARNESS_RUNS);
}

/** A list of one as `postMessage` goes through it: how an array is gone through may be the person's by now. */
function listOfOne(): (one: unknown) => object {
  let value: unknown = null;
  let isGiven = true;
  const turns = bare(null);
  turns["next"] = () => {
    const done = isGiven;
    isGiven = true;
    return { done, value };
  };
  const list = bare(null);
  Reflect.defineProperty(list, Symbol.iterator, { value: () => turns });
  return (one) => {
    value = one;
    isGiven = false;
    return list;
  };
}
