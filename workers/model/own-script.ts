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

/** Names of the scripts that the app starts beside its pages; the policies of no others may be made. */
const OWN_SCRIPTS = ["backtest", "rows", "storage", "backup", "service-worker"] as const;
export type OwnScript = (typeof OWN_SCRIPTS)[number];

/** What their policies are called. */
export const POLICY_NAMES: readonly string[] = OWN_SCRIPTS.map(policyName);

/**
 * The address of one script of ours: its policy lets nothing else through. Call it once a name: the browser refuses a
 * policy's name a second time.
 *
 * @param url - as the build names the script
 */
export function ownScript(name: OwnScript, url: string): string {
  if (typeof trustedTypes === "undefined") return url;
  const createScriptURL = (asked: string) => {
    if (asked !== url) throw new TypeError(`own-script: ${asked} is not the app's ${name} script`);
    return asked;
  };
  return trustedTypes.createPolicy(policyName(name), { createScriptURL }).createScriptURL(url);
}

function policyName(script: OwnScript): string {
  return `tidemark-${script}`;
}
