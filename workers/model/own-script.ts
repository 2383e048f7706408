/** Addresses of the app's own scripts, as the Trusted Types policy of the page and of its workers wants them. */

/** What TypeScript's library leaves out; browsers without Trusted Types have none. What it makes stands for its text. */
declare const trustedTypes:
  | undefined
  | {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): {
        createScriptURL(url: string): string;
      };
    };

/**
 * The address of one script of ours: its policy lets nothing else through. Call it once a name: the browser refuses a
 * policy's name a second time.
 *
 * @param url - as the build names the script
 */
export function ownScript(name: string, url: string): string {
  if (typeof trustedTypes === "undefined") return url;
  const createScriptURL = (asked: string) => {
    if (asked !== url) throw new TypeError(`own-script: ${asked} is not the app's ${name} script`);
    return asked;
  };
  return trustedTypes.createPolicy(`tidemark-${name}`, { createScriptURL }).createScriptURL(url);
}
