/** What runs Python in a browser, as a result names it. Its numbers are the same everywhere, but for what wheels bring. */
import { PYTHON_VERSION } from "virtual:python-pack";
import { listWheels, nameWheels } from "./wheel-store.ts";

/**
 * All that a number by Python hangs on beside its source: "Python of Pyodide 314.0.7 with numpy 2.4.2 (0123456789ab)".
 *
 * @param hasWheels - whether a person's wheels are used
 */
export async function pythonEngine(hasWheels: boolean): Promise<string> {
  const wheels = hasWheels ? nameWheels(await listWheels()) : "";
  return `Python of Pyodide ${PYTHON_VERSION}${wheels === "" ? "" : ` with ${wheels}`}`;
}
