/**
 * The harness in a process of Node's own, between two pipes: messages come in on one and answers go out on the other, each as
 * two lengths (little-endian, 32 bits), a header in JSON and bytes. The pipe is all that it waits for.
 */
import { startHarness } from "./harness.ts";
import type { HarnessHost, StartHarness } from "./harness.ts";
import { jsonOf, kept, Numbers, setNumbers, textOf, typedArrayLength } from "./kept.ts";
import type { RoomAnswer, RoomMessage } from "../room-messages.ts";

/** What the process lends: its modules are gone from the global scope once the harness has started. */
export interface ProcessTools {
  /** As Node's, of the bytes from `at` on; 0 at the end of the pipe. */
  readonly readSync: (file: number, into: Uint8Array, at: number, length: number) => number;
  readonly writeSync: (file: number, from: Uint8Array, at: number, length: number) => number;
  readonly evaluate: HarnessHost["evaluate"];
  /** Milliseconds, never going back. */
  readonly now: () => number;
  /** Calls it once all promises have done what they do now. */
  readonly inNextTask: (step: () => void) => void;
}

/** Kept, as all that is used once the text has run. */
const asNumber = Number;

const [IN, OUT] = [0, 1];
const LENGTHS_BYTES = 8;
const NUMBER_BYTES = 8;

/** Goes on until the pipe is closed. */
export function startInProcess(
  { readSync, writeSync, evaluate, now, inNextTask }: ProcessTools,
  start: StartHarness = startHarness,
): void {
  const [Bytes, Memory, View] = [Uint8Array, ArrayBuffer, DataView];
  const lengthAt = kept(View.prototype.getUint32);
  const putLength = kept(View.prototype.setUint32);
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()];
  const decode = kept(decoder.decode);
  const encode = kept(encoder.encode);
  const parse: (text: string) => unknown = JSON.parse;
  let waiting: (() => void) | null = null;

  /** So many bytes, or null where the pipe was closed. */
  const read = (bytes: number): ArrayBuffer | null => {
    const memory = new Memory(bytes);
    const into = new Bytes(memory);
    for (let at = 0; at < bytes;) {
      const got = readSync(IN, into, at, bytes - at);
      if (got === 0) return null;
      at += got;
    }
    return memory;
  };
  const write = (from: Uint8Array, bytes: number): void => {
    for (let at = 0; at < bytes;) at += writeSync(OUT, from, at, bytes - at);
  };
  const post = (answer: RoomAnswer): void => {
    const { numbers, ...rest } = answer.type === "numbers" ? answer : { ...answer, numbers: null };
    const header = encode(encoder, textOf(jsonOf({ ...rest, toJSON: undefined }))); // not one of Object.prototype
    const headerBytes = asNumber(typedArrayLength(header));
    const count = numbers === null ? 0 : asNumber(typedArrayLength(numbers));
    const memory = new Memory(LENGTHS_BYTES);
    const lengths = new View(memory);
    putLength(lengths, 0, headerBytes, true);
    putLength(lengths, LENGTHS_BYTES / 2, count * NUMBER_BYTES, true);
    write(new Bytes(memory), LENGTHS_BYTES);
    write(header, headerBytes);
    if (numbers === null) return;
    const body = new Memory(count * NUMBER_BYTES);
    setNumbers(new Numbers(body), numbers);
    write(new Bytes(body), count * NUMBER_BYTES);
  };

  const take = start({
    post,
    evaluate,
    inNextTask: (step) => () => {
      waiting = step;
    },
    now,
  });
  /** What waits is done in tasks of its own, so that promises come before it; then the next message is read. */
  const goOn = (): void => {
    if (waiting === null) {
      if (!takeOne()) return;
    } else {
      const step = waiting;
      waiting = null;
      step();
    }
    inNextTask(goOn);
  };
  const takeOne = (): boolean => {
    const lengths = read(LENGTHS_BYTES);
    if (lengths === null) return false;
    const view = new View(lengths);
    const header = read(lengthAt(view, 0, true));
    const bytes = read(lengthAt(view, LENGTHS_BYTES / 2, true));
    if (header === null || bytes === null) return false;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the run's own process alone has the other end
    const message = parse(decode(decoder, new Bytes(header))) as RoomMessage;
    take(message.type === "block" || message.type === "pack" ? { ...message, bytes } : message);
    return true;
  };
  inNextTask(goOn);
}
