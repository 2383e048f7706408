/** The worker of `npm run bench -- --code`: a field of a person's own in a room, and the built-in function in its place. */
import { browserRooms } from "#workers/code/browser-room.ts";
import { computeFields } from "#workers/code/computed-fields.ts";
import type { CodeTools } from "#workers/code/computed-fields.ts";
import { createKeptFields } from "#workers/code/kept-fields.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Market } from "#workers/model/market.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { columnWorks } from "./function-columns.ts";
import { syntheticMarket } from "./synthetic-market.ts";

export interface CodeBenchShape {
  readonly instruments: number;
  readonly sessions: number;
  /** Odd. */
  readonly rounds: number;
}

export type CodeBenchMessage =
  | { readonly type: "line"; readonly text: string }
  | { readonly type: "error"; readonly error: string }
  | { readonly type: "result"; readonly result: Readonly<Record<string, number>> };

const BUILT_IN = "sma(close, 200)";
/** The same sum rolled on, in a person's words. */
const SOURCE = `function compute({ close, length }) {
  const out = new Float64Array(length).fill(NaN)
  let sum = 0
  for (let bar = 0; bar < length; bar++) {
    sum += close[bar]
    if (bar >= 200) sum -= close[bar - 200]
    if (bar >= 199) out[bar] = sum / 200
  }
  return out
}`;

addEventListener("message", ({ data }: MessageEvent<CodeBenchShape>) => {
  measure(data).catch((error: unknown) => tell({ type: "error", error: String(error) }));
});

async function measure({ instruments, sessions, rounds }: CodeBenchShape): Promise<void> {
  const market = syntheticMarket({ instruments, sessions });
  const openRoom = browserRooms((request, ports) => postMessage(request, { transfer: ports }));
  const builtIn = columnWorks(market).byEvaluator({ text: BUILT_IN });
  const taken: Record<"builtIn" | "field" | "checks" | "again" | "compared", number[]> = {
    builtIn: [],
    field: [],
    checks: [],
    again: [],
    compared: [],
  };
  for (let round = 0; round <= rounds; round++) {
    const began = performance.now();
    builtIn();
    const one = performance.now() - began;
    // oxlint-disable-next-line no-await-in-loop -- rounds take turns
    const { field, checks, again, compared } = await measureField(market, openRoom);
    if (round === 0) continue; // until the code is compiled
    taken.builtIn.push(one);
    taken.field.push(field);
    taken.checks.push(checks);
    taken.again.push(again);
    taken.compared.push(compared);
  }
  const result = Object.fromEntries(Object.entries(taken).map(([name, all]) => [name, median(all)]));
  const { builtIn: own = 0, field = 0 } = result;
  const line = (name: string, key: keyof typeof taken, more = "") =>
    tell({
      type: "line",
      text: `${name.padEnd(50)}${median(taken[key]).toFixed(0).padStart(6)} ms  (${Math.min(...taken[key]).toFixed(0)} to ${Math.max(...taken[key]).toFixed(0)})${more}`,
    });
  tell({ type: "line", text: `${instruments} x ${sessions}, ${rounds} rounds` });
  line(`${BUILT_IN}, built in`, "builtIn");
  line(
    "the same as a field, hand-over included",
    "field",
    `  ${(field / own).toFixed(1)} times, ${(field - own).toFixed(0)} ms more`,
  );
  line("checks of 24 instruments", "checks");
  line("after a rule was edited", "again");
  line("checks of 24 gains whose number is ranked", "compared");
  tell({ type: "result", result });
}

async function measureField(market: Market, openRoom: CodeTools["openRoom"]) {
  const strategy = strategyOf("close > own");
  let [openedAt, computedAt] = [0, 0]; // planning comes before, as it does for the built-in function
  const tools: CodeTools = {
    openRoom: (source) => {
      if (computedAt === 0) openedAt = performance.now();
      return openRoom(source);
    },
    now: () => performance.now(),
    engine: "bench",
    kept: { fields: createKeptFields(Infinity), dataset: "synthetic" },
    onProgress: ({ what, done, of }) => {
      if (what === "computing" && done === of) computedAt = performance.now();
    },
  };
  const computed = await computeFields(strategy, market, tools);
  const ended = performance.now();
  if (!computed.ok) throw new Error(computed.problem.message);
  const edited = await computeFields(strategyOf("rank(own) < 10"), market, tools);
  if (!edited.ok) throw new Error(edited.problem.message);
  const editedAt = performance.now();
  const gains = await edited.value.checkGains(gainsIn(market));
  if (!gains.ok) throw new Error(gains.problem.message);
  return {
    field: computedAt - openedAt,
    checks: ended - computedAt,
    again: editedAt - ended,
    compared: performance.now() - editedAt,
  };
}

/** Of 24 instruments, at days that are evenly apart, the latest one largest. */
function gainsIn(market: Market) {
  const days = market.day.subarray(0, market.barOffset[1]);
  return market.instruments.slice(0, 24).map(({ symbol }, at) => ({
    instrument: symbol,
    entryDate: formatIsoDay(days[Math.floor(((at + 1) * days.length) / 25)] ?? 0),
    profit: 1 + at,
  }));
}

function strategyOf(rule: string): Strategy {
  const read = parseStrategy({
    format: "strategy/2",
    buy: { rules: [rule] },
    computed: [{ name: "own", language: "javascript", source: SOURCE }],
  });
  if (!read.ok) throw new Error(read.problem.message);
  return read.value;
}

function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN;
}

function tell(message: CodeBenchMessage): void {
  postMessage(message);
}
