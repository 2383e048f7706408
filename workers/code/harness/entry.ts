/** What a room calls of the harness, once it is one expression of JavaScript. */
export { startHarness } from "./harness.ts"; // for rooms of another kind
export { startInProcess } from "./process-host.ts";
export { startInWorker } from "./worker-host.ts";
