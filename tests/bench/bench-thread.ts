/** The worker of `npm run bench -- --browser`: measures where the app does its work. */
import { runMeasures } from "./measures.ts";
import type { BenchResult, BenchShape, Figure } from "./measures.ts";

export type BenchMessage =
  | {
      readonly type: "figure";
      readonly figure: Figure;
      readonly size: Pick<BenchResult, "bars" | "csvBytes">;
    }
  | { readonly type: "result"; readonly result: BenchResult };

addEventListener("message", ({ data }: MessageEvent<BenchShape>) => void measure(data));

async function measure(shape: BenchShape): Promise<void> {
  const result = await runMeasures(shape, (figure, size) => tell({ type: "figure", figure, size }));
  tell({ type: "result", result });
}

function tell(message: BenchMessage): void {
  postMessage(message);
}
