/** What is asked of room.py, in the memory of its interpreter: an order in JSON and columns go in, numbers and a reply come out. */
import { exceptionOf } from "./exception.ts";
import type { Interpreter } from "./python-instance.ts";
import type { FaultAnswer } from "../room-messages.ts";

/** What an order takes along, and where its numbers go. */
export interface Order {
  /** What room.py reads of it. */
  readonly order: object;
  readonly columns: Uint8Array;
  readonly numbers: Float64Array;
}

/** What room.py replies, in JSON: a text that has changed it may have put anything there. */
export interface Reply {
  readonly fault: OrderFault | null;
  /** What print wrote. */
  readonly lines: string;
}

export interface OrderFault {
  readonly code: FaultAnswer["code"];
  readonly text: string;
  readonly line?: number;
  readonly column?: number;
}

const LENGTH_BYTES = 8;
const ALIGNED = 8;

export function makeAsk(coders: { readonly decoder: TextDecoder; readonly encoder: TextEncoder }) {
  const { decoder, encoder } = coders;
  return (python: Interpreter, { order, columns, numbers }: Order): Reply => {
    const text = encoder.encode(JSON.stringify(order));
    const columnsAt = LENGTH_BYTES + Math.ceil(text.length / ALIGNED) * ALIGNED;
    const numbersAt = columnsAt + columns.length;
    const before = (memory: Uint8Array): void => {
      new DataView(memory.buffer, memory.byteOffset).setUint32(0, text.length, true);
      memory.set(text, LENGTH_BYTES);
      memory.set(columns, columnsAt);
    };
    const { buffer, byteOffset, byteLength } = numbers;
    const after = (memory: Uint8Array): void =>
      new Uint8Array(buffer, byteOffset, byteLength).set(memory.subarray(numbersAt));
    try {
      const reply = python.call(numbersAt + byteLength, before, after);
      if (reply === "no-memory")
        return faulty(
          "code-too-big",
          "Python had no memory left of the 512 MB that it may take: keep fewer numbers at a time",
        );
      if (reply === "failed") return faulty("code-failed", "the text changed what Python itself needs");
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- who reads the room's answer looks at it again
      return JSON.parse(decoder.decode(reply)) as Reply;
    } catch (error) {
      // What leaves the interpreter in this way ends it: a stack that is too deep, os.abort, os._exit.
      return faulty("code-failed", `Python ended: ${exceptionOf(error).text}`);
    }
  };
}

function faulty(code: OrderFault["code"], text: string): Reply {
  return { fault: { code, text }, lines: "" };
}
