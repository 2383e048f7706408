import type { Mend } from "./mend.ts";
import type { StepKey } from "./steps.ts";

/** Something that a person should look at before starting. */
export interface Advice {
  readonly step: StepKey;
  readonly message: string;
  /** A run is refused for it; else it only warns. */
  readonly stopsStart: boolean;
  /** null where a person has to think for themselves. */
  readonly mend: Mend | null;
}
