/** A page in a browser that WebDriver drives, as a person uses it: elements are named by XPath, and waited for. */
import { setTimeout as pause } from "node:timers/promises";
import type { DrivenBrowser } from "./web-driver.ts";

const WAIT_MS = 30_000;
/** What WebDriver calls an element's id. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
/** WebDriver's refusals of a click on a page that moves. */
const MOVED = /"(element click intercepted|stale element reference)"/;

export interface DrivenPage {
  readonly goTo: (url: string) => Promise<void>;
  readonly reload: () => Promise<void>;
  readonly click: (xpath: string) => Promise<void>;
  /** Into a field, or a path into a chooser of files. */
  readonly type: (xpath: string, text: string) => Promise<void>;
  readonly waitFor: (xpath: string) => Promise<void>;
  /** A part of the page's address. */
  readonly waitForAddress: (part: string) => Promise<void>;
  readonly isThere: (xpath: string) => Promise<boolean>;
  /** The body of a function in the page; what it returns is awaited. */
  readonly run: (script: string) => Promise<unknown>;
}

/** An element with a text of its own that contains this. */
export const text = (part: string): string => `//*[text()[contains(., ${JSON.stringify(part)})]]`;

/**
 * One that can be pressed.
 *
 * @param from - counted from 1
 */
export const button = (label: string, from = 1): string =>
  `(//button[not(@disabled)][normalize-space()=${JSON.stringify(label)}])[${from}]`;

export function drivenPage({ send }: DrivenBrowser): DrivenPage {
  const find = async (xpath: string): Promise<string | null> => {
    const body = { using: "xpath", value: xpath };
    const found = await send(["POST", "/elements", "WebDriver:FindElements"], body);
    const [first]: unknown[] = Array.isArray(found) ? found : [];
    const id: unknown = first === undefined ? null : Reflect.get(Object(first), ELEMENT);
    return typeof id === "string" ? id : null;
  };
  const run = (script: string): Promise<unknown> =>
    send(["POST", "/execute/sync", "WebDriver:ExecuteScript"], { script, args: [] });
  const until = async <T>(look: () => Promise<T | null>, what: string): Promise<T> => {
    for (const end = Date.now() + WAIT_MS; Date.now() < end;) {
      const found = await look();
      if (found !== null) return found;
      await pause(100);
    }
    const shown = await run("return location.href + '\\n' + document.body.innerText");
    throw new Error(`${what} is not there, but: ${String(shown)}`);
  };
  const wait = (xpath: string): Promise<string> => until(() => find(xpath), xpath);
  /** Null where the page moved meanwhile, so that something else lay there or the element is another one now. */
  const clickOnce = async (xpath: string): Promise<true | null> => {
    const id = await wait(xpath);
    const script = 'arguments[0].scrollIntoView({ block: "center", behavior: "instant" })'; // not under a bar
    try {
      await send(["POST", "/execute/sync", "WebDriver:ExecuteScript"], { script, args: [{ [ELEMENT]: id }] });
      await send(["POST", `/element/${id}/click`, "WebDriver:ElementClick"], { id });
      return true;
    } catch (error) {
      if (error instanceof Error && MOVED.test(error.message)) return null;
      throw error;
    }
  };
  const isQuiet = async (): Promise<true | null> => {
    const count = "return performance.getEntriesByType('resource').length";
    const before = await run(count);
    await pause(500);
    return (await run(count)) === before || null;
  };
  return {
    async goTo(url) {
      await until(isQuiet, "a page that has loaded all of its parts"); // what is cut off counts as an error of the page
      await send(["POST", "/url", "WebDriver:Navigate"], { url });
    },
    reload: async () => void (await send(["POST", "/refresh", "WebDriver:Refresh"], {})),
    click: async (xpath) =>
      void (await until(() => clickOnce(xpath), `${xpath} in a place where it can be clicked`)),
    async type(xpath, value) {
      const id = await wait(xpath);
      await send(["POST", `/element/${id}/value`, "WebDriver:ElementSendKeys"], { id, text: value });
    },
    waitFor: async (xpath) => void (await wait(xpath)),
    async waitForAddress(part) {
      await until(async () => String(await run("return location.href")).includes(part) || null, part);
    },
    isThere: async (xpath) => (await find(xpath)) !== null,
    run,
  };
}
