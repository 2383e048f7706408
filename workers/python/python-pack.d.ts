/** What the build says of Pyodide's files (offline/python-pack.ts). */
declare module "virtual:python-pack" {
  export const PYTHON_VERSION: string;
  export const PYTHON_FILES: readonly {
    /** The room's name for the file. */
    readonly file: string;
    /** Path on the app's own address. */
    readonly path: string;
    /** To load. */
    readonly bytes: number;
  }[];
}
