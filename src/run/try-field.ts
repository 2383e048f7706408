/**
 * Has a worker try a person's number on one instrument. It is one of its own, so that what is typed waits for no count of
 * the builder and a cancelled trial ends no other work; end it when nothing is tried any more.
 */
import type { ComputedField } from "#workers/model/computed-field.ts";
import type { FieldTrial } from "#workers/model/field-trial.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { requestToRun } from "./ask.ts";

export interface TrialOrder {
  /** Says on which prices and against which benchmark. */
  readonly strategy: Strategy;
  readonly datasetId: string;
  readonly field: ComputedField;
  /** null where only the syntax is to be looked at. */
  readonly instrument: string | null;
  /** It is to be run again, alone and on shorter histories, which takes longer. */
  readonly isChecked: boolean;
}

export interface TrialDesk {
  /**
   * One at a time. Aborting gives the problem "cancelled" at once; one that is not wanted any more ends at its next step, and the
   * prices stay in memory.
   */
  readonly run: (
    order: TrialOrder,
    signal: AbortSignal,
    isWanted: () => boolean,
  ) => Promise<Result<FieldTrial>>;
  readonly end: () => void;
}

export async function openTrialDesk(): Promise<TrialDesk> {
  const { createBrowserClient } = await import("./browser-client.ts");
  const client = createBrowserClient();
  return {
    run: async ({ strategy, datasetId, ...order }, signal, isWanted) => {
      const request = await requestToRun({ strategy, datasetId });
      if (!request.ok) return request;
      const onProgress = async () => isWanted();
      return client.call("tryField", { ...request.value, ...order }, { onProgress, signal });
    },
    end: () => client.endIdle(),
  };
}
