/** Addresses of the app's own worker scripts, as the page's Trusted Types policy wants them. */
import { booth } from "#src/storage/session.ts";
import { nameWorker } from "#workers/model/session.ts";

/** What TypeScript's DOM library leaves out; browsers without Trusted Types have none. */
declare const trustedTypes:
  | undefined
  | {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): {
        createScriptURL(url: string): URL;
      };
    };

/**
 * The address of one script of ours: its policy lets nothing else through. Call it once a name: the browser refuses a
 * policy's name a second time.
 *
 * @param url - as the build names the script
 */
export function ownScript(name: string, url: string): URL | string {
  if (typeof trustedTypes === "undefined") return url;
  const createScriptURL = (asked: string) => {
    if (asked !== url) throw new TypeError(`own-script: ${asked} is not the app's ${name} script`);
    return asked;
  };
  return trustedTypes.createPolicy(`tidemark-${name}`, { createScriptURL }).createScriptURL(url);
}

/** Makes the starter of one worker script: nothing else can be started by it. */
export function workerStarter(name: string, url: string): () => Worker {
  const script = ownScript(name, url);
  return () => new Worker(script, { type: "module", name: nameWorker(name, booth !== null) });
}
