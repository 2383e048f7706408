/** Strategies as files: the record as JSON, written for people to read, read with all its limits. */
import { formatBytes } from "#src/format/number.ts";
import { readSharedStrategy } from "#src/share/read-shared-strategy.ts";
import { err } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import { MOST_STRATEGY_BYTES } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";

const LONGEST_FILE_NAME = 80;

export function strategyFileText(strategy: Strategy): string {
  return `${JSON.stringify(strategy, null, 2)}\n`;
}

/** A name that every system takes: letters, digits and dashes, no device of Windows, not too long. */
export function strategyFileName(name: string): string {
  const safe = Array.from(
    name
      .normalize("NFC")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-"),
  )
    .slice(0, LONGEST_FILE_NAME)
    .join("")
    .replaceAll(/^-+|-+$/g, "");
  const isDevice = /^(con|prn|aux|nul|com\d|lpt\d)$/.test(safe);
  return `${safe === "" || isDevice ? `strategy${isDevice ? `-${safe}` : ""}` : safe}.json`;
}

/** The strategy in a file, or why there is none: field, value and limit where a field is wrong, column where a line is. */
export async function readStrategyFile(file: File): Promise<Result<Strategy>> {
  if (file.size > MOST_STRATEGY_BYTES) {
    return err(
      unreadable(
        `"${file.name}" has ${formatBytes(file.size)}, and a strategy file at most ${formatBytes(MOST_STRATEGY_BYTES)}. Choose a file that was exported from a strategy.`,
      ),
    );
  }
  const text = await readText(file);
  if (text === null) {
    return err(
      unreadable(`"${file.name}" can't be opened. Check that it is still there, and choose it again.`),
    );
  }
  const value = parseJson(text);
  if (!value.ok) {
    return err(
      unreadable(
        `"${file.name}" is not JSON (${value.problem}). Choose a file that was exported from a strategy.`,
      ),
    );
  }
  return readSharedStrategy(value.value);
}

/** null where the file went away or may not be read. */
async function readText(file: File): Promise<string | null> {
  try {
    return (await file.text()).replace(/^\uFEFF/, "");
  } catch {
    return null;
  }
}

function parseJson(text: string): Result<unknown, string> {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

function unreadable(message: string): Problem {
  return { code: "strategy-unreadable", message };
}
