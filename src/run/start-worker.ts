/** Makes the worker thread; the only line of the page that names its file. */
// oxlint-disable-next-line no-restricted-imports, import/default -- a URL, not code: the build makes the file it names
import workerUrl from "#workers/backtest.worker.ts?worker&url";

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

const policy =
  typeof trustedTypes === "undefined"
    ? null
    : trustedTypes.createPolicy("tidemark-worker", { createScriptURL: onlyOurs });

export function startWorker(): Worker {
  return new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: "module", name: "backtest" });
}

function onlyOurs(url: string): string {
  if (url !== workerUrl) throw new TypeError(`start-worker: ${url} is not the app's worker`);
  return url;
}
