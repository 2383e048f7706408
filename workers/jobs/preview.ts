/** Counts what passes each rule on the last session of a strategy's period. */
import type { Host } from "../host/host.ts";
import { wantedBy } from "../host/wanted-market.ts";
import type { Preview } from "../model/preview.ts";
import type { Result } from "../model/problem.ts";
import type { RunRequest } from "../model/protocol.ts";

export async function preview({ markets }: Host, request: RunRequest): Promise<Result<Preview>> {
  const wanted = wantedBy(request);
  if (!wanted.ok) return wanted;
  const { previewStrategy } = await import("../preview-strategy.ts"); // a run doesn't wait for this code
  return markets.on(wanted.value, ({ market }) => previewStrategy(request.strategy, market));
}
