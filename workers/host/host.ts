/** What outlives a call of the worker: the market read last, the run gone through ahead of it, and the import under way. */
import { createImportHost } from "./import-host.ts";
import type { ImportHost } from "./import-host.ts";
import { createJobProgress } from "./job-progress.ts";
import type { JobProgress, StageShares } from "./job-progress.ts";
import { createMarketHost } from "./market-host.ts";
import type { MarketHost } from "./market-host.ts";
import { createRehearsal } from "./rehearsal.ts";
import type { Rehearsal } from "./rehearsal.ts";
import type { Result } from "../model/problem.ts";
import type { CallName, Calls, ProgressListener } from "../model/protocol.ts";

export interface Host {
  readonly markets: MarketHost;
  readonly rehearsal: Rehearsal;
  readonly imports: ImportHost;
}

/** What answers a call. @param onProgress - lives in the page; absent where nobody there listens */
export type Job<Name extends CallName> = (
  host: Host,
  request: Calls[Name]["request"],
  onProgress?: Calls[Name]["onProgress"],
) => Promise<Result<Calls[Name]["answer"]>>;

export function createHost(): Host {
  const pauses = { now: () => performance.now(), turn: letMessagesIn };
  return {
    markets: createMarketHost(pauses),
    rehearsal: createRehearsal(pauses),
    imports: createImportHost(),
  };
}

/** The progress of a job that begins now. */
export function startProgress(shares: StageShares, onProgress: ProgressListener = () => {}): JobProgress {
  const progress = createJobProgress(shares, () => performance.now(), onProgress);
  progress.tell("starting", 0);
  return progress;
}

/** A turn of the thread: messages that have come are answered before it is over. A timer would wait four times as long. */
function letMessagesIn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
