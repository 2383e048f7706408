/** Counts what passes each rule on the last session of a strategy's period. */
import type { Job } from "../host/host.ts";
import { wantedBy } from "../host/wanted-market.ts";

export const preview: Job<"preview"> = async ({ markets }, request) => {
  const wanted = wantedBy(request);
  if (!wanted.ok) return wanted;
  const { previewStrategy } = await import("#workers/run/preview-strategy.ts"); // a run doesn't wait for this code
  return markets.on(wanted.value, ({ market }) => previewStrategy(request.strategy, market));
};
