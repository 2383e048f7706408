/** The client where files can be read: without url and token, and without the environment variables, it finds the server that runs. */
export type {
  Axis,
  Dataset,
  NamedFile,
  Numbers,
  Performance,
  Position,
  Problem,
  Question,
  Row,
  RunResult,
  Strategy,
  WaitOptions,
  WorkRecord,
} from "./index.mjs";
export { Tidemark, TidemarkError } from "./index.mjs";
