/** The page of `npm run bench -- --rules --browser`: its worker measures, its console has the lines, `benchResult` the findings. */
import { describeGoals } from "./rules-goals.ts";
import { describeFinding } from "./rules-report.ts";
import type { RulesResult } from "./rules-figures.ts";
import type { RulesMessage, RulesOrder } from "./rules-thread.ts";

/** The bench's own, outside of the browser. */
declare global {
  /** Milliseconds that all threads of this page's process have worked. */
  var processorTime: () => Promise<number>;
  /** The most bytes that this page's process had; null where nothing tells them. */
  var memoryPeak: () => Promise<number | null>;
}

const asked = new URLSearchParams(location.search);
const numberOf = (name: string) => Number(asked.get(name));
const worker = new Worker(new URL("./rules-thread.ts", import.meta.url), { type: "module" });
worker.addEventListener("message", ({ data }: MessageEvent<RulesMessage>) => {
  switch (data.type) {
    case "finding":
      console.log(describeFinding(data.finding));
      break;
    case "result":
      void finish(data.result);
      break;
    case "clock":
      void globalThis.processorTime().then((milliseconds) => order({ type: "time", milliseconds }));
      break;
  }
});
worker.addEventListener("error", ({ message }) => {
  globalThis.benchResult = { error: message };
});
order({
  type: "measure",
  shape: {
    instruments: numberOf("instruments"),
    sessions: numberOf("sessions"),
    rounds: numberOf("rounds"),
    only: asked.get("only") ?? "",
  },
});

async function finish(result: RulesResult): Promise<void> {
  console.log(describeGoals(result, await globalThis.memoryPeak()));
  globalThis.benchResult = result;
}

function order(message: RulesOrder): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  worker.postMessage(message);
}
