/** The harness's port in a browser, in a realm of Node's own: its numbers are moved, whatever the text did to arrays. */
import { createContext, runInContext } from "node:vm";
import { expect, it } from "vitest";
import { HARNESS_TEXT } from "#workers/code/harness-text.ts";
import { packBlocks } from "#workers/code/pack-blocks.ts";
import type { RoomMessage } from "#workers/code/room-messages.ts";
import { plainBars } from "./vm-room.ts";

/** Counts whoever goes through an array, or asks an object for the names by which iterators are known. */
const TAKEN = `let calls = 0
  const take = () => { calls++; return [] }
  const { defineProperty } = Reflect
  const hidden = { __proto__: null, value: take, configurable: true }
  const open = { __proto__: null, get: take, set: take, configurable: true }
  const ofArrays = [Symbol.iterator, "values", "map", "push"]
  const ofObjects = ["next", "done", "value", "transfer"]
  for (let at = 0; at < 4; at++) defineProperty(Array.prototype, ofArrays[at], hidden)
  for (let at = 0; at < 4; at++) defineProperty(Object.prototype, ofObjects[at], open)
  function compute({ close }) { console.log(calls); return close }`;

class Event {
  readonly #data: unknown;
  constructor(data: unknown) {
    this.#data = data;
  }
  get data(): unknown {
    return this.#data;
  }
}

/** Its method is known by every port, as a browser's is. */
class Port {
  onmessage: ((event: Event) => void) | null = null;
  readonly #hear: (value: unknown, list: Iterable<ArrayBuffer>) => void;
  constructor(hear: (value: unknown, list: Iterable<ArrayBuffer>) => void) {
    this.#hear = hear;
  }
  postMessage(value: unknown, list: Iterable<ArrayBuffer> = []): void {
    this.#hear(value, list);
  }
}

/** What its second port is given is handed to the first in a task of its own. */
class Channel {
  readonly port1: Port = new Port(() => {});
  readonly port2: Port = new Port((value) => setImmediate(() => this.port1.onmessage?.(new Event(value))));
}

it("moves its numbers out, by a list that is no array", async () => {
  const realm: { onmessage?: (event: unknown) => void } = {};
  createContext(Object.assign(realm, { MessageEvent: Event, MessageChannel: Channel, performance }));
  runInContext(`${HARNESS_TEXT}.startInWorker()`, realm);
  const said: unknown[] = [];
  const moved: number[] = [];
  await new Promise<void>((resolve) => {
    const port = new Port((value, list) => {
      const transfer = Array.from(list);
      said.push(structuredClone(value, { transfer }));
      moved.push(...transfer.map(({ byteLength }) => byteLength)); // 0 once it is gone
      if (value === null)
        for (const message of MESSAGES) setImmediate(() => port.onmessage?.(new Event(message)));
      if (said.length === 4) resolve();
    });
    realm.onmessage?.({ ports: [port] });
  });
  expect(said).toMatchObject([
    null,
    { type: "opened" },
    { type: "numbers", numbers: Float64Array.of(1, 2, 1, 2, 3), instruments: 2, lines: "0\n0\n" },
    { type: "numbers", numbers: Float64Array.of(1), instruments: 1, lines: "0\n" },
  ]);
  expect(moved).toEqual([0, 0]);
});

const MESSAGES: readonly RoomMessage[] = [
  { type: "open", name: "own", source: TAKEN },
  ...packBlocks([plainBars(2), plainBars(3)]),
  ...packBlocks([plainBars(1)]),
];
