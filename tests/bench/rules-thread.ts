/** The worker of `npm run bench -- --rules --browser`: measures where the app does its work, by a clock that the page asks for it. */
import * as talib from "talib-web";
import talibBinary from "talib-web/lib/talib.wasm?url";
import type { Market } from "#workers/model/market.ts";
import type { RulesFinding, RulesResult, RulesShape } from "./rules-figures.ts";
import { rulesMarket } from "./rules-market.ts";
import { runRulesMeasures } from "./rules-measures.ts";

export type RulesMessage =
  | { readonly type: "finding"; readonly finding: RulesFinding }
  | { readonly type: "result"; readonly result: RulesResult }
  /** Wants to know how long processors have worked. */
  | { readonly type: "clock" };

export type RulesOrder =
  | { readonly type: "measure"; readonly shape: RulesShape }
  | { readonly type: "time"; readonly milliseconds: number };

let tellTime: (milliseconds: number) => void = () => {};

addEventListener("message", ({ data }: MessageEvent<RulesOrder>) => {
  if (data.type === "time") tellTime(data.milliseconds);
  else void measure(data.shape);
});

async function measure(shape: RulesShape): Promise<void> {
  const openMarket = async (): Promise<Market> => rulesMarket(shape);
  const tools = { clock: processorTime, openMarket, loadTaLib };
  const result = await runRulesMeasures(shape, tools, (finding) => tell({ type: "finding", finding }));
  tell({ type: "result", result });
}

async function loadTaLib(): Promise<typeof talib> {
  await talib.init(talibBinary);
  return talib;
}

/** While it is waited for, this thread stands still. */
function processorTime(): Promise<number> {
  return new Promise((resolve) => {
    tellTime = resolve;
    tell({ type: "clock" });
  });
}

function tell(message: RulesMessage): void {
  postMessage(message);
}
