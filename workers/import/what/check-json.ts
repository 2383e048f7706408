/** The dry run of a JSON file: those of the SEC are understood, those of known shapes are tables, others are refused by name. */
import { concatBytes } from "#workers/market/source.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { unpackedChunks } from "#workers/market/unpack.ts";
import type { Answers, ImportCheck } from "#workers/model/import-check.ts";
import { refused } from "./check.ts";
import type { FileCheck } from "./file-check.ts";
import { identityCheck } from "../lists/check-identities.ts";
import { concludeStatements } from "../statements/check-statements.ts";
import { textAt } from "./json-rows.ts";
import { jsonTable } from "./json-table.ts";
import type { JsonTable } from "./json-table.ts";
import { markTwiceNamed } from "./json-twice.ts";
import { readSecJson } from "../statements/sec-json.ts";

/** All of it is in memory at once, several times over. */
const MOST_BYTES = 67_108_864;
const DAY_MS = 86_400_000;

/** @returns the check, or the file's records as a table that is still to be checked */
export async function checkJson(
  source: PriceSource,
  known: ImportCheck,
  answers: Answers,
): Promise<FileCheck | JsonTable> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of unpackedChunks(source, () => {})) {
    parts.push(new Uint8Array(chunk));
    length += chunk.length;
    if (length > MOST_BYTES) {
      const text =
        "JSON of more than 64 MB; the SEC's files of one company are smaller; download the data as CSV";
      return { check: refused(known, text), rows: null };
    }
  }
  const about: ImportCheck = { ...known, encoding: "UTF-8" };
  const text = unwrapped(new TextDecoder().decode(concatBytes(parts)));
  const parsed = parse(text);
  const settings = {
    file: source.name,
    today: Math.floor(Date.now() / DAY_MS),
    symbol: (answers.symbol ?? "").trim(),
  };
  const found = parsed === null ? null : readSecJson(parsed.value, settings);
  if (!found) {
    if (parsed === null) return { check: refused(about, damageOf(text)), rows: null };
    const marked = markTwiceNamed(text);
    const { value } = (marked === text ? null : parse(marked)) ?? parsed;
    const table = jsonTable(source.name, value) ?? otherShape(value);
    return typeof table === "string" ? { check: refused(about, table), rows: null } : table;
  }
  if (found.type === "refused") return { check: refused(about, found.reason), rows: null };
  if (found.type === "tickers")
    return identityCheck({ ...about, format: "the SEC's tickers by CIK" }, found.identities, found.rows);
  const facts: ImportCheck = { ...about, kind: "facts", format: found.table.vendor };
  return concludeStatements(facts, found.table, { questions: [], unknown: [] });
}

/** What a program's text gives to a variable or a callback, `kline_day={...};`: the value without it. */
function unwrapped(text: string): string {
  const [start = ""] = /^\s*(?:(?:var|let|const) )?[\w$.]+\s*[=(]\s*(?=[{[])/.exec(text) ?? [];
  return start === "" ? text : text.slice(start.length).replace(/\)?\s*;?\s*$/, "");
}

/** One value; or one a line, as programs log them, which is a list of them. null where it is neither. */
function parse(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return parseLines(text);
  }
}

function parseLines(text: string): { readonly value: unknown } | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length < 2) return null;
  try {
    return { value: lines.map((line) => JSON.parse(line) as unknown) };
  } catch {
    return null; // told as a refusal
  }
}

/** Why a text is no JSON. */
function damageOf(text: string): string {
  const [, word] = /[[:,]\s*(NaN|[+-]?Infinity)\b/.exec(text) ?? [];
  return word === undefined
    ? "JSON that is cut short or damaged; download it again"
    : `JSON with ${word} in it, which is no number of JSON; write it with null there, or as CSV`;
}

/** Where vendors' programs say that they have nothing to give. */
const ANSWERS: readonly (readonly string[])[] = [
  ["Error Message"],
  ["Note"],
  ["Information"],
  ["chart", "error", "description"],
  ["message"],
  ["error"],
  ["detail"],
];

/** So many letters of an answer are told. */
const MOST_SAID = 240;

function otherShape(parsed: unknown): string {
  const said = ANSWERS.map((keys) => textAt(parsed, ...keys)).find((text) => text !== "");
  return said === undefined
    ? "JSON of a shape that can't be read; download the data as CSV (the page of known files names the shapes that can be)"
    : `no prices, but what the vendor's program answered instead: ${JSON.stringify(said.slice(0, MOST_SAID))}; ask it again`;
}
