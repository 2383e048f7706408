/** What a room calls of Python's harness, once it is one expression of JavaScript. */
import { startInProcess as startProcess } from "./process-host.ts";
import type { ProcessTools } from "./process-host.ts";
import { startPython } from "./python-harness.ts";
import { startInWorker as startWorker } from "./worker-host.ts";

export const startInWorker = (): void => startWorker(startPython);
export const startInProcess = (tools: ProcessTools): void => startProcess(tools, startPython);
