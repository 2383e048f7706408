/**
 * `npm run bench -- --python`: the example of Python with plain loops over 100 instruments of 6,500 bars, in a room of a
 * process. What it takes to start is told apart: the first room, and rooms that are kept warm.
 */
import { CODE_EXAMPLES } from "#src/code/examples.ts";
import { mentionsOf } from "#workers/code/mentions.ts";
import { processRooms } from "#workers/code/process-room.ts";
import { makeBarsOf } from "#workers/code/room-bars.ts";
import { syntheticMarket } from "./synthetic-market.ts";

const INSTRUMENTS = 100;
const SESSIONS = 6500;
const ROUNDS = 5;
const GOAL_MS = 20_000;

const example = CODE_EXAMPLES.find(({ language }) => language === "python");
if (!example) throw new Error("python-bench: there is no example in Python");
const market = syntheticMarket({ instruments: INSTRUMENTS, sessions: SESSIONS });
const barsOf = makeBarsOf({ market, isAdjusted: false, benchmark: null }, mentionsOf(example.source));
const bars = Array.from({ length: INSTRUMENTS }, (_, instrument) => barsOf(instrument));
const open = processRooms();
const starts: number[] = [];
const works: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const begun = performance.now();
  // oxlint-disable-next-line no-await-in-loop -- one after the other: they would share the processors
  const room = await open({ name: "own", language: "python", source: example.source });
  if (!room.ok) throw new Error(room.problem.text);
  starts.push(performance.now() - begun);
  const opened = performance.now();
  // oxlint-disable-next-line no-await-in-loop -- as above
  const found = await room.value.compute(bars);
  if (!found.ok) throw new Error(found.problem.text);
  works.push(performance.now() - opened);
  room.value.close();
}
const [first = 0, ...warm] = starts;
const shown = (ms: number) => `${ms.toFixed(0)} ms`;
console.log(`Python starts in ${shown(first)}, in a room kept warm in ${shown(median(warm))}`);
console.log(
  `"${example.title}" over ${INSTRUMENTS} x ${SESSIONS}: ${shown(median(works))} (goal: under ${shown(GOAL_MS)})`,
);

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
