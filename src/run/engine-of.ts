/** What decides a result beside strategy and data. */
import { booth } from "#src/storage/session.ts";
import { ENGINE_VERSION } from "#workers/model/engine-version.ts";
import type { Strategy } from "#workers/model/strategy.ts";

/** The engine's version and, where the strategy has code, what runs that, wheels, room and all. */
export async function engineOf({ computed = [] }: Strategy): Promise<string> {
  const used = computed.filter(({ off }) => !off);
  if (used.length === 0) return ENGINE_VERSION;
  const { codeEngines, codeKey } = await import("#workers/python/code-engines.ts"); // most strategies have no code
  const hasWheels = booth === null;
  return `${ENGINE_VERSION}, ${codeKey(await codeEngines(used, hasWheels))}`;
}
