/** The machine that Python runs on: Pyodide's CPython on WebAssembly, as Emscripten offers it, without Pyodide's packages. */
// oxlint-disable no-underscore-dangle -- Emscripten's names

/** What a machine is made of. */
export interface Ingredients {
  /** What the evaluated text of Pyodide gives. */
  readonly open: (settings: object) => Promise<Emscripten>;
  readonly module: WebAssembly.Module;
  readonly instantiate: (module: WebAssembly.Module, imports: object) => WebAssembly.Instance;
  /** Python's standard library, a zip. */
  readonly library: Uint8Array;
  /** Files of the wheels by path. */
  readonly wheels: ReadonlyMap<string, Uint8Array>;
}

/** Addresses are numbers. */
export interface Machine {
  /** All of its memory; another array once it has grown. */
  memory(): Uint8Array;
  allocate(bytes: number): number;
  free(at: number): void;
  /** Throws where the script raises. */
  run(script: string): void;
  /** The address of an object of `__main__`. */
  find(name: string): number;
  /** The bytes that the function gave for this piece of memory; null where it raised or gave something else. */
  call(callable: number, at: number, bytes: number): Uint8Array | null;
  /** All files of a folder, by path. */
  files(folder: string): ReadonlyMap<string, Uint8Array>;
}

interface Emscripten {
  readonly HEAPU8: Uint8Array;
  readonly FS: FileSystem;
  readonly ENV: Record<string, string>;
  stringToNewUTF8(text: string): number;
  _malloc(bytes: number): number;
  _free(at: number): void;
  _PyRun_SimpleString(text: number): number;
  _PyImport_AddModule(name: number): number;
  _PyObject_GetAttrString(object: number, name: number): number;
  _PyObject_CallOneArg(callable: number, argument: number): number;
  _PyMemoryView_FromMemory(at: number, bytes: number, flags: number): number;
  _PyBytes_AsString(object: number): number;
  _PyBytes_Size(object: number): number;
  _PyErr_Clear(): void;
  _Py_DecRef(object: number): void;
}

interface FileSystem {
  mkdirTree(path: string): void;
  writeFile(path: string, bytes: Uint8Array): void;
  readdir(path: string): string[];
  readFile(path: string): Uint8Array;
  stat(path: string): { readonly mode: number };
  isDir(mode: number): boolean;
}

/** Where Python looks for packages. */
export const PACKAGES = "/lib/python3.14/site-packages";
const WRITABLE = 0x200; // PyBUF_WRITE
const HOST_UNREACHABLE = 23; // EHOSTUNREACH of WASI
const FAILED = -1;
const ENVIRONMENT = {
  HOME: "/",
  PYTHONHASHSEED: "0", // sets are in the same order everywhere
  PYTHONDONTWRITEBYTECODE: "1",
  PYTHONINSPECT: "1", // the interpreter stays
  TZ: "UTC",
};

export interface Start {
  /** Files by path. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Whether Python is begun; else its memory is to come from a machine where it was. */
  readonly isPythonBegun: boolean;
}

export async function startMachine(
  { open, module, instantiate, library }: Ingredients,
  { files, isPythonBegun }: Start,
): Promise<Machine> {
  const noError = Symbol("no error");
  const emscripten = await open({
    API: {
      config: { env: {}, jsglobals: {} },
      runtimeEnv: { IN_BROWSER: true, IN_BROWSER_WEB_WORKER: true },
    },
    noInitialRun: !isPythonBegun,
    thisProgram: "python",
    arguments: [],
    preRun: [
      ({ FS, ENV }: Emscripten) => {
        for (const folder of [PACKAGES, "/lib/python3.14/lib-dynload"]) FS.mkdirTree(folder);
        FS.writeFile("/lib/python314.zip", library);
        for (const [path, bytes] of files) {
          FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
          FS.writeFile(path, bytes);
        }
        Object.assign(ENV, ENVIRONMENT);
      },
    ],
    instantiateWasm(
      imports: { readonly env: Record<string, unknown> },
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ) {
      const { env } = imports;
      env["Jsv_GetError_import"] = () => noError;
      env["JsvError_Check"] = (value: unknown) => (value === noError ? 1 : 0);
      // What leads from Python to JavaScript, to programs and to the network gives an error from here.
      for (const name of ["jslib_init_js", "pyodide_js_init", "_emscripten_system"]) env[name] = () => FAILED;
      for (const name of ["socket", "connect", "bind", "listen", "accept4"]) {
        env[`__syscall_${name}`] = () => -HOST_UNREACHABLE;
      }
      done(instantiate(module, imports), module);
      return {};
    },
  });
  return machineOf(emscripten);
}

function machineOf(emscripten: Emscripten): Machine {
  const withText = <T>(text: string, take: (at: number) => T): T => {
    const at = emscripten.stringToNewUTF8(text);
    const value = take(at);
    emscripten._free(at);
    return value;
  };
  return {
    memory: () => emscripten.HEAPU8,
    allocate: (bytes) => emscripten._malloc(bytes),
    free: (at) => emscripten._free(at),
    run(script) {
      const outcome = withText(script, (at) => emscripten._PyRun_SimpleString(at));
      if (outcome !== 0) throw new Error("python-machine: the room's own script failed");
    },
    find(name) {
      const main = withText("__main__", (at) => emscripten._PyImport_AddModule(at));
      return withText(name, (at) => emscripten._PyObject_GetAttrString(main, at));
    },
    call(callable, at, bytes) {
      const view = emscripten._PyMemoryView_FromMemory(at, bytes, WRITABLE);
      const given = emscripten._PyObject_CallOneArg(callable, view);
      emscripten._Py_DecRef(view);
      const from = given === 0 ? 0 : emscripten._PyBytes_AsString(given);
      const reply = from === 0 ? null : emscripten.HEAPU8.slice(from, from + emscripten._PyBytes_Size(given));
      if (reply === null) emscripten._PyErr_Clear();
      if (given !== 0) emscripten._Py_DecRef(given);
      return reply;
    },
    files(folder) {
      const found = new Map<string, Uint8Array>();
      collectFiles(emscripten.FS, folder, found);
      return found;
    },
  };
}

function collectFiles(fs: FileSystem, folder: string, into: Map<string, Uint8Array>): void {
  for (const name of fs.readdir(folder)) {
    if (name === "." || name === "..") continue;
    const path = `${folder}/${name}`;
    if (fs.isDir(fs.stat(path).mode)) collectFiles(fs, path, into);
    else into.set(path, fs.readFile(path));
  }
}
