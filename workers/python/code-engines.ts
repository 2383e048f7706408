/** What runs a strategy's code in this browser: its numbers hang on it. */
import { ROOM_VERSION } from "#workers/code/room-version.ts";
import type { ComputedField } from "#workers/model/computed-field.ts";

type Field = Pick<ComputedField, "language">;

/** @param hasWheels - false where a person's wheels are not used: in the demo session */
export async function codeEngines(fields: readonly Field[], hasWheels: boolean): Promise<string> {
  const script = fields.every(isInPython) ? [] : [engineName(navigator.userAgent)];
  if (!fields.some(isInPython)) return script.join("");
  const { pythonEngine } = await import("./python-engine.ts");
  return [...script, await pythonEngine(hasWheels)].join(" and ");
}

/** All that numbers by code hang on beside source and data. @param engines - what runs it, as codeEngines names it */
export function codeKey(engines: string): string {
  return `${engines}, room ${ROOM_VERSION}`;
}

function isInPython({ language }: Field): boolean {
  return language === "python";
}

function engineName(userAgent: string): string {
  const [, firefox] = /Firefox\/(\d+)/.exec(userAgent) ?? [];
  if (firefox !== undefined) return `SpiderMonkey (Firefox ${firefox})`;
  const [, chrome] = /Chrom(?:e|ium)\/(\d+)/.exec(userAgent) ?? [];
  if (chrome !== undefined) return `V8 (Chrome ${chrome})`;
  const [, safari] = /Version\/([\d.]+)/.exec(userAgent) ?? [];
  return `JavaScriptCore (${safari === undefined ? "WebKit" : `Safari ${safari}`})`;
}
