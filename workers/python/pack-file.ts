/** A file that Python is made of: pyodide.js, pyodide.wasm, python.zip, and a person's wheels by their names. */
export interface PackFile {
  readonly file: string;
  readonly bytes: Uint8Array;
}
