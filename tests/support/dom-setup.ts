/** Of every test of pages. Pages are loaded on first use, which takes a busy machine longer than the library's second. */
import "fake-indexeddb/auto";
import { cleanup, configure, getConfig, prettyDOM } from "@testing-library/react";
import { Dexie } from "dexie";
import CSSPropertyManager from "happy-dom/lib/css/declaration/property-manager/CSSPropertyManager.js";
import { afterEach, vi } from "vitest";

/** Before a test puts clocks of its own in its place. */
const nextTurn = setImmediate;

configure({ asyncUtilTimeout: 30_000, getElementError, asyncWrapper: withItsEffects });
emptyPage();
await Promise.all((await Dexie.getDatabaseNames()).map((name) => Dexie.delete(name)));
afterEach(cleanup);

/** The files of a thread share its DOM, and its databases. */
function emptyPage(): void {
  localStorage.clear();
  sessionStorage.clear();
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  history.replaceState(null, "", "/");
}

/** What a person does is awaited with all that it leads to: a turn draws it, others what its effects change. */
async function withItsEffects<T>(work: () => Promise<T>): Promise<T> {
  const result = await work();
  for (let turn = 0; turn < 4; turn++) {
    await new Promise((resolve) => {
      nextTurn(resolve);
    });
  }
  return result;
}

/** Has the page in its message, as usual, but not for each look of a wait: only the last one's error is read. */
function getElementError(message: string | null, container: Element): Error {
  const isLooking = Reflect.get(getConfig(), "_disableExpensiveErrorDiagnostics") === true;
  const error = new Error(isLooking ? (message ?? "") : `${message ?? ""}\n\n${prettyDOM(container) || ""}`);
  error.name = "TestingLibraryElementError";
  return error;
}

/** Styles are handed down from element to element by copies; structuredClone, which is usual, takes a tenth of all time. */
CSSPropertyManager.prototype.clone = function clone() {
  const copy = new CSSPropertyManager();
  for (const [name, property] of Object.entries(this.properties)) copy.properties[name] = { ...property };
  Object.assign(copy, { definedPropertyNames: { ...Reflect.get(this, "definedPropertyNames") } });
  return copy;
};

/** This DOM has no workers: a page never hears of what it asks unless a test answers in the worker's place. */
vi.mock("#src/run/ask.ts", async () => (await import("./asked.ts")).answeredByTest);

/** This DOM has no layout: the editor of a formula never comes, and the plain field stays. */
vi.mock("#src/formula/use-editor.ts", async () => {
  const { useRef } = await import("react");
  return { useEditor: () => ({ hostRef: useRef(null), plainRef: useRef(null), editor: null }) };
});
