/** The harness in a browser: a classic worker with an opaque origin, which is handed one port and nothing else. */
import { startHarness } from "./harness.ts";
import type { StartHarness } from "./harness.ts";
import { kept, keptGetter } from "./kept.ts";
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
  const send = kept<MessagePort, [unknown], void>(port.postMessage);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the engine's worker alone has the other end
  const messageOf = keptGetter(MessageEvent.prototype, "data") as (event: unknown) => RoomMessage;
  const clock = performance;
  const now = kept<Performance, [], number>(clock.now);
  const Channel = MessageChannel;
  // oxlint-disable-next-line no-eval -- this is where a person's text runs
  const run = globalThis.eval; // never called by its own name, so that it knows the global scope alone

  const take = start({
    post: (answer: RoomAnswer) => send(port, answer),
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
