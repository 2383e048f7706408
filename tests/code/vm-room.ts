/** The harness in a realm of Node's own, without any wall: for tests of what the harness itself does. */
import { createContext, runInContext } from "node:vm";
import { HARNESS_TEXT } from "#workers/code/harness-text.ts";
import type { HarnessHost } from "#workers/code/harness/harness.ts";
import { packBlocks } from "#workers/code/pack-blocks.ts";
import type { RoomBars } from "#workers/code/room.ts";
import type { FaultAnswer, RoomAnswer, RoomMessage } from "#workers/code/room-messages.ts";

export interface VmOutcome {
  readonly numbers: readonly (readonly number[])[];
  readonly fault: Omit<FaultAnswer, "type" | "lines"> | null;
  readonly lines: string;
}

/** Opens a fresh realm, runs the source over the instruments, and gives what was answered. */
export async function runInVm(source: string, instruments: readonly RoomBars[]): Promise<VmOutcome> {
  const realm = createContext();
  const answers: RoomAnswer[] = [];
  let wake: (() => void) | null = null;
  const host: HarnessHost = {
    post: (answer) => {
      answers.push(structuredClone(answer));
      wake?.();
    },
    evaluate: (script, filename) => runInContext(script, realm, { filename }),
    inNextTask: (step) => () => setImmediate(step),
    now: () => performance.now(),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its module exports it
  const { startHarness } = runInContext(HARNESS_TEXT, realm) as {
    startHarness: (host: HarnessHost) => (message: RoomMessage) => void;
  };
  const take = startHarness(host);
  take({ type: "open", name: "field", source });
  const blocks = [...packBlocks(instruments)];
  const numbers: number[][] = [];
  let lines = "";
  for (;;) {
    const answer = answers.shift();
    if (!answer) {
      // oxlint-disable-next-line no-await-in-loop -- answers come one after the other
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      continue;
    }
    lines += answer.lines;
    if (answer.type === "fault") {
      const { code, text, symbol, line, column } = answer;
      return { numbers, fault: { code, text, symbol, line, column }, lines };
    }
    if (answer.type === "opened") for (const block of blocks) take(block);
    else if (answer.type === "numbers") {
      let at = 0;
      for (let one = 0; one < answer.instruments; one++) {
        const length = instruments[numbers.length]?.length ?? 0;
        numbers.push([...answer.numbers.subarray(at, at + length)]);
        at += length;
      }
    }
    if (numbers.length === instruments.length) return { numbers, fault: null, lines };
  }
}

/** Bars whose closes are 1, 2, 3 ... */
export function plainBars(length: number, change: Partial<RoomBars> = {}): RoomBars {
  return {
    symbol: "AAA",
    sector: "Tech",
    length,
    date: null,
    columns: { close: Float64Array.from({ length }, (_, bar) => bar + 1) },
    facts: {},
    market: null,
    ...change,
  };
}
