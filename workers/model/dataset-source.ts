/** Where prices are that a run is asked to read. */
import type { AppliedSplit } from "./instruments.ts";

/** Where a dataset's prices are: files served with the app, or columns that an import stored on this device. */
export type DatasetSource =
  | {
      readonly type: "bundled";
      readonly files: readonly BundledFile[];
      /** Data rows of all the files, for the progress of reading them. */
      readonly rows: number;
    }
  | {
      readonly type: "stored";
      readonly datasetId: string;
      /** Adjusted for as the prices are read; none without it. */
      readonly splits?: readonly AppliedSplit[];
    };

export interface BundledFile {
  /** The name that messages use; without .gz where the server may unpack on the way. */
  readonly name: string;
  readonly url: string;
}
