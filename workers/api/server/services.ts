/** What the calls of the server work with. */
import type { CodeAllowed } from "../run-strategy.ts";
import type { Datasets } from "./datasets.ts";
import type { Guard } from "./guards.ts";
import type { Keys } from "./keys.ts";
import type { UploadTools } from "./upload.ts";
import type { WorkLine } from "./work-line.ts";
import type { WorkStore } from "./work-store.ts";

export interface Services {
  readonly version: string;
  readonly guard: Guard;
  readonly datasets: Datasets;
  readonly runs: WorkLine;
  readonly runStore: WorkStore;
  readonly sweeps: WorkLine;
  readonly sweepStore: WorkStore;
  readonly keys: Keys;
  readonly uploads: UploadTools;
  readonly allowCode: CodeAllowed;
  /** Ends when the server does: whoever waits is let go. */
  readonly stopping: AbortSignal;
  /** Address of this server; known when it answers. */
  readonly url: () => string;
  /** To standard error. Never a token or what a person sent. */
  readonly log: (line: string) => void;
}
