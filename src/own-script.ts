/** Starts the app's own worker scripts. */
import { booth } from "#src/storage/session.ts";
import { ownScript } from "#workers/model/own-script.ts";
import type { OwnScript } from "#workers/model/own-script.ts";
import { nameWorker } from "#workers/model/session.ts";

/** Makes the starter of one worker script: nothing else can be started by it. */
export function workerStarter(name: OwnScript, url: string): () => Worker {
  const script = ownScript(name, url);
  return () => new Worker(script, { type: "module", name: nameWorker(name, booth !== null) });
}
