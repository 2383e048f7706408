/** Interpreters of Python, each as fresh as the first: they begin with the memory of one in which nothing of a person ran. */
import { PACKAGES, startMachine } from "./python-machine.ts";
import type { Ingredients } from "./python-machine.ts";
import ROOM_SCRIPT from "./room.py?raw";

/** An interpreter at its beginning. To make another of it takes a tenth of the time. */
export interface Image {
  readonly memory: Uint8Array;
  /** The address of the function that is called. */
  readonly take: number;
  /** What the wheels brought, by path. */
  readonly packages: ReadonlyMap<string, Uint8Array>;
}

export interface Interpreter {
  /**
   * Calls room.py's `take` with so many bytes of memory.
   *
   * @param before - writes there what it is to read
   * @param after - reads what it wrote
   * @returns its reply; "no-memory" where there is none left for it, "failed" where it raised or gave something else
   */
  call(
    bytes: number,
    before: (memory: Uint8Array) => void,
    after: (memory: Uint8Array) => void,
  ): Uint8Array | "no-memory" | "failed";
}

const PAGE_BYTES = 65_536;

export async function makeImage(ingredients: Ingredients): Promise<Image> {
  const { wheels } = ingredients;
  const machine = await startMachine(ingredients, { files: wheels, isPythonBegun: true });
  if (wheels.size > 0) machine.run(unpackScript([...wheels.keys()]));
  // Builtins of its own: what a person's text replaces stays as it was for the room's script.
  machine.run(`import builtins
space = {"__name__": "room", "__builtins__": dict(vars(builtins))}
exec(compile(${JSON.stringify(ROOM_SCRIPT)}, "room.py", "exec"), space)
take = space["take"]
del space, builtins`);
  const take = machine.find("take");
  machine.run("del take");
  const packages = wheels.size > 0 ? machine.files(PACKAGES) : new Map<string, Uint8Array>();
  return { memory: machine.memory().slice(), take, packages };
}

export async function startInterpreter(
  ingredients: Ingredients,
  { memory, take, packages }: Image,
): Promise<Interpreter> {
  const machine = await startMachine(ingredients, { files: packages, isPythonBegun: false });
  const missing = memory.length - machine.memory().length;
  if (missing > 0) machine.allocate(missing + PAGE_BYTES); // grows it; what is noted of that is written over
  machine.memory().set(memory);
  return {
    call(bytes, before, after) {
      const at = machine.allocate(bytes);
      if (at === 0) return "no-memory";
      before(machine.memory().subarray(at, at + bytes));
      const reply = machine.call(take, at, bytes);
      if (reply !== null) after(machine.memory().subarray(at, at + bytes));
      machine.free(at);
      return reply ?? "failed";
    },
  };
}

/** Wheels are zips: their files go where Python looks for packages. */
function unpackScript(paths: readonly string[]): string {
  return `import zipfile
for path in ${JSON.stringify(paths)}:
    with zipfile.ZipFile(path) as wheel:
        wheel.extractall("${PACKAGES}")
del zipfile, path, wheel
import importlib
importlib.invalidate_caches()
del importlib`;
}
