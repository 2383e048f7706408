/** What a worker says to its page of Python: it is loaded when code in it first runs, and takes a moment to start. */

const PYTHON_NEWS = "tidemark-python-news";

export type PythonStage =
  | { readonly name: "loading"; readonly bytes: number; readonly bytesTotal: number }
  | { readonly name: "starting" }
  | { readonly name: "ready" }
  /** What came to an end before it was ready; why is told where the code was to run. */
  | { readonly name: "failed" };

export interface PythonNews {
  readonly type: typeof PYTHON_NEWS;
  readonly stage: PythonStage;
}

export function pythonNews(stage: PythonStage): PythonNews {
  return { type: PYTHON_NEWS, stage };
}

export function isPythonNews(data: unknown): data is PythonNews {
  return typeof data === "object" && data !== null && "type" in data && data.type === PYTHON_NEWS;
}
