/** What Pyodide's text sees of JavaScript: what Python needs to run, and nothing that leads out or differs between engines. */
import { define } from "./bare-global.ts";

/** Kept from before the global scope is bared. */
export interface Natives {
  readonly WebAssembly: typeof WebAssembly;
  readonly TextDecoder: typeof TextDecoder;
  readonly TextEncoder: typeof TextEncoder;
}

const MOST_BYTES = 512 * 2 ** 20;
const PAGE_BYTES = 65_536;

/**
 * By the names that the text looks for (python/classic-text.ts). Call it once a room: it holds the memory of all that
 * is made of WebAssembly there.
 *
 * @param drawByte - gives a number from 0 to 255, where Python asks the system for chance
 */
export function seenOf({ WebAssembly: native, ...coders }: Natives, drawByte: () => number): object {
  holdMemory(native.Memory);
  const seen = {
    ...coders,
    WebAssembly: pick(native),
    performance: { now: () => 0, timeOrigin: 0 },
    crypto: {
      getRandomValues: (bytes: Uint8Array) => {
        for (let at = 0; at < bytes.length; at++) bytes[at] = drawByte();
        return bytes;
      },
    },
    console: { log: nothing, warn: nothing, error: nothing, info: nothing, debug: nothing },
    setTimeout: refuse,
    clearTimeout: nothing,
    setInterval: refuse,
    clearInterval: nothing,
    eval: refuse,
    noImport: refuse,
    FinalizationRegistry: NoRegistry,
    WeakRef: FirmRef,
  };
  return { ...seen, globalThis: { ...seen, WorkerGlobalScope: nothing, BigInt64Array, BigUint64Array } };
}

/** Without stack switching, which some engines have: Python is to do the same in all of them. */
function pick(native: object): object {
  const names = `Module Instance Memory Table Global Tag Exception RuntimeError CompileError LinkError`.split(
    " ",
  );
  return Object.fromEntries(names.map((name) => [name, Reflect.get(native, name)]));
}

function holdMemory({ prototype }: typeof WebAssembly.Memory): void {
  const { grow } = prototype;
  define(prototype, "grow", function holdAt(this: WebAssembly.Memory, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE_BYTES > MOST_BYTES) throw new RangeError("no more memory");
    return Reflect.apply(grow, this, [pages]);
  });
}

function nothing(): void {}

function refuse(): never {
  throw new Error("not there in a room");
}

/** Nothing is told of the collector: an interpreter goes with all that it holds. */
class NoRegistry {
  register(): void {}
  unregister(): void {}
}

class FirmRef {
  readonly #target: unknown;
  constructor(target: unknown) {
    this.#target = target;
  }
  deref(): unknown {
    return this.#target;
  }
}
