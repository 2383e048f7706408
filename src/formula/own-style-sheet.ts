/**
 * CodeMirror's styles as a constructed style sheet. Its library writes a style element into a document with a head, which
 * the page's policy forbids, and a constructed sheet, which it allows, into a root that has none. So it first meets the
 * document without its head, and keeps the sheet that it makes then.
 */
import { StyleModule } from "style-mod";

let isThere = false;

/** Before the first editor is made. */
export function makeOwnStyleSheet(): void {
  if (isThere) return;
  isThere = true;
  const headless = new Proxy(document, {
    get(target, key) {
      const value: unknown = key === "head" ? null : Reflect.get(target, key, target);
      return value;
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  });
  StyleModule.mount(headless, []);
}
