/**
 * Pyodide's module as one expression that a classic script evaluates: a function of what the interpreter may see of
 * JavaScript. Its package takes itself for a module and looks for the page, for Node, for files: here it finds what it
 * is handed, and by the names below nothing else.
 */

/** What the text might look for in the global scope. The room hands it some of them; the others are undefined there. */
const SEEN = `globalThis self window document location navigator process require module Buffer eval fetch
  XMLHttpRequest WebSocket WebAssembly performance crypto console setTimeout clearTimeout setInterval clearInterval
  setImmediate queueMicrotask postMessage addEventListener importScripts MessageChannel FinalizationRegistry WeakRef
  TextDecoder TextEncoder URL Intl SharedArrayBuffer Atomics structuredClone read load print quit noImport`.split(
  /\s+/,
);

const META = /\bimport\.meta\.url\b/g;
const IMPORT = /\bimport\(/g;
const EXPORT = "export default _createPyodideModule;";

/** @param module - pyodide.asm.mjs @throws where it is not made as it was */
export function classicText(module: string): string {
  const parts = module.split(EXPORT);
  const [body = "", after] = parts;
  if (parts.length !== 2 || after?.trim() !== "")
    throw new Error("classic-text: Pyodide's module ends in another way");
  const script = body.replace(META, '"pyodide:"').replace(IMPORT, "noImport(");
  // The outer function is not strict, so that it may have a parameter called eval; all of Pyodide is.
  return `(function ({ ${SEEN.join(", ")} }) { return (function () { "use strict";
${script}
return _createPyodideModule; })(); })`;
}
